-- A provider and the tenants it looks after. A tenant is in one organisation at most; `home_tenant` is the provider's own.
CREATE TABLE organisations (
  id          uuid        PRIMARY KEY DEFAULT gen_random_uuid(),
  name        text        NOT NULL CONSTRAINT organisations_name UNIQUE CHECK (length(name) BETWEEN 1 AND 200),
  kind        text        NOT NULL CHECK (kind IN ('mssp', 'enterprise')),
  home_tenant text        NOT NULL CONSTRAINT organisations_home UNIQUE REFERENCES tenants (id),
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE organisation_tenants (
  tenant_id       text        PRIMARY KEY REFERENCES tenants (id),
  organisation_id uuid        NOT NULL REFERENCES organisations (id),
  home_tenant     text        NOT NULL REFERENCES tenants (id),
  joined_at       timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX organisation_tenants_of ON organisation_tenants (organisation_id, tenant_id);

-- The right of one user of the home tenant to work in `tenant_id`, given by that tenant, until `expires_at` at the latest.
CREATE TABLE delegations (
  tenant_id     text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id            uuid        NOT NULL DEFAULT gen_random_uuid(),
  home_tenant   text        NOT NULL REFERENCES tenants (id),
  delegate_id   uuid        NOT NULL,
  role          text        NOT NULL CHECK (role IN ('viewer', 'soc_analyst', 'threat_hunter', 'soc_lead', 'tenant_admin')),
  reason        text        NOT NULL CHECK (length(reason) BETWEEN 8 AND 2000),
  granted_by    uuid        NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at    timestamptz NOT NULL CHECK (expires_at <= created_at + interval '90 days'),
  revoked_at    timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (home_tenant, delegate_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX delegations_newest ON delegations (tenant_id, created_at DESC, id DESC);
CREATE INDEX delegations_delegate ON delegations (home_tenant, delegate_id, created_at DESC, id DESC);

-- A member sees its organisation, and the home tenant sees the members; members do not see each other.
ALTER TABLE organisations ENABLE ROW LEVEL SECURITY;
ALTER TABLE organisations FORCE ROW LEVEL SECURITY;
CREATE POLICY member ON organisations TO svc_app USING (
  home_tenant = (SELECT svc_tenant()) OR id IN (SELECT o.organisation_id FROM organisation_tenants o));
CREATE POLICY operator ON organisations TO svc_operator USING (true);
GRANT SELECT ON organisations TO svc_app;
GRANT SELECT, INSERT, UPDATE ON organisations TO svc_operator;

ALTER TABLE organisation_tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE organisation_tenants FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON organisation_tenants TO svc_app
  USING (tenant_id = (SELECT svc_tenant()) OR home_tenant = (SELECT svc_tenant()));
CREATE POLICY operator ON organisation_tenants TO svc_operator USING (true);
GRANT SELECT ON organisation_tenants TO svc_app;
GRANT SELECT, INSERT, DELETE ON organisation_tenants TO svc_operator;

-- The home tenant reads the delegations its users were given; only the tenant that gives them writes them.
ALTER TABLE delegations ENABLE ROW LEVEL SECURITY;
ALTER TABLE delegations FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON delegations TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY delegate ON delegations FOR SELECT TO svc_app USING (home_tenant = (SELECT svc_tenant()));
CREATE POLICY operator ON delegations TO svc_operator USING (true);
GRANT SELECT, INSERT, UPDATE ON delegations TO svc_app;
GRANT SELECT, UPDATE ON delegations TO svc_operator;

-- Whether an address is that of an active user of the provider of the bound tenant: all a customer may learn of them.
GRANT CREATE ON SCHEMA public TO svc_operator;
SET LOCAL ROLE svc_operator;
CREATE FUNCTION svc_provider_user(wanted text)
RETURNS TABLE (home_tenant text, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.tenant_id, u.id FROM organisation_tenants o JOIN users u ON u.tenant_id = o.home_tenant
  WHERE o.tenant_id = svc_tenant() AND u.email = wanted AND u.is_active
$$;
REVOKE EXECUTE ON FUNCTION svc_provider_user FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_provider_user TO svc_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
