-- Fields that only some roles see, whatever way out they take.
CREATE TABLE field_rules (
  tenant_id        text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id               uuid        NOT NULL DEFAULT gen_random_uuid(),
  resource         text        NOT NULL CHECK (length(resource) BETWEEN 1 AND 40),
  field_path       text        NOT NULL CHECK (length(field_path) BETWEEN 1 AND 300),
  visible_to_roles text[]      NOT NULL CHECK (cardinality(visible_to_roles) <= 50),
  treatment        text        NOT NULL CHECK (treatment IN ('redact', 'mask', 'hash', 'omit')),
  enabled          boolean     NOT NULL DEFAULT true,
  created_by       text        NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, resource, field_path)
);

ALTER TABLE field_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE field_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON field_rules TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON field_rules TO svc_app;
