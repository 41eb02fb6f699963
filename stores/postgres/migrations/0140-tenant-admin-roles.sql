-- A tenant_admin authors roles, and requests and executes response actions of any impact. Whoever configured a sign-in
-- connection and held all else of that role did so as one: their connection goes on to let tenant_admins in.
CREATE POLICY widen ON sso_connections FOR UPDATE TO svc_operator USING (true);
GRANT UPDATE (ceiling) ON sso_connections TO svc_operator;
SET LOCAL ROLE svc_operator;
UPDATE sso_connections SET ceiling = ceiling || ARRAY(
  SELECT added FROM unnest(ARRAY['actions:write', 'actions:execute:low', 'actions:execute:medium',
    'actions:execute:high', 'roles:read', 'roles:write']) AS added
  WHERE added <> ALL (ceiling))
WHERE ceiling @> ARRAY[
  'alerts:read', 'alerts:write', 'alerts:delete', 'cases:read', 'cases:write', 'cases:delete', 'playbooks:read',
  'playbooks:write', 'playbooks:execute', 'connectors:read', 'connectors:write', 'connectors:delete', 'users:read',
  'users:write', 'rules:read', 'rules:write', 'reports:read', 'reports:write', 'threat_intel:read', 'threat_intel:write',
  'settings:read', 'settings:write', 'audit_log:read', 'hunts:read', 'lake:query', 'lake:read_schema', 'actions:read',
  'actions:execute', 'knowledge_base:read', 'custom:*'];
RESET ROLE;
REVOKE UPDATE (ceiling) ON sso_connections FROM svc_operator;
DROP POLICY widen ON sso_connections;
