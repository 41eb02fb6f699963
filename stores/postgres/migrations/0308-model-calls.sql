-- Requests to models, one row each, there before it is sent: the budget of a tenant and a day is counted in these rows.
CREATE TABLE model_calls (
  tenant_id         text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id                uuid        NOT NULL DEFAULT gen_random_uuid(),
  purpose           text        NOT NULL CHECK (purpose IN ('triage', 'test')),
  alert_id          uuid,                                             -- null: about no alert
  run_id            uuid,                                             -- null: no run of the ledger came of it
  model             text        NOT NULL,
  outcome           text        NOT NULL CHECK (outcome IN ('asked', 'answered', 'failed')),
  reserved_tokens   int         NOT NULL CHECK (reserved_tokens > 0), -- counted until the answer says how many there were
  prompt_tokens     int         CHECK (prompt_tokens >= 0),           -- null: not measured
  completion_tokens int         CHECK (completion_tokens >= 0),
  cost_usd          float8      CHECK (cost_usd >= 0),                -- null: not measured
  reason            text,
  asked_at          timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX model_calls_by_day ON model_calls (tenant_id, asked_at);
CREATE INDEX model_calls_of_run ON model_calls (tenant_id, run_id) WHERE run_id IS NOT NULL;

ALTER TABLE model_calls ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_calls FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON model_calls TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE ON model_calls TO svc_app;
