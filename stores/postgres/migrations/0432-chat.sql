-- Workspaces of Slack and Teams, and whose accounts people write from there. Both are linked by a code that a signed-in
-- person takes into the chat: who may do what is never taken from a name that a chat shows.
CREATE TABLE chat_workspaces (
  tenant_id text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  platform  text        NOT NULL CHECK (platform IN ('slack', 'teams')),
  team_id   text        NOT NULL CHECK (length(team_id) BETWEEN 1 AND 100),
  linked_by uuid        NOT NULL,
  linked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (platform, team_id) -- of one tenant, whichever it is
);
CREATE INDEX chat_workspaces_tenant ON chat_workspaces (tenant_id);

CREATE TABLE chat_accounts (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  platform     text        NOT NULL CHECK (platform IN ('slack', 'teams')),
  team_id      text        NOT NULL CHECK (length(team_id) BETWEEN 1 AND 100),
  chat_user_id text        NOT NULL CHECK (length(chat_user_id) BETWEEN 1 AND 100),
  user_id      uuid        NOT NULL,
  linked_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, platform, team_id, chat_user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);

-- Of the code only its digest, until it was used or its time has passed.
CREATE TABLE chat_link_codes (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  digest     bytea       NOT NULL CHECK (length(digest) = 32),
  user_id    uuid        NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, user_id), -- another code takes the place of the one before
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['chat_workspaces', 'chat_accounts', 'chat_link_codes']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO svc_app', of_tenants);
  END LOOP;
END $$;
CREATE POLICY operator ON chat_workspaces FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON chat_workspaces TO svc_operator;

-- Asked before a tenant is known: whose workspace a signed message comes from.
GRANT CREATE ON SCHEMA public TO svc_operator;
SET LOCAL ROLE svc_operator;
CREATE FUNCTION svc_chat_workspace_tenant(of_platform text, team text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.tenant_id FROM chat_workspaces w JOIN tenants t ON t.id = w.tenant_id
  WHERE w.platform = of_platform AND w.team_id = team AND t.status = 'active'
$$;
REVOKE EXECUTE ON FUNCTION svc_chat_workspace_tenant FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_chat_workspace_tenant TO svc_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
