-- Messages reach a person in Teams too, by the account that they linked.
ALTER TABLE notification_deliveries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE notification_deliveries DROP CONSTRAINT notification_deliveries_channel_check;
ALTER TABLE notification_deliveries ADD CONSTRAINT notification_deliveries_channel_check
  CHECK (channel IN ('mail', 'push', 'chat', 'slack', 'teams', 'sms', 'voice', 'none'));
ALTER TABLE notification_deliveries FORCE ROW LEVEL SECURITY;
