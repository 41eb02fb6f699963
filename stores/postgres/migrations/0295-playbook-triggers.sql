-- Cases that came into a status or were escalated, until the playbooks that wait for such have seen them.
CREATE TABLE case_arrivals (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  case_id    uuid        NOT NULL,
  event      text        NOT NULL, -- a status, or escalated-LEVEL
  arrived_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, case_id, event)
);
ALTER TABLE case_arrivals ENABLE ROW LEVEL SECURITY;
ALTER TABLE case_arrivals FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON case_arrivals TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY operator ON case_arrivals FOR SELECT TO svc_operator USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON case_arrivals TO svc_app;
GRANT SELECT ON case_arrivals TO svc_operator;
-- Who starts playbooks by the clock asks over all tenants which those are.
CREATE POLICY operator ON playbooks FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON playbooks TO svc_operator;
CREATE INDEX playbooks_by_trigger ON playbooks ((document -> 'trigger' ->> 'on')) WHERE enabled AND deleted_at IS NULL;
