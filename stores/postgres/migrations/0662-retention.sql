-- How long a tenant keeps records where it differs from the installation, and what each run of retention removed and left.
CREATE TABLE tenant_retention (
  tenant_id       text        PRIMARY KEY DEFAULT svc_tenant() REFERENCES tenants (id),
  raw_events_days int         CHECK (raw_events_days BETWEEN 400 AND 3650), -- null: as the installation
  archive_days    int         CHECK (archive_days BETWEEN 400 AND 3650),    -- null: for good
  alerts_days     int         CHECK (alerts_days BETWEEN 1 AND 3650),       -- null: for good
  updated_by      text        NOT NULL,
  updated_at      timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE retention_runs (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id         uuid        NOT NULL DEFAULT gen_random_uuid(),
  class      text        NOT NULL CHECK (class ~ '^[a-z_]{2,40}$'),
  before     timestamptz NOT NULL,
  removed    bigint      NOT NULL CHECK (removed >= 0),
  kept       bigint      CHECK (kept >= 0), -- null: not counted, for a hold refused the run
  hold_id    uuid,
  detail     text        CHECK (length(detail) <= 500),
  ran_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX retention_runs_newest ON retention_runs (tenant_id, ran_at DESC, id DESC);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['tenant_retention', 'retention_runs']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    -- Which tenants are due is asked over all of them.
    EXECUTE format('CREATE POLICY operator ON %I FOR SELECT TO svc_operator USING (true)', of_tenants);
    EXECUTE format('GRANT SELECT ON %I TO svc_operator', of_tenants);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON tenant_retention TO svc_app;
GRANT SELECT, INSERT, DELETE ON retention_runs TO svc_app;
