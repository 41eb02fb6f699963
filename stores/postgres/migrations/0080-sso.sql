-- Sign-in connections: who a tenant lets say which person somebody is, and what people hold because of it.
CREATE TABLE sso_connections (
  tenant_id          text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id                 uuid        NOT NULL,
  provider           text        NOT NULL CHECK (provider IN ('oidc', 'saml')),
  issuer             text        NOT NULL CHECK (length(issuer) BETWEEN 1 AND 1000),
  issuer_key         text        NOT NULL,   -- one form of all the ways to write the same issuer
  display_name       text        NOT NULL CHECK (length(display_name) BETWEEN 1 AND 200),
  enabled            boolean     NOT NULL,
  default_role       text        CHECK (default_role NOT IN ('admin', 'platform_admin', 'api_service')),
  group_role_mapping jsonb       NOT NULL CHECK (jsonb_typeof(group_role_mapping) = 'object' AND NOT jsonb_path_exists(
    group_role_mapping, '$.* ? (@ == "admin" || @ == "platform_admin" || @ == "api_service")')),
  groups_claim       text        CHECK (length(groups_claim) BETWEEN 1 AND 500),
  client_id          text        CHECK (length(client_id) BETWEEN 1 AND 500),
  client_secret      text,                   -- of the vault
  metadata_url       text,
  metadata_xml       text,
  ceiling            text[]      NOT NULL,   -- what its author held: it signs in nobody who holds more
  created_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT sso_connections_id UNIQUE (id),
  CONSTRAINT sso_connections_issuer UNIQUE (issuer_key),
  CHECK (CASE provider
    WHEN 'oidc' THEN client_id IS NOT NULL AND metadata_url IS NULL AND metadata_xml IS NULL
    ELSE client_id IS NULL AND client_secret IS NULL AND (metadata_url IS NULL) <> (metadata_xml IS NULL) END)
);
CREATE INDEX sso_connections_newest ON sso_connections (tenant_id, created_at DESC, id DESC);

-- Whom an identity provider's name for a person is in this tenant.
CREATE TABLE sso_identities (
  tenant_id     text        NOT NULL DEFAULT svc_tenant(),
  connection_id uuid        NOT NULL,
  subject       text        NOT NULL CHECK (length(subject) BETWEEN 1 AND 1024),
  user_id       uuid        NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, connection_id, subject),
  CONSTRAINT sso_identities_user UNIQUE (tenant_id, connection_id, user_id),
  FOREIGN KEY (tenant_id, connection_id) REFERENCES sso_connections (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX sso_identities_of ON sso_identities (tenant_id, user_id);

-- What a user holds because of the last sign-in through a connection: names of system roles and of the tenant's own.
CREATE TABLE sso_roles (
  tenant_id     text        NOT NULL DEFAULT svc_tenant(),
  user_id       uuid        NOT NULL,
  connection_id uuid        NOT NULL,
  role          text        NOT NULL CHECK (role NOT IN ('admin', 'platform_admin', 'api_service')),
  granted_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, user_id, connection_id, role),
  FOREIGN KEY (tenant_id, connection_id) REFERENCES sso_connections (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX sso_roles_connection ON sso_roles (tenant_id, connection_id);

-- 'sso': the role is what the last sign-in gave, shown and not held beside it. Once somebody gives the user a role by
-- hand it is 'static', and stays whatever an identity provider says.
ALTER TABLE users ADD COLUMN role_source text NOT NULL DEFAULT 'static' CHECK (role_source IN ('static', 'sso'));
-- Set on a session that a connection began, so that it ends with the connection.
ALTER TABLE sessions ADD COLUMN sso_connection_id uuid;
CREATE INDEX sessions_sso ON sessions (tenant_id, sso_connection_id) WHERE sso_connection_id IS NOT NULL;

ALTER TABLE sso_connections ENABLE ROW LEVEL SECURITY;
ALTER TABLE sso_connections FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON sso_connections TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY operator ON sso_connections FOR SELECT TO svc_operator USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sso_connections TO svc_app;
GRANT SELECT ON sso_connections TO svc_operator;

ALTER TABLE sso_identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE sso_identities FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON sso_identities TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, DELETE ON sso_identities TO svc_app;

ALTER TABLE sso_roles ENABLE ROW LEVEL SECURITY;
ALTER TABLE sso_roles FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON sso_roles TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, DELETE ON sso_roles TO svc_app;

-- The question asked before a tenant is known: whose connection is this? One that is disabled, or of a tenant that is
-- not active, does not resolve.
GRANT CREATE ON SCHEMA public TO svc_operator;
SET LOCAL ROLE svc_operator;
CREATE FUNCTION svc_sso_connection(wanted_provider text, wanted_id uuid, wanted_issuer_key text)
RETURNS TABLE (tenant_id text, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.tenant_id, c.id FROM sso_connections c JOIN tenants n ON n.id = c.tenant_id
  WHERE c.provider = wanted_provider AND (c.id = wanted_id OR c.issuer_key = wanted_issuer_key)
    AND c.enabled AND n.status = 'active' LIMIT 1
$$;
REVOKE EXECUTE ON FUNCTION svc_sso_connection FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_sso_connection TO svc_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
