-- A one-time password opens one sign-in; its owner chooses another in the session that it began.
ALTER TABLE users ADD COLUMN password_used_at timestamptz;

-- Links that were mailed to set a new password. The link has the secret, here is its digest.
CREATE TABLE password_resets (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  user_id      uuid        NOT NULL,
  token_digest bytea       NOT NULL CHECK (length(token_digest) = 32),
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at   timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, token_digest),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX password_resets_of_user ON password_resets (tenant_id, user_id, created_at DESC);

ALTER TABLE password_resets ENABLE ROW LEVEL SECURITY;
ALTER TABLE password_resets FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON password_resets TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, DELETE ON password_resets TO svc_app;
