-- A touch says what was seen beside the request: the call of a client of AWS, or the event in which the decoy stood.
ALTER TABLE honeytoken_touches
  ADD COLUMN details jsonb NOT NULL DEFAULT '{}',
  DROP CONSTRAINT honeytoken_touches_classification_check,
  ADD CONSTRAINT honeytoken_touches_classification_check
    CHECK (classification IN ('browser', 'script', 'cloud_client', 'preview', 'event', 'unknown'));

-- Clients of AWS that leave out the path of their endpoint still name the key that they sign with.
CREATE UNIQUE INDEX honeytokens_of_key ON honeytokens ((decoy ->> 'access_key_id')) WHERE decoy ? 'access_key_id';

-- Asked before a tenant is known, as svc_honeytoken_tenant is.
GRANT CREATE ON SCHEMA public TO svc_operator;
SET LOCAL ROLE svc_operator;
CREATE FUNCTION svc_honeytoken_of_key(access_key text) RETURNS TABLE (tenant_id text, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT h.tenant_id, h.id FROM honeytokens h JOIN tenants t ON t.id = h.tenant_id
  WHERE h.decoy ? 'access_key_id' AND h.decoy ->> 'access_key_id' = access_key AND t.status = 'active'
$$;
REVOKE EXECUTE ON FUNCTION svc_honeytoken_of_key FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_honeytoken_of_key TO svc_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
