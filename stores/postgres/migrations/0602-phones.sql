-- Texts and calls to phones, and the code by which a text is answered.
-- The check looks at the rows of every tenant.
ALTER TABLE notification_deliveries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE notification_deliveries DROP CONSTRAINT notification_deliveries_channel_check;
ALTER TABLE notification_deliveries ADD CONSTRAINT notification_deliveries_channel_check
  CHECK (channel IN ('mail', 'push', 'chat', 'sms', 'voice', 'none'));
ALTER TABLE notification_deliveries FORCE ROW LEVEL SECURITY;
ALTER TABLE notification_deliveries ADD COLUMN answer_code text;
CREATE INDEX notification_deliveries_code ON notification_deliveries (address, answer_code) WHERE answer_code IS NOT NULL;
CREATE INDEX notification_deliveries_phones ON notification_deliveries (tenant_id, sent_at) WHERE channel IN ('sms', 'voice');

-- Asked before a tenant is known: a phone may be in the ladders of several, and the code says which message it answers.
GRANT CREATE ON SCHEMA public TO svc_operator;
SET LOCAL ROLE svc_operator;
SET LOCAL row_security = on;
CREATE FUNCTION svc_phone_delivery(number text, code text, since timestamptz) RETURNS TABLE (tenant text, delivery uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT d.tenant_id, d.id FROM notification_deliveries d JOIN tenants t ON t.id = d.tenant_id
  WHERE d.address = number AND d.answer_code = code AND d.channel = 'sms' AND d.created_at >= since AND t.status = 'active'
  ORDER BY d.created_at DESC LIMIT 1
$$;
REVOKE EXECUTE ON FUNCTION svc_phone_delivery FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_phone_delivery TO svc_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
