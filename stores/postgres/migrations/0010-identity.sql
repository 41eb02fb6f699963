-- Who may sign in, with what, and what they may do then.

CREATE TABLE users (
  tenant_id           text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id                  uuid        NOT NULL DEFAULT gen_random_uuid(),
  email               text        NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  username            text        NOT NULL CHECK (length(username) BETWEEN 1 AND 254),
  password_hash       text,                  -- null: signs in by other means only
  password_expires_at timestamptz,           -- of a one-time password; null once its owner chose another
  role                text        NOT NULL CHECK (role IN (
    'viewer', 'soc_analyst', 'threat_hunter', 'soc_lead', 'tenant_admin', 'admin', 'platform_admin')),
  is_active           boolean     NOT NULL DEFAULT true,
  preferences         jsonb       NOT NULL DEFAULT '{}',
  sessions_revoked_at timestamptz,           -- sessions that began before it are refused for ever
  last_login_at       timestamptz,
  created_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT users_email UNIQUE (tenant_id, email),
  CONSTRAINT users_username UNIQUE (tenant_id, username)
);
CREATE INDEX users_sign_in ON users (email, created_at);
CREATE INDEX users_newest ON users (tenant_id, created_at DESC, id DESC);

-- Services run as svc_app, so no route, whatever its mistakes, can make an administrator of the installation.
CREATE FUNCTION svc_no_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role IN ('admin', 'platform_admin') AND current_user <> 'svc_operator' THEN
    RAISE EXCEPTION 'only the bootstrap command makes an %', NEW.role USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER no_administrator BEFORE INSERT OR UPDATE OF role ON users
  FOR EACH ROW EXECUTE FUNCTION svc_no_administrator();

CREATE TABLE roles (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  name        text        NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  description text,
  permissions text[]      NOT NULL CHECK (cardinality(permissions) <= 200),
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT roles_name UNIQUE (tenant_id, name)
);

CREATE TABLE user_roles (
  tenant_id  text        NOT NULL DEFAULT svc_tenant(),
  user_id    uuid        NOT NULL,
  role_id    uuid        NOT NULL,
  granted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, user_id, role_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
  FOREIGN KEY (tenant_id, role_id) REFERENCES roles (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX user_roles_role ON user_roles (tenant_id, role_id);

-- A sign-in and all tokens that came of it. A delegated one belongs to a user of another tenant and is never refreshed.
CREATE TABLE sessions (
  tenant_id     text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id            uuid        NOT NULL,
  user_id       uuid,
  delegation_id uuid,
  refresh_id    uuid,                        -- the one refresh token that is still good
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at    timestamptz NOT NULL,
  ended_at      timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
  CHECK ((user_id IS NULL) <> (delegation_id IS NULL))
);
CREATE INDEX sessions_user ON sessions (tenant_id, user_id, created_at DESC);
CREATE INDEX sessions_delegation ON sessions (tenant_id, delegation_id) WHERE delegation_id IS NOT NULL;

CREATE TABLE api_keys (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  owner_id     uuid        NOT NULL,
  name         text        NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  prefix       text        NOT NULL,
  key_digest   bytea       NOT NULL CONSTRAINT api_keys_digest UNIQUE CHECK (length(key_digest) = 32),
  scopes       text[]      NOT NULL CHECK (cardinality(scopes) <= 200),
  is_active    boolean     NOT NULL DEFAULT true,
  expires_at   timestamptz,
  last_used_at timestamptz,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, owner_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX api_keys_newest ON api_keys (tenant_id, created_at DESC, id DESC);
CREATE INDEX api_keys_owner ON api_keys (tenant_id, owner_id) WHERE is_active;

-- Of the installation, not of a tenant: what tokens are signed with. One key is live; a retired one is never accepted.
CREATE TABLE signing_keys (
  id            uuid        PRIMARY KEY,
  secret_sealed bytea       NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  retired_at    timestamptz
);
CREATE UNIQUE INDEX signing_keys_live ON signing_keys ((true)) WHERE retired_at IS NULL;
GRANT SELECT, INSERT ON signing_keys TO svc_app;
GRANT SELECT, INSERT, UPDATE ON signing_keys TO svc_operator;

ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON users TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY operator ON users TO svc_operator USING (true);
GRANT SELECT, INSERT, UPDATE ON users TO svc_app;
GRANT SELECT, INSERT, UPDATE ON users TO svc_operator;

ALTER TABLE roles ENABLE ROW LEVEL SECURITY;
ALTER TABLE roles FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON roles TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON roles TO svc_app;

ALTER TABLE user_roles ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_roles FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON user_roles TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, DELETE ON user_roles TO svc_app;

ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON sessions TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO svc_app;

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON api_keys TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY operator ON api_keys FOR SELECT TO svc_operator USING (true);
GRANT SELECT, INSERT, UPDATE ON api_keys TO svc_app;
GRANT SELECT ON api_keys TO svc_operator;

-- The two questions asked before a tenant is known; they run as svc_operator, which has to own them for that.
-- An address may have accounts in several tenants. Without a tenant the oldest usable one answers, so that nobody can
-- take over a sign-in by opening an account with the same address elsewhere.
GRANT CREATE ON SCHEMA public TO svc_operator;
SET LOCAL ROLE svc_operator;
CREATE FUNCTION svc_account_by_email(wanted text, wanted_tenant text)
RETURNS TABLE (tenant_id text, id uuid, password_hash text, password_expires_at timestamptz, is_active boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.tenant_id, u.id, u.password_hash, u.password_expires_at, u.is_active AND n.status = 'active'
  FROM users u JOIN tenants n ON n.id = u.tenant_id
  WHERE u.email = wanted AND (wanted_tenant IS NULL OR u.tenant_id = wanted_tenant)
  ORDER BY (u.is_active AND n.status = 'active') DESC, u.created_at, u.tenant_id LIMIT 1
$$;
CREATE FUNCTION svc_api_key_by_digest(digest bytea)
RETURNS TABLE (tenant_id text, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT k.tenant_id, k.id FROM api_keys k WHERE k.key_digest = digest
$$;
REVOKE EXECUTE ON FUNCTION svc_account_by_email, svc_api_key_by_digest FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_account_by_email, svc_api_key_by_digest TO svc_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
