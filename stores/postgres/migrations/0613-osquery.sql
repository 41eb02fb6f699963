-- Hosts with osquery: secrets that they enrol with, what they are told to do, and questions to them.
CREATE TABLE osquery_secrets (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  label      text        NOT NULL CHECK (length(label) BETWEEN 1 AND 200),
  digest     bytea       NOT NULL UNIQUE, -- SHA-256
  created_by text        NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE TABLE osquery_nodes (
  tenant_id       text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id              uuid        NOT NULL DEFAULT gen_random_uuid(),
  host_identifier text        NOT NULL CHECK (length(host_identifier) BETWEEN 1 AND 300),
  hostname        text        CHECK (length(hostname) <= 300),
  platform        text        CHECK (length(platform) <= 100),
  os_name         text        CHECK (length(os_name) <= 200),
  osquery_version text        CHECK (length(osquery_version) <= 60),
  key_digest      bytea       NOT NULL UNIQUE, -- of the node key; it changes with each enrolment
  enrolled_with   uuid        NOT NULL,
  enrolled_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_seen_at    timestamptz NOT NULL DEFAULT clock_timestamp(), -- to about ten seconds
  revoked_at      timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, host_identifier)
);
CREATE TABLE osquery_configs (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() PRIMARY KEY REFERENCES tenants (id),
  document   jsonb       NOT NULL CHECK (octet_length(document::text) <= 1048576),
  updated_by text        NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE osquery_queries (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  sql          text        NOT NULL CHECK (length(sql) BETWEEN 1 AND 20000),
  node_ids     uuid[], -- null: every host that asks before the deadline
  hunt_id      text,
  requested_by text        NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  deadline     timestamptz NOT NULL,
  ended_at     timestamptz, -- taken back before its deadline
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX osquery_queries_newest ON osquery_queries (tenant_id, created_at DESC, id DESC);
CREATE INDEX osquery_queries_open ON osquery_queries (tenant_id, deadline) WHERE ended_at IS NULL;
CREATE TABLE osquery_answers (
  tenant_id   text        NOT NULL DEFAULT svc_tenant(),
  query_id    uuid        NOT NULL,
  node_id     uuid        NOT NULL,
  state       text        NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'answered', 'failed')),
  is_late     boolean     NOT NULL DEFAULT false, -- answered behind the deadline
  rows        jsonb,
  row_count   int,
  left_out    int         NOT NULL DEFAULT 0, -- rows past the bound, which were not kept
  error       text        CHECK (length(error) <= 1000),
  asked_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  answered_at timestamptz,
  PRIMARY KEY (tenant_id, query_id, node_id),
  FOREIGN KEY (tenant_id, query_id) REFERENCES osquery_queries (tenant_id, id),
  FOREIGN KEY (tenant_id, node_id) REFERENCES osquery_nodes (tenant_id, id)
);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['osquery_secrets', 'osquery_nodes', 'osquery_configs', 'osquery_queries', 'osquery_answers']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO svc_app', of_tenants);
  END LOOP;
END $$;

-- A secret and a node key say whose they are: they are looked up before a tenant is known.
CREATE POLICY operator ON osquery_secrets FOR SELECT TO svc_operator USING (true);
CREATE POLICY operator ON osquery_nodes FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON osquery_secrets, osquery_nodes TO svc_operator;
GRANT CREATE ON SCHEMA public TO svc_operator;
SET LOCAL row_security = on; -- a function of SQL is planned when it is made
SET LOCAL ROLE svc_operator;
CREATE FUNCTION svc_osquery_secret(wanted bytea) RETURNS TABLE (tenant_id text, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.tenant_id, s.id FROM osquery_secrets s JOIN tenants t ON t.id = s.tenant_id
  WHERE s.digest = wanted AND s.revoked_at IS NULL AND t.status = 'active'
$$;
CREATE FUNCTION svc_osquery_node(wanted bytea) RETURNS TABLE (tenant_id text, id uuid, host_identifier text, hostname text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT n.tenant_id, n.id, n.host_identifier, n.hostname FROM osquery_nodes n JOIN tenants t ON t.id = n.tenant_id
  WHERE n.key_digest = wanted AND n.revoked_at IS NULL AND t.status = 'active'
$$;
REVOKE EXECUTE ON FUNCTION svc_osquery_secret, svc_osquery_node FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_osquery_secret, svc_osquery_node TO svc_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM svc_operator;
