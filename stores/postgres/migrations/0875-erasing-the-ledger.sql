-- An erasure reaches the texts of the investigation ledger too. The hash of an entry stays, so that the chain of its run still
-- links; the entry says when a value was taken out of it, because its text no longer gives that hash.
ALTER TABLE investigation_events ADD COLUMN erased_at timestamptz;

-- The operator's role may update the texts of entries and nothing else of them, and only `svc_erase_ledger` does.
CREATE OR REPLACE FUNCTION svc_ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_user = 'svc_operator' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'entries of the investigation ledger are written once' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE FUNCTION svc_ledger_header() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.status <> 'running' THEN
      -- The header and what it was closed as lose the same words, so that they still agree.
      IF current_user = 'svc_operator' AND to_jsonb(NEW) - ARRAY['summary', 'error', 'closed_as']
        IS NOT DISTINCT FROM to_jsonb(OLD) - ARRAY['summary', 'error', 'closed_as'] THEN
        RETURN NEW;
      END IF;
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

GRANT SELECT, UPDATE (summary, payload, erased_at) ON investigation_events TO svc_operator;
CREATE POLICY erased_row ON investigation_events FOR SELECT TO svc_operator USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY erased ON investigation_events FOR UPDATE TO svc_operator USING (tenant_id = (SELECT svc_tenant()));

-- Only for the value of a request to erase that is under way, as for other rows that are written once.
CREATE FUNCTION svc_erase_ledger(of_table text, plain text, in_json text, instead text) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE changed int;
BEGIN
  IF instead NOT IN ('[erased]', '[x]') OR NOT EXISTS (
    SELECT FROM subject_deletions WHERE tenant_id = svc_tenant() AND state = 'in_progress'
      AND plain = svc_pattern_of(subject_value)
      AND in_json = svc_pattern_of(substr(to_json(subject_value)::text, 2, length(to_json(subject_value)::text) - 2)))
  THEN
    RAISE EXCEPTION 'the investigation ledger is written once, but for a request to erase that is under way'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF of_table = 'investigation_events' THEN
    UPDATE investigation_events SET summary = regexp_replace(summary, plain, instead, 'gi'),
      payload = regexp_replace(payload::text, in_json, instead, 'gi')::jsonb, erased_at = clock_timestamp()
    WHERE tenant_id = svc_tenant() AND (summary ~* plain OR payload::text ~* in_json);
  ELSE
    UPDATE investigation_runs SET summary = regexp_replace(summary, plain, instead, 'gi'),
      error = regexp_replace(error, plain, instead, 'gi'),
      closed_as = regexp_replace(closed_as::text, in_json, instead, 'gi')::jsonb
    WHERE tenant_id = svc_tenant() AND status <> 'running'
      AND (summary ~* plain OR error ~* plain OR closed_as::text ~* in_json);
  END IF;
  GET DIAGNOSTICS changed = ROW_COUNT;
  RETURN changed;
END $$;
REVOKE EXECUTE ON FUNCTION svc_erase_ledger FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_erase_ledger TO svc_app;
GRANT CREATE ON SCHEMA public TO svc_operator;
ALTER FUNCTION svc_erase_ledger OWNER TO svc_operator;
REVOKE CREATE ON SCHEMA public FROM svc_operator;

CREATE OR REPLACE FUNCTION svc_erase_in(of_table text, plain text, in_json text, instead text) RETURNS int LANGUAGE sql AS $$
  SELECT CASE
    WHEN of_table IN ('investigation_events', 'investigation_runs') THEN svc_erase_ledger(of_table, plain, in_json, instead)
    WHEN of_table IN (SELECT svc_written_once()) THEN svc_erase_written_once(of_table, plain, in_json, instead)
    ELSE svc_erase_texts(of_table, plain, in_json, instead) END
$$;
