-- Playbooks, and their runs as they stand: every wait has a deadline, written in the transaction that began it.
CREATE TABLE playbooks (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          text        NOT NULL CHECK (length(id) BETWEEN 1 AND 80),
  version     int         NOT NULL CHECK (version > 0),
  enabled     boolean     NOT NULL,
  document    jsonb       NOT NULL,
  author      text,
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  deleted_at  timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE TABLE playbook_versions (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  playbook_id text        NOT NULL,
  version     int         NOT NULL,
  document    jsonb       NOT NULL,
  author      text,
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, playbook_id, version)
);

CREATE TABLE playbook_runs (
  tenant_id      text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id             uuid        NOT NULL DEFAULT gen_random_uuid(),
  playbook_id    text        NOT NULL,
  version        int         NOT NULL,
  document       jsonb       NOT NULL,       -- as it was when the run began
  status         text        NOT NULL CHECK (status IN ('pending', 'running', 'waiting', 'completed', 'failed', 'denied',
                                                       'expired', 'cancelled')),
  dry_run        boolean     NOT NULL,
  trigger_kind   text        NOT NULL CHECK (trigger_kind IN ('alert', 'case', 'manual', 'schedule', 'webhook', 'playbook')),
  trigger_key    text        CHECK (length(trigger_key) <= 200), -- one run of a playbook for each
  trigger_data   jsonb       NOT NULL,
  requested_by   text        NOT NULL,
  case_id        uuid,
  alert_id       uuid,
  parent_run_id  uuid,
  depth          int         NOT NULL CHECK (depth BETWEEN 0 AND 5),
  state          jsonb       NOT NULL,       -- where it is, what was found, how often each step was begun
  steps_executed int         NOT NULL DEFAULT 0,
  steps_total    int         NOT NULL,
  error          text,
  -- Of a wait: for what, and until when at the latest.
  wait_kind      text        CHECK (wait_kind IN ('action', 'approval', 'time', 'run')),
  wait_id        uuid,
  deadline       timestamptz,
  lease          uuid,
  cancel_asked   boolean     NOT NULL DEFAULT false,
  started_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  completed_at   timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, playbook_id, trigger_key),
  CHECK ((status IN ('completed', 'failed', 'denied', 'expired', 'cancelled')) = (completed_at IS NOT NULL)),
  CHECK ((completed_at IS NULL) = (deadline IS NOT NULL)),
  CHECK ((status = 'waiting') = (wait_kind IS NOT NULL))
);
CREATE INDEX playbook_runs_newest ON playbook_runs (tenant_id, playbook_id, started_at DESC, id DESC);
CREATE INDEX playbook_runs_due ON playbook_runs (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX playbook_runs_ready ON playbook_runs (started_at) WHERE status = 'pending';
CREATE INDEX playbook_runs_waiting ON playbook_runs (tenant_id, wait_id) WHERE status = 'waiting';
CREATE INDEX playbook_runs_ended ON playbook_runs (completed_at) WHERE parent_run_id IS NOT NULL;
CREATE INDEX response_actions_of_runs ON response_actions (ended_at) WHERE run_id IS NOT NULL;
CREATE INDEX approvals_of_runs ON approvals (decided_at) WHERE run_id IS NOT NULL;

-- What a run did, in its order; written once.
CREATE TABLE playbook_run_steps (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  run_id       uuid        NOT NULL,
  seq          int         NOT NULL,
  step_id      text        NOT NULL,
  type         text        NOT NULL,
  outcome      text        NOT NULL,
  executed     boolean     NOT NULL,
  verification text,
  detail       text,
  ref          text,                         -- of the action, the approval or the run that it began
  at           timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, run_id, seq),
  FOREIGN KEY (tenant_id, run_id) REFERENCES playbook_runs (tenant_id, id) ON DELETE CASCADE
);

-- Alerts that came and that somebody has still to look at: a row for each who does, gone in the transaction that did.
CREATE TABLE alert_arrivals (
  tenant_id  text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  consumer   text        NOT NULL CHECK (consumer IN ('playbooks', 'triage')),
  alert_id   uuid        NOT NULL,
  arrived_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, consumer, alert_id)
);
CREATE INDEX alert_arrivals_order ON alert_arrivals (consumer, arrived_at);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['playbooks', 'playbook_versions', 'playbook_runs', 'playbook_run_steps', 'alert_arrivals']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON playbooks, playbook_runs TO svc_app;
GRANT SELECT, INSERT ON playbook_versions, playbook_run_steps TO svc_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON alert_arrivals TO svc_app;
CREATE POLICY operator ON playbook_runs TO svc_operator USING (true);
CREATE POLICY operator ON alert_arrivals FOR SELECT TO svc_operator USING (true);
GRANT SELECT, UPDATE ON playbook_runs TO svc_operator;
GRANT SELECT ON alert_arrivals TO svc_operator;
