-- Rounds of tests that run by themselves, and alarms: a technique that was detected and is not any more.
CREATE TABLE purple_schedules (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  name        text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  test_ids    text[]      NOT NULL CHECK (cardinality(test_ids) <= 500), -- none: the whole catalogue
  mode        text        NOT NULL CHECK (mode IN ('live', 'dry')),
  every_hours int         NOT NULL CHECK (every_hours BETWEEN 1 AND 8760),
  enabled     boolean     NOT NULL,
  created_by  text        NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  next_at     timestamptz NOT NULL,
  lease       uuid,
  attempts    int         NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX purple_schedules_due ON purple_schedules (next_at) WHERE enabled;

CREATE TABLE purple_rounds (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  schedule_id uuid        NOT NULL,
  name        text        NOT NULL,
  mode        text        NOT NULL,
  tests       int         NOT NULL,
  detected    int,                       -- null while it goes on
  missed      int,
  unknown     int,
  started_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at    timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX purple_rounds_newest ON purple_rounds (tenant_id, started_at DESC, id DESC);
CREATE UNIQUE INDEX purple_rounds_open ON purple_rounds (tenant_id, schedule_id) WHERE ended_at IS NULL;

ALTER TABLE purple_executions ADD COLUMN round_id uuid;
CREATE INDEX purple_executions_of_round ON purple_executions (tenant_id, round_id) WHERE round_id IS NOT NULL;

CREATE TABLE purple_alarms (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  subject     text        NOT NULL,      -- a test in a mode, or a contract of a host: one open alarm of each
  technique   text,
  title       text        NOT NULL,
  missed_by   uuid        NOT NULL,      -- execution or contract that missed it
  detected_by uuid        NOT NULL,      -- and the one before, that did not
  raised_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  resolved_at timestamptz,               -- it is detected again
  resolved_by uuid,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX purple_alarms_open ON purple_alarms (tenant_id, subject) WHERE resolved_at IS NULL;
CREATE INDEX purple_alarms_newest ON purple_alarms (tenant_id, raised_at DESC, id DESC);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['purple_schedules', 'purple_rounds', 'purple_alarms']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON purple_schedules TO svc_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON purple_rounds TO svc_app;
GRANT SELECT, INSERT, UPDATE ON purple_alarms TO svc_app;
CREATE POLICY operator ON purple_schedules TO svc_operator USING (true);
GRANT SELECT, UPDATE ON purple_schedules TO svc_operator;
