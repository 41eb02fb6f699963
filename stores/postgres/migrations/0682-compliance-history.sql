-- Where a tenant stood in a framework on a day, and what was measured then: written once a day, changed by nobody.
CREATE TABLE compliance_points (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  framework   text        NOT NULL CHECK (length(framework) BETWEEN 1 AND 40),
  day         date        NOT NULL,
  score       double precision CHECK (score BETWEEN 0 AND 100), -- null: nothing is known
  passing     integer     NOT NULL,
  failing     integer     NOT NULL,
  in_review   integer     NOT NULL,
  unknown     integer     NOT NULL,
  measured    jsonb       NOT NULL,
  measured_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, framework, day)
);
ALTER TABLE compliance_points ENABLE ROW LEVEL SECURITY;
ALTER TABLE compliance_points FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON compliance_points TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY operator ON compliance_points FOR SELECT TO svc_operator USING (true);
GRANT SELECT, INSERT ON compliance_points TO svc_app;
GRANT SELECT ON compliance_points TO svc_operator;
