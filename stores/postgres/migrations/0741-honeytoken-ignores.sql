-- Sources whose touches raise no alert, tests of a decoy, and why each touch was judged as it was.
CREATE TABLE honeytoken_ignores (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  addresses  cidr,
  user_agent text        CHECK (length(user_agent) BETWEEN 1 AND 200),
  reason     text        NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  expires_at timestamptz NOT NULL,
  created_by text        NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  CHECK (num_nonnulls(addresses, user_agent) >= 1)
);
ALTER TABLE honeytoken_ignores ENABLE ROW LEVEL SECURITY;
ALTER TABLE honeytoken_ignores FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON honeytoken_ignores TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, DELETE ON honeytoken_ignores TO svc_app;

ALTER TABLE honeytokens
  ADD COLUMN self_test_digest bytea,        -- of the word that marks the next test, once
  ADD COLUMN self_test_until  timestamptz,
  ADD COLUMN self_tested_at   timestamptz;  -- a marked touch came through last
ALTER TABLE honeytoken_touches
  ADD COLUMN reasons      text[]  NOT NULL DEFAULT '{}', -- of the classification, and of raising no alert
  ADD COLUMN is_self_test boolean NOT NULL DEFAULT false,
  ADD COLUMN ignored_by   uuid;                          -- entry of the ignore list at that time
