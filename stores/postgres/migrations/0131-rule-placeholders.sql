-- What %name% stands for in a tenant's Sigma rules: a list of values a name, all of them in one row.
CREATE TABLE detection_placeholders (
  tenant_id    text        PRIMARY KEY DEFAULT svc_tenant() REFERENCES tenants (id),
  placeholders jsonb       NOT NULL CHECK (octet_length(placeholders::text) <= 1048576),
  changed_by   text        NOT NULL CHECK (length(changed_by) BETWEEN 1 AND 320),
  updated_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);

ALTER TABLE detection_placeholders ENABLE ROW LEVEL SECURITY;
ALTER TABLE detection_placeholders FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON detection_placeholders TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON detection_placeholders TO svc_app;
