-- The investigation ledger: what agents were given, what they found and what they concluded. Entries are written once; the
-- database refuses to change or remove them to everybody.
CREATE TABLE investigation_runs (
  tenant_id    text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id           uuid        NOT NULL DEFAULT gen_random_uuid(),
  kind         text        NOT NULL CHECK (kind IN ('triage', 'investigation')),
  alert_id     uuid,
  case_id      uuid,
  status       text        NOT NULL CHECK (status IN ('running', 'completed', 'failed')),
  -- What judged: the name of a model, or the rules of this version. A run without a model has no cost.
  judged_by    text        NOT NULL,
  requested_by text        NOT NULL,
  verdict      text,
  confidence   real        CHECK (confidence BETWEEN 0 AND 1),
  summary      text,
  steps        int         NOT NULL DEFAULT 0,
  dropped      int         NOT NULL DEFAULT 0, -- sentences that nothing in the ledger supports
  error        text,
  lease        uuid,
  deadline     timestamptz,
  started_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  completed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((status = 'running') = (completed_at IS NULL)),
  CHECK ((status = 'running') = (deadline IS NOT NULL))
);
CREATE INDEX investigation_runs_of_case ON investigation_runs (tenant_id, case_id, started_at DESC, id DESC);
CREATE INDEX investigation_runs_of_alert ON investigation_runs (tenant_id, alert_id, started_at DESC, id DESC);
CREATE INDEX investigation_runs_due ON investigation_runs (deadline) WHERE deadline IS NOT NULL;

CREATE TABLE investigation_events (
  tenant_id   text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id          uuid        NOT NULL DEFAULT gen_random_uuid(),
  run_id      uuid        NOT NULL,
  seq         int         NOT NULL CHECK (seq > 0),
  kind        text        NOT NULL,
  agent       text        NOT NULL,
  summary     text        NOT NULL CHECK (length(summary) <= 2000),
  payload     jsonb       NOT NULL,
  model       text,                        -- null: no model was asked
  prompt_hash bytea,
  input_hash  bytea       NOT NULL CHECK (length(input_hash) = 32),
  output_hash bytea       NOT NULL CHECK (length(output_hash) = 32),
  duration_ms int         NOT NULL CHECK (duration_ms >= 0),
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, run_id, seq)
);

CREATE FUNCTION svc_ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the investigation ledger are written once' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER investigation_events_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON investigation_events
  FOR EACH STATEMENT EXECUTE FUNCTION svc_ledger_refuse();

DO $$
DECLARE of_tenants text;
BEGIN
  FOREACH of_tenants IN ARRAY ARRAY['investigation_runs', 'investigation_events']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', of_tenants);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO svc_app USING (tenant_id = (SELECT svc_tenant()))', of_tenants);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON investigation_runs TO svc_app;
GRANT SELECT, INSERT ON investigation_events TO svc_app;
CREATE POLICY operator ON investigation_runs TO svc_operator USING (true);
GRANT SELECT, UPDATE ON investigation_runs TO svc_operator;
