-- What was answered under an Idempotency-Key, so that a repeated request gets the same answer and has no second effect.
CREATE TABLE idempotency_keys (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  route       text        NOT NULL CHECK (length(route) <= 200),
  key         text        NOT NULL CHECK (length(key) BETWEEN 1 AND 128),
  body_digest bytea       NOT NULL CHECK (length(body_digest) = 32),
  answer      jsonb,
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, route, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (tenant_id, created_at);

ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON idempotency_keys TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO svc_app;
