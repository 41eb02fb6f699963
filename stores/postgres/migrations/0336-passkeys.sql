-- WebAuthn credentials: the public half of what a person's authenticator holds.
CREATE TABLE passkeys (
  tenant_id       text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  user_id         uuid        NOT NULL,
  credential_id   text        NOT NULL CHECK (credential_id ~ '^[A-Za-z0-9_-]+$' AND length(credential_id) <= 1400),
  public_key      bytea       NOT NULL, -- COSE_Key
  sign_count      bigint      NOT NULL CHECK (sign_count >= 0),
  aaguid          text        NOT NULL,
  transports      text[]      NOT NULL DEFAULT '{}',
  is_discoverable boolean     NOT NULL,
  device_name     text        NOT NULL CHECK (length(device_name) BETWEEN 1 AND 120),
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at    timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);
CREATE INDEX passkeys_user ON passkeys (tenant_id, user_id);

ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkeys FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON passkeys TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO svc_app;
CREATE POLICY operator ON passkeys FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON passkeys TO svc_operator;

-- Asked before a tenant is known: whose it is. Runs as svc_operator, which has to own it for that.
GRANT CREATE ON SCHEMA public TO svc_operator;
SET LOCAL ROLE svc_operator;
CREATE FUNCTION svc_passkey_owner(credential text) RETURNS TABLE (tenant_id text, user_id uuid, is_active boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.tenant_id, u.id, u.is_active AND n.status = 'active'
  FROM passkeys p JOIN users u ON u.tenant_id = p.tenant_id AND u.id = p.user_id JOIN tenants n ON n.id = u.tenant_id
  WHERE p.credential_id = credential
$$;
REVOKE EXECUTE ON FUNCTION svc_passkey_owner FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_passkey_owner TO svc_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
