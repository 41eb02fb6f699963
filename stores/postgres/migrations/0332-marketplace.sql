-- Which items of the marketplace a tenant installed, and what each of them put where.
CREATE TABLE marketplace_installs (
  tenant_id      text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  slug           text        NOT NULL CHECK (length(slug) BETWEEN 1 AND 64),
  name           text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  version        text        NOT NULL CHECK (length(version) BETWEEN 1 AND 40),
  source         text        NOT NULL CHECK (source IN ('builtin', 'remote')),
  content_sha256 bytea       NOT NULL CHECK (length(content_sha256) = 32),
  installed_by   text        NOT NULL CHECK (length(installed_by) BETWEEN 1 AND 320),
  installed_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, slug)
);

CREATE TABLE marketplace_parts (
  tenant_id text  NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  slug      text  NOT NULL,
  path      text  NOT NULL CHECK (length(path) BETWEEN 1 AND 200), -- of the file in the item
  kind      text  NOT NULL CHECK (kind IN ('rule', 'hunt', 'playbook')),
  object_id uuid  NOT NULL, -- of the row that it became
  digest    bytea NOT NULL CHECK (length(digest) = 32), -- of that row as it was put there
  PRIMARY KEY (tenant_id, slug, path),
  FOREIGN KEY (tenant_id, slug) REFERENCES marketplace_installs (tenant_id, slug) ON DELETE CASCADE
);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['marketplace_installs', 'marketplace_parts']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON marketplace_installs, marketplace_parts TO svc_app;
