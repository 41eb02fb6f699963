-- Atomic tests that a tenant imported, runs of them on real hosts, and contracts: which rule must fire on which host by when.
CREATE TABLE purple_atomics (
  tenant_id      text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id             uuid        NOT NULL DEFAULT gen_random_uuid(),
  guid           uuid        NOT NULL,        -- as the file has it; derived from technique and name where it has none
  technique      text        NOT NULL CHECK (technique ~ '^T[0-9]{4}(\.[0-9]{3})?$'),
  technique_name text        NOT NULL,
  name           text        NOT NULL CHECK (length(name) BETWEEN 1 AND 300),
  description    text        NOT NULL,
  platforms      text[]      NOT NULL,
  executor       text        NOT NULL,
  command        text        NOT NULL,
  cleanup        text,
  needs_elevation boolean    NOT NULL,
  arguments      jsonb       NOT NULL,
  prerequisites  jsonb       NOT NULL,
  not_runnable   text,                        -- why it cannot run here; null: it can
  digest         text        NOT NULL,        -- of everything that would run
  safe_by        text,                        -- who put it on the safe list, as it is; another digest takes it off
  safe_at        timestamptz,
  imported_by    text        NOT NULL,
  imported_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, guid),
  CHECK ((safe_by IS NULL) = (safe_at IS NULL))
);

CREATE TABLE purple_host_runs (
  tenant_id      text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id             uuid        NOT NULL DEFAULT gen_random_uuid(),
  atomic_id      uuid        NOT NULL,
  atomic_name    text        NOT NULL,
  technique      text        NOT NULL,
  host           text        NOT NULL CHECK (length(host) BETWEEN 1 AND 253),
  evidence       text        NOT NULL CHECK (evidence IN ('host', 'runner')),
  steps          jsonb       NOT NULL,        -- what runs, as it was when it was asked for
  limit_seconds  int         NOT NULL,
  expected       jsonb       NOT NULL,
  state          text        NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  requested_by   text        NOT NULL,
  requested_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at     timestamptz NOT NULL,
  runner         text,
  began_at       timestamptz,
  ended_at       timestamptz,
  result         jsonb,
  evidence_at    timestamptz,                 -- the runner's record was sent
  next_at        timestamptz,
  lease          uuid,
  attempts       int         NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  CHECK ((state IN ('done', 'failed', 'cancelled')) = (ended_at IS NOT NULL))
);
CREATE INDEX purple_host_runs_newest ON purple_host_runs (tenant_id, requested_at DESC, id DESC);
CREATE INDEX purple_host_runs_due ON purple_host_runs (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE purple_expectations (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  host_run_id uuid,
  rule_id     text        CHECK (length(rule_id) BETWEEN 1 AND 200),
  technique   text        CHECK (technique ~ '^T[0-9]{4}(\.[0-9]{3})?$'),
  host        text        NOT NULL CHECK (length(host) BETWEEN 1 AND 253),
  evidence    text        NOT NULL CHECK (evidence IN ('host', 'runner')),
  since_at    timestamptz NOT NULL,
  deadline_at timestamptz NOT NULL,
  state       text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'met', 'missed', 'unknown')),
  links       jsonb       NOT NULL DEFAULT '{}', -- of each link that worked, when it was first seen to
  alert_id    uuid,
  found_rules text[]      NOT NULL DEFAULT '{}',
  error       text,
  created_by  text        NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_at  timestamptz,
  next_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  lease       uuid,
  attempts    int         NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  CHECK (num_nonnulls(rule_id, technique) = 1),
  CHECK ((state = 'waiting') = (decided_at IS NULL))
);
CREATE INDEX purple_expectations_newest ON purple_expectations (tenant_id, created_at DESC, id DESC);
CREATE INDEX purple_expectations_due ON purple_expectations (next_at) WHERE state = 'waiting';

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['purple_atomics', 'purple_host_runs', 'purple_expectations']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON purple_atomics TO svc_app;
GRANT SELECT, INSERT, UPDATE ON purple_host_runs, purple_expectations TO svc_app;
CREATE POLICY operator ON purple_host_runs TO svc_operator USING (true);
CREATE POLICY operator ON purple_expectations TO svc_operator USING (true);
GRANT SELECT, UPDATE ON purple_host_runs, purple_expectations TO svc_operator;
