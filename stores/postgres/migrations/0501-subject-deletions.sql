-- Requests to erase what is known of somebody or something, and what came of them.
CREATE TABLE subject_deletions (
  tenant_id          text        NOT NULL DEFAULT svc_tenant() REFERENCES tenants (id),
  id                 uuid        NOT NULL DEFAULT gen_random_uuid(),
  subject_kind       text        NOT NULL CHECK (subject_kind IN ('user', 'host', 'ip')),
  subject_value      text        NOT NULL CHECK (length(subject_value) BETWEEN 3 AND 500),
  state              text        NOT NULL CHECK (state IN ('pending', 'blocked_by_hold', 'in_progress', 'completed', 'refused')),
  reason             text        CHECK (length(reason) <= 2000),
  notes              text        CHECK (length(notes) <= 5000),
  blocked_by_hold_id uuid,
  affected_counts    jsonb       NOT NULL DEFAULT '{}',
  certificate        jsonb,
  requested_by       text        NOT NULL,
  requested_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  lease_until        timestamptz NOT NULL DEFAULT '-infinity',
  completed_at       timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((state IN ('completed', 'refused')) = (completed_at IS NOT NULL)),
  CHECK ((state = 'completed') = (certificate IS NOT NULL))
);
CREATE INDEX subject_deletions_open ON subject_deletions (requested_at) WHERE completed_at IS NULL;

ALTER TABLE subject_deletions ENABLE ROW LEVEL SECURITY;
ALTER TABLE subject_deletions FORCE ROW LEVEL SECURITY;
CREATE POLICY one_tenant ON subject_deletions TO svc_app USING (tenant_id = (SELECT svc_tenant()));
GRANT SELECT, INSERT, UPDATE ON subject_deletions TO svc_app;
-- Whoever carries them out asks over all tenants which have one.
CREATE POLICY operator ON subject_deletions FOR SELECT TO svc_operator USING (true);
GRANT SELECT ON subject_deletions TO svc_operator;

-- What is written once still loses the name of somebody who is erased, and nothing else of it changes.
CREATE FUNCTION svc_only_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('svc.erases', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION 'rows of % are written once', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
DO $$
DECLARE of_table text; texts text;
BEGIN
  FOREACH of_table IN ARRAY ARRAY['alert_history', 'case_comments', 'case_events', 'case_time_entries',
    'phishing_submissions', 'playbook_run_steps', 'search_job_pages', 'svc_sandbox_submissions', 'case_handoffs',
    'search_jobs', 'alert_verdicts']
  LOOP
    SELECT string_agg(quote_ident(column_name), ', ') INTO texts FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = of_table AND column_name <> 'tenant_id' AND is_generated = 'NEVER'
      AND (data_type IN ('text', 'json', 'jsonb') OR (data_type = 'ARRAY' AND udt_name = '_text'))
      AND NOT has_column_privilege('svc_app', of_table, column_name, 'UPDATE');
    EXECUTE format('GRANT UPDATE (%s) ON %I TO svc_app', texts, of_table);
    EXECUTE format('CREATE TRIGGER only_erased BEFORE UPDATE OF %s ON %I FOR EACH ROW EXECUTE FUNCTION svc_only_erased()',
      texts, of_table);
  END LOOP;
END $$;

-- Columns of a table that hold text of any kind, and of which the present role may do `what`.
CREATE FUNCTION svc_text_columns(of_table text, what text) RETURNS TABLE (name text, kind text) LANGUAGE sql STABLE AS $$
  SELECT column_name::text, CASE WHEN data_type = 'ARRAY' THEN 'list' ELSE data_type::text END
  FROM information_schema.columns
  WHERE table_schema = 'public' AND table_name = of_table AND column_name <> 'tenant_id' AND is_generated = 'NEVER'
    AND (data_type IN ('text', 'json', 'jsonb') OR (data_type = 'ARRAY' AND udt_name = '_text'))
    AND has_column_privilege(of_table, column_name, what)
$$;

CREATE FUNCTION svc_names(of_table text, what text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(string_agg(CASE kind
    WHEN 'text' THEN format('%I ~* $1', name)
    WHEN 'list' THEN format('EXISTS (SELECT FROM unnest(%I) AS e WHERE e ~* $1)', name)
    ELSE format('%I::text ~* $2', name) END, ' OR '), 'false')
  FROM svc_text_columns(of_table, what)
$$;

-- Rows of the tenant that name the subject. `plain` and `in_json` are patterns of its value, as it is and within JSON.
CREATE FUNCTION svc_rows_naming(of_table text, plain text, in_json text) RETURNS int LANGUAGE plpgsql STABLE AS $$
DECLARE found int;
BEGIN
  EXECUTE format('SELECT count(*) FROM %I WHERE %s', of_table, svc_names(of_table, 'SELECT')) INTO found USING plain, in_json;
  RETURN found;
END $$;

-- Puts `instead`, which is no longer than it, in the place of the subject's value, and gives how many rows it was.
CREATE FUNCTION svc_erase_in(of_table text, plain text, in_json text, instead text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE sets text; changed int;
BEGIN
  SELECT string_agg(CASE kind
    WHEN 'text' THEN format('%1$I = regexp_replace(%1$I, $1, $3, ''gi'')', name)
    WHEN 'list' THEN format('%1$I = (SELECT coalesce(array_agg(regexp_replace(e, $1, $3, ''gi'') ORDER BY n), ''{}'')
      FROM unnest(%1$I) WITH ORDINALITY AS u (e, n))', name)
    ELSE format('%1$I = regexp_replace(%1$I::text, $2, $3, ''gi'')::%2$s', name, kind) END, ', ')
  INTO sets FROM svc_text_columns(of_table, 'UPDATE');
  IF sets IS NULL THEN RETURN 0; END IF;
  PERFORM set_config('svc.erases', 'on', true);
  EXECUTE format('UPDATE %I SET %s WHERE %s', of_table, sets, svc_names(of_table, 'UPDATE')) USING plain, in_json, instead;
  GET DIAGNOSTICS changed = ROW_COUNT;
  PERFORM set_config('svc.erases', 'off', true);
  RETURN changed;
END $$;
