-- Tenants' own tables of sources that no table of the product knows: every version of each, with the samples that it was
-- tested against. The newest version is the one that runs, unless it says that the table was removed.
CREATE TABLE source_tables (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  name       text        NOT NULL CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,47}$'),
  version    integer     NOT NULL CHECK (version BETWEEN 1 AND 10000),
  -- Null: removed by this version.
  definition jsonb       CHECK (octet_length(definition::text) <= 262144),
  samples    text        NOT NULL CHECK (octet_length(samples) <= 262144),
  format     text        NOT NULL CHECK (length(format) <= 64),
  fidelity   jsonb       NOT NULL DEFAULT '{}' CHECK (octet_length(fidelity::text) <= 8192),
  applied_by text        NOT NULL CHECK (length(applied_by) BETWEEN 1 AND 320),
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, name, version)
);

ALTER TABLE source_tables ENABLE ROW LEVEL SECURITY;
ALTER TABLE source_tables FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON source_tables TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT ON source_tables TO svc_app;
