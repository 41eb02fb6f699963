-- Exercises: tests of the catalogue that were run and what came of them, what of ATT&CK was covered when, and exercises
-- that people play at a table.
CREATE TABLE purple_executions (
  tenant_id     text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id            uuid        NOT NULL DEFAULT gen_random_uuid(),
  test_id       text        NOT NULL CHECK (length(test_id) BETWEEN 1 AND 80),
  technique     text        NOT NULL CHECK (technique ~ '^T[0-9]{4}(\.[0-9]{3})?$'),
  platform      text        NOT NULL,
  mode          text        NOT NULL CHECK (mode IN ('live', 'dry')),
  state         text        NOT NULL CHECK (state IN ('pending', 'running', 'success', 'failed', 'cancelled')),
  outcome       text        CHECK (outcome IN ('detected', 'missed')), -- null: it is not known
  requested_by  text        NOT NULL,
  wait_seconds  int         NOT NULL CHECK (wait_seconds BETWEEN 10 AND 3600),
  events        int         NOT NULL CHECK (events >= 1),
  events_stored int,                       -- found in the lake; null: nobody has looked
  findings      jsonb       NOT NULL DEFAULT '[]', -- rules that held, with the seconds that it took
  undecided     jsonb       NOT NULL DEFAULT '[]', -- of a dry one: rules that cannot be judged so, and why
  alert_id      uuid,
  alert_seconds real,
  error         text,
  queued_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at    timestamptz,
  sent_at       timestamptz,               -- the door has taken the events
  ended_at      timestamptz,
  next_at       timestamptz NOT NULL DEFAULT clock_timestamp(), -- when it is looked at next, by one process
  lease         uuid,
  attempts      int         NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  CHECK ((state IN ('success', 'failed', 'cancelled')) = (ended_at IS NOT NULL)),
  CHECK ((state = 'success') = (outcome IS NOT NULL))
);
CREATE INDEX purple_executions_newest ON purple_executions (tenant_id, queued_at DESC, id DESC);
CREATE INDEX purple_executions_latest ON purple_executions (tenant_id, test_id, ended_at DESC) WHERE mode = 'live';
CREATE INDEX purple_executions_due ON purple_executions (next_at) WHERE state IN ('pending', 'running');

CREATE TABLE purple_snapshots (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  captured_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  captured_by text        NOT NULL,
  note        text        CHECK (length(note) <= 500),
  techniques  jsonb       NOT NULL,        -- of each: rules, and what its tests said last
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX purple_snapshots_newest ON purple_snapshots (tenant_id, captured_at DESC, id DESC);

CREATE TABLE purple_tabletops (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  name        text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  description text        CHECK (length(description) <= 4000),
  scenario    text        NOT NULL CHECK (length(scenario) BETWEEN 1 AND 20000),
  techniques  text[]      NOT NULL CHECK (cardinality(techniques) <= 50),
  steps       int         NOT NULL DEFAULT 0,
  created_by  text        NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  closed_at   timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX purple_tabletops_newest ON purple_tabletops (tenant_id, created_at DESC, id DESC);

CREATE TABLE purple_tabletop_steps (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  tabletop_id uuid        NOT NULL,
  ordinal     int         NOT NULL,        -- from 1, without gaps
  kind        text        NOT NULL CHECK (kind IN ('inject', 'response', 'decision', 'finding', 'close')),
  speaker     text        NOT NULL CHECK (length(speaker) BETWEEN 1 AND 200),
  body        text        NOT NULL CHECK (length(body) BETWEEN 1 AND 10000),
  severity    text        CHECK (severity IN ('critical', 'high', 'medium', 'low', 'info')), -- of a finding
  owner       text        CHECK (length(owner) <= 200),                                      -- of a finding
  written_by  text        NOT NULL,
  written_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, tabletop_id, ordinal),
  FOREIGN KEY (tenant_id, tabletop_id) REFERENCES purple_tabletops (tenant_id, id)
);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY
    ARRAY['purple_executions', 'purple_snapshots', 'purple_tabletops', 'purple_tabletop_steps']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON purple_executions, purple_tabletops TO svc_app;
GRANT SELECT, INSERT, DELETE ON purple_snapshots TO svc_app;
GRANT SELECT, INSERT ON purple_tabletop_steps TO svc_app;
-- Who runs them asks over all tenants whose turn it is.
CREATE POLICY operator ON purple_executions TO svc_operator USING (true);
GRANT SELECT, UPDATE ON purple_executions TO svc_operator;
