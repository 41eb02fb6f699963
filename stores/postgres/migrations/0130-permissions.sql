-- What a tenant guards itself, outside of svc. `custom:` is theirs for good: no permission of ours ever begins so.
CREATE TABLE permissions (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  name        text        NOT NULL CHECK (
    length(name) <= 60 AND name ~ '^custom:[a-z0-9][a-z0-9_-]*(:[a-z0-9][a-z0-9_-]*){0,2}$'),
  description text        NOT NULL CHECK (length(description) BETWEEN 1 AND 500),
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT permissions_name UNIQUE (tenant_id, name)
);

ALTER TABLE permissions ENABLE ROW LEVEL SECURITY;
ALTER TABLE permissions FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON permissions TO svc_app USING (tenant_id = (SELECT svc_tenant()));
-- The name stays: roles, keys and portals know it by that.
GRANT SELECT, INSERT, DELETE, UPDATE (description) ON permissions TO svc_app;

-- A tenant_admin holds all of them, `custom:*`. Whoever configured a connection and held all else of that role did so as
-- one: their connection goes on to let tenant_admins in.
CREATE POLICY widen ON sso_connections FOR UPDATE TO svc_operator USING (true);
GRANT UPDATE (ceiling) ON sso_connections TO svc_operator;
SET LOCAL ROLE svc_operator;
UPDATE sso_connections SET ceiling = array_append(ceiling, 'custom:*')
WHERE ceiling @> ARRAY[
  'alerts:read', 'alerts:write', 'alerts:delete', 'cases:read', 'cases:write', 'cases:delete', 'playbooks:read',
  'playbooks:write', 'playbooks:execute', 'connectors:read', 'connectors:write', 'connectors:delete', 'users:read',
  'users:write', 'rules:read', 'rules:write', 'reports:read', 'reports:write', 'threat_intel:read', 'threat_intel:write',
  'settings:read', 'settings:write', 'audit_log:read', 'hunts:read', 'lake:query', 'lake:read_schema', 'actions:read',
  'actions:execute', 'knowledge_base:read'];
RESET ROLE;
REVOKE UPDATE (ceiling) ON sso_connections FROM svc_operator;
DROP POLICY widen ON sso_connections;
