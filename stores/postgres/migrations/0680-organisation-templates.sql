-- Documents of configuration that a provider keeps to apply them to many of its tenants. They are rows of the home tenant.
CREATE TABLE organisation_templates (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  name        text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  description text,
  documents   jsonb       NOT NULL,
  updated_by  text        NOT NULL,
  updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT organisation_templates_name UNIQUE (tenant_id, name)
);
ALTER TABLE organisation_templates ENABLE ROW LEVEL SECURITY;
ALTER TABLE organisation_templates FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON organisation_templates TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON organisation_templates TO svc_app;
