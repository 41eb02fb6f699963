-- What providers said of a value, for as long as each says that its answers hold.
CREATE TABLE enrichment_answers (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  kind       text        NOT NULL CHECK (kind IN ('ip', 'domain', 'url', 'hash', 'user', 'host')),
  value      text        NOT NULL CHECK (length(value) BETWEEN 1 AND 2048),
  provider   text        NOT NULL CHECK (length(provider) <= 60),
  data       jsonb       CHECK (octet_length(data::text) <= 65536), -- null: it knows nothing of it
  checked_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, kind, value, provider)
);
CREATE INDEX enrichment_answers_oldest ON enrichment_answers (tenant_id, checked_at);

-- Hosts and people of a tenant, as it uploads them; `names` are all that one is known by, in lower case.
CREATE TABLE enrichment_records (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  table_name text        NOT NULL CHECK (table_name IN ('assets', 'identities')),
  name       text        NOT NULL CHECK (length(name) BETWEEN 1 AND 320),
  names      text[]      NOT NULL CHECK (cardinality(names) BETWEEN 1 AND 51),
  attributes jsonb       NOT NULL DEFAULT '{}' CHECK (octet_length(attributes::text) <= 16384),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, table_name, name)
);
CREATE INDEX enrichment_records_names ON enrichment_records USING gin (names);

-- What was known of an alert's entities when it came, or when somebody asked for it last.
CREATE TABLE alert_enrichments (
  tenant_id   text        NOT NULL DEFAULT svc_tenant(),
  alert_id    uuid        NOT NULL,
  entities    jsonb       NOT NULL,
  left_out    int         NOT NULL,
  enriched_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, alert_id),
  FOREIGN KEY (tenant_id, alert_id) REFERENCES alerts (tenant_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['enrichment_answers', 'enrichment_records', 'alert_enrichments']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO svc_app', of_tenants);
  END LOOP;
END $$;

-- New alerts wait for the enrichment service as they do for playbooks and triage.
ALTER TABLE alert_arrivals DROP CONSTRAINT alert_arrivals_consumer_check;
ALTER TABLE alert_arrivals ADD CONSTRAINT alert_arrivals_consumer_check
  CHECK (consumer IN ('playbooks', 'triage', 'enrichment')) NOT VALID;
