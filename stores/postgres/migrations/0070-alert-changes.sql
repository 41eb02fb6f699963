-- Those who follow a tenant's alerts learn of changes and of deletion too, not of new alerts alone.
ALTER TABLE alert_outbox DROP CONSTRAINT alert_outbox_kind_check;
ALTER TABLE alert_outbox ADD CONSTRAINT alert_outbox_kind_check
  CHECK (kind IN ('alert_created', 'alert_updated', 'alert_deleted'));
