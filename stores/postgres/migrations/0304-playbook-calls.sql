-- Secrets that http steps send, each to its own hosts alone, and the doors by which a webhook starts a playbook.
CREATE TABLE playbook_secrets (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  name       text        NOT NULL CHECK (name ~ '^[A-Z][A-Z0-9_]{0,59}$'),
  hosts      text[]      NOT NULL CHECK (cardinality(hosts) BETWEEN 1 AND 20),
  value      text        NOT NULL, -- as the vault keeps it
  changed_by text        NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, name)
);

CREATE TABLE playbook_hooks (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  playbook_id text        NOT NULL,
  label       text        NOT NULL CHECK (length(label) BETWEEN 1 AND 200),
  secret      text        NOT NULL, -- as the vault keeps it
  created_by  text        NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used   timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX playbook_hooks_of_all ON playbook_hooks (id);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['playbook_secrets', 'playbook_hooks']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO svc_app', of_tenants);
  END LOOP;
END $$;
CREATE POLICY operator ON playbook_hooks FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON playbook_hooks TO svc_operator;

-- Asked before a tenant is known: whose door this is. Runs as svc_operator, which has to own it for that.
GRANT CREATE ON SCHEMA public TO svc_operator;
SET LOCAL ROLE svc_operator;
CREATE FUNCTION svc_playbook_hook_tenant(hook uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT h.tenant_id FROM playbook_hooks h JOIN tenants t ON t.id = h.tenant_id WHERE h.id = hook AND t.status = 'active'
$$;
REVOKE EXECUTE ON FUNCTION svc_playbook_hook_tenant FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_playbook_hook_tenant TO svc_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
