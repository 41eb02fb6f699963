-- Alerts on their way to the topic. A row gets its sequence from the relay, in the order in which rows become visible,
-- and goes once its record is in the topic: what is here is what waits.
DROP INDEX alert_outbox_order, alert_outbox_age;
ALTER TABLE alert_outbox DROP COLUMN writer, ADD COLUMN sequence bigint UNIQUE;
CREATE INDEX alert_outbox_waiting ON alert_outbox (position) WHERE sequence IS NULL;

-- One row: the highest sequence given out, and the highest that is durably in the topic.
CREATE TABLE alert_relay (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  assigned bigint  NOT NULL DEFAULT 0,
  appended bigint  NOT NULL DEFAULT 0
);
INSERT INTO alert_relay DEFAULT VALUES;

REVOKE UPDATE, DELETE ON alert_outbox FROM svc_app;
GRANT UPDATE ON alert_outbox TO svc_operator;
GRANT SELECT, UPDATE ON alert_relay TO svc_operator;
