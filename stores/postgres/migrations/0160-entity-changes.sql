-- One outbox for what happens to any entity, where there was one for alerts alone. `kind` is the entity and what became
-- of it: alert_created, case_updated.
ALTER TABLE alert_outbox RENAME TO entity_changes;
ALTER TABLE entity_changes RENAME COLUMN alert_id TO entity_id;
ALTER TABLE entity_changes ALTER COLUMN entity_id TYPE text;
ALTER TABLE entity_changes DROP CONSTRAINT alert_outbox_kind_check;
ALTER TABLE entity_changes ADD CONSTRAINT entity_changes_kind_check CHECK (kind ~ '^[a-z]+(_[a-z]+)+$' AND length(kind) <= 60);
ALTER SEQUENCE alert_outbox_position_seq RENAME TO entity_changes_position_seq;
ALTER INDEX alert_outbox_waiting RENAME TO entity_changes_waiting;
ALTER TABLE alert_relay RENAME TO entity_relay;
