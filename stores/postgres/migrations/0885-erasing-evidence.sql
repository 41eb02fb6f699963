-- An erasure reaches compliance evidence as it reaches the investigation ledger: the hash of a row stays, so that the chain
-- still links, and the row says when a value was taken out of it, because its document no longer gives that hash.
ALTER TABLE compliance_evidence ADD COLUMN erased_at timestamptz;

-- The operator's role may update the documents of rows and nothing else of them, and only `svc_erase_evidence` does.
CREATE FUNCTION svc_evidence_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_user = 'svc_operator' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'evidence is written once' USING ERRCODE = 'insufficient_privilege';
END $$;
DROP TRIGGER compliance_evidence_keep ON compliance_evidence;
CREATE TRIGGER compliance_evidence_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance_evidence
  FOR EACH STATEMENT EXECUTE FUNCTION svc_evidence_refuse();

GRANT SELECT, UPDATE (document, erased_at) ON compliance_evidence TO svc_operator;
CREATE POLICY erased_row ON compliance_evidence FOR SELECT TO svc_operator USING (tenant_id = (SELECT svc_tenant()));
CREATE POLICY erased ON compliance_evidence FOR UPDATE TO svc_operator USING (tenant_id = (SELECT svc_tenant()));

-- Only for the value of a request to erase that is under way, as for other rows that are written once.
CREATE FUNCTION svc_erase_evidence(plain text, in_json text, instead text) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE changed int;
BEGIN
  IF instead NOT IN ('[erased]', '[x]') OR NOT EXISTS (
    SELECT FROM subject_deletions WHERE tenant_id = svc_tenant() AND state = 'in_progress'
      AND plain = svc_pattern_of(subject_value)
      AND in_json = svc_pattern_of(substr(to_json(subject_value)::text, 2, length(to_json(subject_value)::text) - 2)))
  THEN
    RAISE EXCEPTION 'evidence is written once, but for a request to erase that is under way'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- The value inside of `said` alone: ids, numbers, dates and links of the row stay.
  UPDATE compliance_evidence SET erased_at = clock_timestamp(),
    document = jsonb_set(document::jsonb, '{said}',
      regexp_replace((document::jsonb -> 'said')::text, in_json, instead, 'gi')::jsonb)::text
  WHERE tenant_id = svc_tenant()
    AND CASE WHEN document ~* in_json THEN (document::jsonb -> 'said')::text ~* in_json ELSE false END;
  GET DIAGNOSTICS changed = ROW_COUNT;
  RETURN changed;
END $$;
REVOKE EXECUTE ON FUNCTION svc_erase_evidence FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_erase_evidence TO svc_app;
GRANT CREATE ON SCHEMA public TO svc_operator;
ALTER FUNCTION svc_erase_evidence OWNER TO svc_operator;
REVOKE CREATE ON SCHEMA public FROM svc_operator;

CREATE OR REPLACE FUNCTION svc_erase_in(of_table text, plain text, in_json text, instead text) RETURNS int LANGUAGE sql AS $$
  SELECT CASE
    WHEN of_table = 'compliance_evidence' THEN svc_erase_evidence(plain, in_json, instead)
    WHEN of_table IN ('investigation_events', 'investigation_runs') THEN svc_erase_ledger(of_table, plain, in_json, instead)
    WHEN of_table IN (SELECT svc_written_once()) THEN svc_erase_written_once(of_table, plain, in_json, instead)
    ELSE svc_erase_texts(of_table, plain, in_json, instead) END
$$;
