-- Finished triages and investigations again, under another model or prompt, with the results of their tools as the ledger
-- has them: how verdicts, steps and sentences would differ, run by run.
CREATE TABLE model_comparisons (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  status       text        NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'completed', 'failed')),
  model        text        CHECK (length(model) BETWEEN 1 AND 200), -- null: the one that is set
  prompt_note  text        CHECK (length(prompt_note) BETWEEN 1 AND 2000),
  run_ids      uuid[]      NOT NULL CHECK (cardinality(run_ids) BETWEEN 1 AND 200),
  results      jsonb       NOT NULL DEFAULT '[]',
  error        text,
  requested_by text        NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  completed_at timestamptz,
  lease        uuid,
  deadline     timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((status = 'running') = (completed_at IS NULL))
);
CREATE INDEX model_comparisons_running ON model_comparisons (tenant_id) WHERE status = 'running';
ALTER TABLE model_comparisons ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_comparisons FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON model_comparisons TO svc_app USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY operator ON model_comparisons FOR SELECT TO svc_operator USING (true);
GRANT SELECT, INSERT, UPDATE ON model_comparisons TO svc_app;
GRANT SELECT ON model_comparisons TO svc_operator;
