-- How a tenant's product looks. The row of an organisation's home tenant is the organisation's own: the tenants that the
-- organisation looks after read it, field by field, wherever their own row says nothing.
CREATE TABLE branding (
  tenant_id     text        PRIMARY KEY DEFAULT svc_tenant() REFERENCES tenants (id),
  product_name  text        CHECK (length(product_name) BETWEEN 1 AND 80),
  primary_color text        CHECK (primary_color ~ '^#[0-9A-Fa-f]{6}$'),
  accent_color  text        CHECK (accent_color ~ '^#[0-9A-Fa-f]{6}$'),
  support_email text        CHECK (length(support_email) BETWEEN 3 AND 255),
  support_url   text        CHECK (length(support_url) <= 500 AND support_url LIKE 'https://%'),
  sender_name   text        CHECK (length(sender_name) BETWEEN 1 AND 80),
  footer_text   text        CHECK (length(footer_text) BETWEEN 1 AND 300),
  logo          bytea       CHECK (length(logo) BETWEEN 1 AND 262144),
  logo_type     text        CHECK (logo_type IN ('image/svg+xml', 'image/png', 'image/jpeg', 'image/webp')),
  logo_digest   text        CHECK (logo_digest ~ '^[0-9a-f]{64}$'), -- SHA-256 of the bytes that are stored
  logo_at       timestamptz,
  updated_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (num_nulls(logo, logo_type, logo_digest, logo_at) IN (0, 4))
);

-- The model that a tenant brings along; without a row the installation's own is used.
CREATE TABLE model_credentials (
  tenant_id       text        PRIMARY KEY DEFAULT svc_tenant() REFERENCES tenants (id),
  provider        text        NOT NULL CHECK (provider IN ('svc', 'anthropic', 'azure-openai', 'openai-compatible')),
  base_url        text        CHECK (length(base_url) <= 2048),
  model           text        CHECK (length(model) BETWEEN 1 AND 200),
  api_key         text        CHECK (api_key LIKE 'vault:v1:%'), -- never as it was sent
  settings        jsonb       NOT NULL DEFAULT '{}',             -- shown to whoever reads settings: nothing secret
  enabled         boolean     NOT NULL DEFAULT true,
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_rotated_at timestamptz                                    -- when api_key was last another one than before
);

ALTER TABLE branding ENABLE ROW LEVEL SECURITY;
ALTER TABLE branding FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON branding TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY organisation ON branding FOR SELECT TO svc_app USING (tenant_id IN (
  SELECT o.home_tenant FROM organisation_tenants o WHERE o.tenant_id = (SELECT svc_tenant())));
GRANT SELECT, INSERT, UPDATE, DELETE ON branding TO svc_app;

ALTER TABLE model_credentials ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_credentials FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON model_credentials TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON model_credentials TO svc_app;
