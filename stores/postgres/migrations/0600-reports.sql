-- Reports that are made on a schedule and mailed, each kept as it was made.
CREATE TABLE report_schedules (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  name        text        NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  kind        text        NOT NULL CHECK (kind IN ('soc', 'customer')),
  frequency   text        NOT NULL CHECK (frequency IN ('daily', 'weekly', 'monthly')),
  weekday     int         NOT NULL CHECK (weekday BETWEEN 1 AND 7),  -- of weekly ones; 1 is Monday
  hour        int         NOT NULL CHECK (hour BETWEEN 0 AND 23),    -- of the clock in `time_zone`
  time_zone   text        NOT NULL CHECK (length(time_zone) <= 64),
  user_ids    uuid[]      NOT NULL CHECK (cardinality(user_ids) <= 100),
  addresses   text[]      NOT NULL CHECK (cardinality(addresses) <= 50),
  enabled     boolean     NOT NULL,
  created_by  text        NOT NULL,
  created_at  timestamptz NOT NULL,
  next_run_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX report_schedules_due ON report_schedules (next_run_at) WHERE enabled;

CREATE TABLE reports (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  schedule_id  uuid,                    -- null: somebody asked for it
  kind         text        NOT NULL CHECK (kind IN ('soc', 'customer')),
  title        text        NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
  period_start timestamptz NOT NULL,
  period_end   timestamptz NOT NULL,
  time_zone    text        NOT NULL,
  document     jsonb       NOT NULL,
  made_by      text        NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  -- A period of a schedule is reported once, however many processes look.
  UNIQUE (tenant_id, schedule_id, period_end),
  CHECK (period_start < period_end)
);
CREATE INDEX reports_newest ON reports (tenant_id, created_at DESC, id DESC);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['report_schedules', 'reports']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO svc_app', of_tenants);
  END LOOP;
END $$;
-- The schedules that are due are read over all tenants.
CREATE POLICY operator ON report_schedules FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON report_schedules TO svc_operator;
