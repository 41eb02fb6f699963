-- Investigations of all cases are listed newest first.
CREATE INDEX investigation_runs_newest ON investigation_runs (tenant_id, started_at DESC, id DESC) WHERE kind = 'investigation';
