-- Entries of a run are chained: each holds the hash of the one before, and the header holds the last one and how it stood
-- when the run ended. From then on the database refuses every change of header and entries, to everybody.
-- Null in what was written before entries were chained.
ALTER TABLE investigation_events
  ADD COLUMN previous_hash bytea CHECK (length(previous_hash) = 32),
  ADD COLUMN hash          bytea CHECK (length(hash) = 32);
ALTER TABLE investigation_runs
  ADD COLUMN head_hash bytea CHECK (length(head_hash) = 32),
  ADD COLUMN closed_as jsonb;

-- The owner sees the rows of before only where row security is not forced.
ALTER TABLE investigation_runs NO FORCE ROW LEVEL SECURITY;
ALTER TABLE alert_verdicts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE api_keys NO FORCE ROW LEVEL SECURITY;
ALTER TABLE alerts NO FORCE ROW LEVEL SECURITY;
UPDATE alert_verdicts SET decided_by_person = decided_by_id WHERE decided_by_kind = 'human' AND decided_by_person IS NULL;
UPDATE alert_verdicts v SET decided_by_person = k.owner_id::text
FROM api_keys k
WHERE v.decided_by_kind = 'automation' AND v.decided_by_person IS NULL AND k.tenant_id = v.tenant_id AND k.id::text = v.decided_by_id;
UPDATE alerts a SET ai_verdict = r.verdict, ai_confidence = r.confidence
FROM (
  SELECT DISTINCT ON (tenant_id, alert_id) tenant_id, alert_id, verdict, confidence FROM investigation_runs
  WHERE kind = 'triage' AND verdict IS NOT NULL AND alert_id IS NOT NULL
  ORDER BY tenant_id, alert_id, started_at DESC) r
WHERE r.tenant_id = a.tenant_id AND r.alert_id = a.id AND a.ai_verdict IS NULL;
-- The few under way have entries that are not chained: they are asked for anew.
UPDATE investigation_runs SET status = 'failed', error = 'the program was updated while it ran', deadline = NULL, lease = NULL,
  completed_at = clock_timestamp() WHERE status = 'running';
ALTER TABLE alerts FORCE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
ALTER TABLE alert_verdicts FORCE ROW LEVEL SECURITY;
ALTER TABLE investigation_runs FORCE ROW LEVEL SECURITY;

-- The members of a header that a replay compares. Times as numbers: their text depends on settings of the session.
CREATE FUNCTION svc_run_header(run investigation_runs) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'kind', run.kind, 'alert_id', run.alert_id, 'case_id', run.case_id, 'status', run.status, 'judged_by', run.judged_by,
    'requested_by', run.requested_by, 'verdict', run.verdict, 'confidence', encode(float4send(run.confidence), 'hex'),
    'summary', run.summary, 'steps', run.steps, 'dropped', run.dropped, 'error', run.error,
    'head_hash', encode(run.head_hash, 'hex'), 'started_at', extract(epoch FROM run.started_at),
    'completed_at', extract(epoch FROM run.completed_at))
$$;

-- Where the next entry of a run goes. No row: there is no such run, or it has ended. Nobody else writes to it before this
-- transaction ends.
CREATE FUNCTION svc_ledger_next(run uuid) RETURNS TABLE (seq int, previous_hash bytea, now_us bigint)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM investigation_runs r WHERE r.tenant_id = svc_tenant() AND r.id = run AND r.status = 'running' FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY
    SELECT coalesce(max(e.seq), 0) + 1,
      coalesce((array_agg(e.hash ORDER BY e.seq DESC))[1], decode(repeat('00', 32), 'hex')),
      (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
    FROM investigation_events e WHERE e.tenant_id = svc_tenant() AND e.run_id = run;
END $$;

CREATE FUNCTION svc_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last record;
BEGIN
  PERFORM FROM investigation_runs r
    WHERE r.tenant_id = NEW.tenant_id AND r.id = NEW.run_id AND r.status = 'running' FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the investigation has ended: its ledger is closed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT e.seq, e.hash INTO last FROM investigation_events e
    WHERE e.tenant_id = NEW.tenant_id AND e.run_id = NEW.run_id ORDER BY e.seq DESC LIMIT 1;
  IF NEW.hash IS NULL OR NEW.seq <> coalesce(last.seq, 0) + 1
    OR NEW.previous_hash IS DISTINCT FROM coalesce(last.hash, decode(repeat('00', 32), 'hex')) THEN
    RAISE EXCEPTION 'an entry of the investigation ledger follows the one before it' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER investigation_events_follow BEFORE INSERT ON investigation_events
  FOR EACH ROW EXECUTE FUNCTION svc_ledger_entry();

-- Steps and the last hash are what the entries say, whoever closes the run and whatever it says of them.
CREATE FUNCTION svc_ledger_header() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.status <> 'running' THEN
      RAISE EXCEPTION 'the investigation has ended: its header is closed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF (NEW.tenant_id, NEW.id, NEW.kind, NEW.alert_id, NEW.case_id, NEW.judged_by, NEW.requested_by, NEW.started_at)
      IS DISTINCT FROM
      (OLD.tenant_id, OLD.id, OLD.kind, OLD.alert_id, OLD.case_id, OLD.judged_by, OLD.requested_by, OLD.started_at) THEN
      RAISE EXCEPTION 'an investigation stays about what it is about' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  NEW.closed_as := NULL;
  NEW.head_hash := NULL;
  IF NEW.status <> 'running' THEN
    SELECT count(*), (array_agg(e.hash ORDER BY e.seq DESC))[1] INTO NEW.steps, NEW.head_hash
      FROM investigation_events e WHERE e.tenant_id = NEW.tenant_id AND e.run_id = NEW.id;
    NEW.closed_as := svc_run_header(NEW);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER investigation_runs_close BEFORE INSERT OR UPDATE ON investigation_runs
  FOR EACH ROW EXECUTE FUNCTION svc_ledger_header();
CREATE TRIGGER investigation_runs_keep BEFORE DELETE OR TRUNCATE ON investigation_runs
  FOR EACH STATEMENT EXECUTE FUNCTION svc_ledger_refuse();

-- Also where a session says that it replays changes of another server.
ALTER TABLE investigation_events ENABLE ALWAYS TRIGGER investigation_events_keep;
ALTER TABLE investigation_events ENABLE ALWAYS TRIGGER investigation_events_follow;
ALTER TABLE investigation_runs ENABLE ALWAYS TRIGGER investigation_runs_close;
ALTER TABLE investigation_runs ENABLE ALWAYS TRIGGER investigation_runs_keep;
