-- Response: what is done to users, hosts and addresses, who allowed it, and what came of it. Whatever is not at its end has a
-- deadline, written in the transaction that left it there: one sweeper finishes what nobody else does.
CREATE TABLE response_actions (
  tenant_id         text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id                uuid        NOT NULL DEFAULT gen_random_uuid(),
  action_type       text        NOT NULL,
  target            text        NOT NULL CHECK (length(target) <= 500),
  parameters        jsonb       NOT NULL,
  rationale         text        NOT NULL CHECK (length(rationale) BETWEEN 1 AND 2000),
  blast_radius      text        NOT NULL CHECK (blast_radius IN ('minimal', 'low', 'medium', 'high')),
  status            text        NOT NULL CHECK (status IN ('awaiting_approval', 'approved', 'rejected', 'running', 'completed',
                                                          'failed', 'rolling_back', 'rolled_back')),
  -- Of one that was done: whether its effect was seen. Null: nothing was done, or nobody knows yet.
  outcome           text        CHECK (outcome IN ('verified', 'not_verified', 'contradicted', 'simulated')),
  executor          text,                    -- vendor and name of who did it
  executor_ref      text,                    -- its id there
  detail            text,
  requested_by      text        NOT NULL,
  requested_by_kind text        NOT NULL,
  case_id           uuid,
  alert_id          uuid,
  run_id            uuid,                    -- of a playbook
  idempotency_key   text        CHECK (length(idempotency_key) <= 200),
  attempts          int         NOT NULL DEFAULT 0,
  lease             uuid,
  deadline          timestamptz,
  rollback_at       timestamptz,
  created_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at          timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, idempotency_key),
  CHECK ((status IN ('rejected', 'completed', 'failed', 'rolled_back')) = (ended_at IS NOT NULL)),
  CHECK ((ended_at IS NULL) = (deadline IS NOT NULL))
);
CREATE INDEX response_actions_newest ON response_actions (tenant_id, created_at DESC, id DESC);
CREATE INDEX response_actions_due ON response_actions (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX response_actions_ready ON response_actions (created_at) WHERE status IN ('approved', 'rolling_back');
CREATE INDEX response_actions_rollback ON response_actions (rollback_at) WHERE rollback_at IS NOT NULL;
CREATE INDEX response_actions_target ON response_actions (tenant_id, action_type, target, created_at DESC);

CREATE TABLE approvals (
  tenant_id         text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id                uuid        NOT NULL DEFAULT gen_random_uuid(),
  title             text        NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  summary           text        NOT NULL CHECK (length(summary) <= 5000),
  risk_level        text        NOT NULL CHECK (risk_level IN ('low', 'medium', 'high', 'critical')),
  action_id         uuid,                    -- what is done when it is approved; null: whoever asked waits for the answer
  -- Of target, parameters and evidence as they were asked for: it is void when they are others by then.
  digest            bytea       NOT NULL CHECK (length(digest) = 32),
  action            jsonb       NOT NULL,
  requested_by      text        NOT NULL CHECK (length(requested_by) <= 120),
  requested_by_kind text        NOT NULL,
  required_user_id  uuid,
  quorum            int         NOT NULL CHECK (quorum BETWEEN 1 AND 5),
  run_id            uuid,
  case_id           uuid,
  alert_id          uuid,
  status            text        NOT NULL CHECK (status IN ('pending', 'approved', 'denied', 'expired')),
  decided_by        uuid,
  decided_at        timestamptz,
  decision_comment  text        CHECK (length(decision_comment) <= 2000),
  expires_at        timestamptz NOT NULL,
  reminded_at       timestamptz,
  created_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  CHECK ((status = 'pending') = (decided_at IS NULL))
);
CREATE INDEX approvals_newest ON approvals (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX approvals_due ON approvals (expires_at) WHERE status = 'pending';

-- Of several who must agree, each once.
CREATE TABLE approval_votes (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  approval_id uuid        NOT NULL,
  user_id     uuid        NOT NULL,
  voted_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, approval_id, user_id),
  FOREIGN KEY (tenant_id, approval_id) REFERENCES approvals (tenant_id, id) ON DELETE CASCADE
);

-- What may never be acted on, and where there is such a list what alone may.
CREATE TABLE response_targets (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  list        text        NOT NULL CHECK (list IN ('allow', 'deny')),
  action_type text        NOT NULL,          -- * for all
  pattern     text        NOT NULL CHECK (length(pattern) BETWEEN 1 AND 500),
  reason      text        NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  created_by  text        NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE response_executors (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  name         text        NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  vendor       text        NOT NULL,
  capabilities text[]      NOT NULL,
  base_url     text        NOT NULL,
  settings     jsonb       NOT NULL,
  secret       text,                         -- as the vault keeps it
  enabled      boolean     NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name)
);

-- What firewalls, proxies and resolvers pull.
CREATE TABLE block_list (
  tenant_id text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  kind      text        NOT NULL CHECK (kind IN ('ip', 'domain', 'url', 'hash')),
  value     text        NOT NULL CHECK (length(value) BETWEEN 1 AND 500),
  action_id uuid        NOT NULL,
  added_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, kind, value)
);

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['response_actions', 'approvals', 'approval_votes', 'response_targets', 'response_executors',
    'block_list']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON response_actions, approvals TO svc_app;
GRANT SELECT, INSERT ON approval_votes TO svc_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON response_targets, response_executors, block_list TO svc_app;
-- Who carries out and sweeps asks over all tenants what is next and what is due.
CREATE POLICY operator ON response_actions TO svc_operator USING (true);
CREATE POLICY operator ON approvals FOR SELECT TO svc_operator USING (true);
GRANT SELECT, UPDATE ON response_actions TO svc_operator;
GRANT SELECT ON approvals TO svc_operator;
