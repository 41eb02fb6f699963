-- Directory provisioning: the tokens that directories show, and what they say of users and groups.

CREATE TABLE scim_tokens (
  tenant_id       text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  name            text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  prefix          text        NOT NULL,
  token_digest    bytea       NOT NULL CONSTRAINT scim_tokens_digest UNIQUE CHECK (length(token_digest) = 32),
  lifetime_days   int         CHECK (lifetime_days BETWEEN 1 AND 3650), -- what a rotation gives its successor
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at      timestamptz,
  last_used_at    timestamptz,
  revoked_at      timestamptz,
  rotated_from_id uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, rotated_from_id) REFERENCES scim_tokens (tenant_id, id),
  CONSTRAINT scim_tokens_successor UNIQUE (tenant_id, rotated_from_id)
);
CREATE INDEX scim_tokens_newest ON scim_tokens (tenant_id, created_at DESC, id DESC);

-- What a directory says of a user beyond its row in `users`; a user that no directory wrote has none.
CREATE TABLE scim_users (
  tenant_id   text        NOT NULL DEFAULT svc_tenant(),
  user_id     uuid        NOT NULL,
  external_id text        CHECK (length(external_id) BETWEEN 1 AND 1024),
  attributes  jsonb       NOT NULL DEFAULT '{}',
  deleted_at  timestamptz,                    -- by the directory, which does not see it again while it is inactive
  updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX scim_users_external ON scim_users (tenant_id, external_id);
-- SCIM compares names of users without case (RFC 7643, section 4.1.1). A column of its own, because row security lets no
-- index on an expression be used whose function might tell of other tenants' rows.
ALTER TABLE users ADD COLUMN username_folded text GENERATED ALWAYS AS (lower(username)) STORED;
CREATE INDEX users_folded ON users (tenant_id, username_folded);
CREATE INDEX users_administrators ON users (tenant_id)
  WHERE is_active AND role IN ('tenant_admin', 'admin', 'platform_admin');
-- 'scim': made by a directory, and the role is the highest that its groups give. A role given by hand makes it 'static'.
ALTER TABLE users DROP CONSTRAINT users_role_source_check;
ALTER TABLE users ADD CONSTRAINT users_role_source_check CHECK (role_source IN ('static', 'sso', 'scim'));

CREATE TABLE scim_groups (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  display_name text        NOT NULL CHECK (length(display_name) BETWEEN 1 AND 256),
  external_id  text        CHECK (length(external_id) BETWEEN 1 AND 1024),
  -- Null: the group is tracked and grants nothing. No group grants more than these.
  mapped_role  text        CHECK (mapped_role IN ('viewer', 'soc_analyst', 'threat_hunter', 'soc_lead', 'tenant_admin')),
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX scim_groups_oldest ON scim_groups (tenant_id, created_at, id);

CREATE TABLE scim_group_members (
  tenant_id text NOT NULL DEFAULT svc_tenant(),
  group_id  uuid NOT NULL,
  user_id   uuid NOT NULL,
  PRIMARY KEY (tenant_id, group_id, user_id),
  FOREIGN KEY (tenant_id, group_id) REFERENCES scim_groups (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX scim_group_members_user ON scim_group_members (tenant_id, user_id);

ALTER TABLE scim_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON scim_tokens TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY operator ON scim_tokens FOR SELECT TO svc_operator USING (true);
GRANT SELECT, INSERT, UPDATE ON scim_tokens TO svc_app;
GRANT SELECT ON scim_tokens TO svc_operator;

ALTER TABLE scim_users ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_users FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON scim_users TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE ON scim_users TO svc_app;

ALTER TABLE scim_groups ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_groups FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON scim_groups TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE, DELETE ON scim_groups TO svc_app;

ALTER TABLE scim_group_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE scim_group_members FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON scim_group_members TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, DELETE ON scim_group_members TO svc_app;

-- Asked before a tenant is known: whose token has this digest. Runs as svc_operator, which has to own it for that.
GRANT CREATE ON SCHEMA public TO svc_operator;
SET LOCAL ROLE svc_operator;
CREATE FUNCTION svc_scim_token_by_digest(digest bytea)
RETURNS TABLE (tenant_id text, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.tenant_id, t.id FROM scim_tokens t WHERE t.token_digest = digest
$$;
REVOKE EXECUTE ON FUNCTION svc_scim_token_by_digest FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_scim_token_by_digest TO svc_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
