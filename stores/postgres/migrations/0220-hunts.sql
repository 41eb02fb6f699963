-- Hunts: questions that are asked of the lake again and again, and what came of each time. Those that come with the product
-- are code; a tenant's own are rows. When each is due stands in hunt_schedules, a row for each hunt of each tenant.
CREATE TABLE hunts (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           text        NOT NULL CHECK (length(id) BETWEEN 1 AND 80),
  title        text        NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  hypothesis   text        NOT NULL CHECK (length(hypothesis) BETWEEN 1 AND 2000),
  techniques   text[]      NOT NULL CHECK (cardinality(techniques) <= 20),
  language     text        NOT NULL CHECK (language IN ('lucene', 'kql', 'sql')),
  query        text        NOT NULL CHECK (length(query) BETWEEN 1 AND 16384),
  window_hours int         NOT NULL CHECK (window_hours BETWEEN 1 AND 4464),
  created_by   text,                       -- null: the operator
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE hunt_schedules (
  tenant_id     text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  hunt_id       text        NOT NULL,
  every_minutes int         CHECK (every_minutes BETWEEN 15 AND 525600), -- null: only when somebody asks
  enabled       boolean     NOT NULL,
  next_run_at   timestamptz,
  PRIMARY KEY (tenant_id, hunt_id),
  CHECK ((next_run_at IS NOT NULL) = (enabled AND every_minutes IS NOT NULL))
);
CREATE INDEX hunt_schedules_due ON hunt_schedules (next_run_at) WHERE next_run_at IS NOT NULL;

CREATE TABLE hunt_runs (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  hunt_id      text        NOT NULL,
  language     text        NOT NULL,       -- the question as it was then
  query        text        NOT NULL,
  from_at      timestamptz NOT NULL,
  to_at        timestamptz NOT NULL,
  state        text        NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  requested_by text,                       -- null: its schedule
  hits         int         NOT NULL DEFAULT 0,
  has_more     boolean     NOT NULL DEFAULT false,
  missing      jsonb       NOT NULL DEFAULT '[]', -- spans that were not looked at, and why
  columns      jsonb,                      -- of an SQL hunt
  error        text,
  progress     real        NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  -- Where to go on: the last event that was kept, and the end of what is still to be looked at.
  position     jsonb,
  attempts     int         NOT NULL DEFAULT 0,
  cancel_asked boolean     NOT NULL DEFAULT false,
  lease        uuid,
  lease_until  timestamptz,
  queued_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at   timestamptz,
  ended_at     timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((state IN ('done', 'failed', 'cancelled')) = (ended_at IS NOT NULL))
);
CREATE INDEX hunt_runs_of_hunt ON hunt_runs (tenant_id, hunt_id, queued_at DESC, id DESC);
CREATE INDEX hunt_runs_open ON hunt_runs (queued_at) WHERE state IN ('queued', 'running');

CREATE TABLE hunt_hits (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  run_id     uuid        NOT NULL,
  ordinal    int         NOT NULL,
  event_uid  uuid,                         -- null: a row of SQL
  event_time timestamptz,
  document   jsonb       NOT NULL,
  mark       text        CHECK (mark IN ('interesting', 'benign')),
  note       text        CHECK (length(note) <= 2000),
  marked_by  text,
  marked_at  timestamptz,
  PRIMARY KEY (tenant_id, run_id, ordinal),
  UNIQUE (tenant_id, run_id, event_uid),
  FOREIGN KEY (tenant_id, run_id) REFERENCES hunt_runs (tenant_id, id) ON DELETE CASCADE
);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['hunts', 'hunt_schedules', 'hunt_runs', 'hunt_hits']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO svc_app', of_tenants);
  END LOOP;
END $$;
-- Who runs them asks over all tenants what is due and whose turn it is.
CREATE POLICY operator ON hunt_schedules TO svc_operator USING (true);
CREATE POLICY operator ON hunt_runs TO svc_operator USING (true);
GRANT SELECT, INSERT ON hunt_schedules TO svc_operator;
GRANT SELECT, UPDATE ON hunt_runs TO svc_operator;
