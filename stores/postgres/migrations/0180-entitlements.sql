-- How much of a meter a tenant may use, as its provider agreed with it. Nothing is refused for it: usage shows the headroom.
CREATE TABLE entitlements (
  tenant_id text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  meter     text        NOT NULL CHECK (length(meter) BETWEEN 1 AND 64),
  allowance bigint      NOT NULL CHECK (allowance >= 0), -- a calendar month, or at any time for what is counted now
  set_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, meter)
);

ALTER TABLE entitlements ENABLE ROW LEVEL SECURITY;
ALTER TABLE entitlements FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON entitlements TO svc_app USING (tenant_id = (SELECT svc_tenant()));
-- A tenant sees what it may use; the operator of the installation sets it.
CREATE POLICY operator ON entitlements TO svc_operator USING (true);
GRANT SELECT ON entitlements TO svc_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON entitlements TO svc_operator;
