-- Texts of rows that are written once change in one way only: a function of the operator's role puts a mark in the place of
-- the value of a request to erase that is under way. The application's role loses its right to update them, so that no
-- setting of a session opens them.
CREATE FUNCTION svc_written_once() RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT c.relname::text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE t.tgname = 'only_erased' AND c.relnamespace = 'public'::regnamespace
$$;

CREATE OR REPLACE FUNCTION svc_only_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user <> 'svc_operator' THEN
    RAISE EXCEPTION 'rows of % are written once', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

DO $$
DECLARE of_table text; granted text; texts text;
BEGIN
  FOR of_table IN SELECT svc_written_once()
  LOOP
    -- What 0501 granted, which is what the trigger watches.
    SELECT string_agg(quote_ident(a.attname), ', ') INTO granted
    FROM pg_trigger t JOIN pg_attribute a ON a.attrelid = t.tgrelid AND a.attnum = ANY (t.tgattr::int2[])
    WHERE t.tgname = 'only_erased' AND t.tgrelid = of_table::regclass;
    SELECT string_agg(quote_ident(column_name), ', ') INTO texts FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = of_table AND column_name <> 'tenant_id' AND is_generated = 'NEVER'
      AND (data_type IN ('text', 'json', 'jsonb') OR (data_type = 'ARRAY' AND udt_name = '_text'));
    EXECUTE format('REVOKE UPDATE (%s) ON %I FROM svc_app', granted, of_table);
    EXECUTE format('GRANT SELECT, UPDATE (%s) ON %I TO svc_operator', texts, of_table);
    EXECUTE format('CREATE POLICY erased_row ON %I FOR SELECT TO svc_operator USING (tenant_id = (SELECT svc_tenant()))', of_table);
    EXECUTE format('CREATE POLICY erased ON %I FOR UPDATE TO svc_operator USING (tenant_id = (SELECT svc_tenant()))', of_table);
  END LOOP;
END $$;
CREATE POLICY erases ON subject_deletions FOR SELECT TO svc_operator USING (tenant_id = (SELECT svc_tenant()));

-- The pattern of a value as a word of its own, as control/governance/subject-deletions/subject-patterns.ts writes it.
CREATE FUNCTION svc_pattern_of(value text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT '(?<![[:alnum:]_])' || regexp_replace(value, '([ -/:-@[-`{-~])', '\\\1', 'g') || '(?![[:alnum:]_])'
$$;

-- Puts `instead`, which is no longer than it, in the place of the subject's value, and gives how many rows it was.
CREATE FUNCTION svc_erase_texts(of_table text, plain text, in_json text, instead text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE sets text; changed int;
BEGIN
  SELECT string_agg(CASE kind
    WHEN 'text' THEN format('%1$I = regexp_replace(%1$I, $1, $3, ''gi'')', name)
    WHEN 'list' THEN format('%1$I = (SELECT coalesce(array_agg(regexp_replace(e, $1, $3, ''gi'') ORDER BY n), ''{}'')
      FROM unnest(%1$I) WITH ORDINALITY AS u (e, n))', name)
    ELSE format('%1$I = regexp_replace(%1$I::text, $2, $3, ''gi'')::%2$s', name, kind) END, ', ')
  INTO sets FROM svc_text_columns(of_table, 'UPDATE');
  IF sets IS NULL THEN RETURN 0; END IF;
  EXECUTE format('UPDATE %I SET %s WHERE tenant_id = svc_tenant() AND (%s)', of_table, sets, svc_names(of_table, 'UPDATE'))
    USING plain, in_json, instead;
  GET DIAGNOSTICS changed = ROW_COUNT;
  RETURN changed;
END $$;

CREATE FUNCTION svc_erase_written_once(of_table text, plain text, in_json text, instead text) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF of_table NOT IN (SELECT svc_written_once()) OR instead NOT IN ('[erased]', '[x]') OR NOT EXISTS (
    SELECT FROM subject_deletions WHERE tenant_id = svc_tenant() AND state = 'in_progress'
      AND plain = svc_pattern_of(subject_value)
      AND in_json = svc_pattern_of(substr(to_json(subject_value)::text, 2, length(to_json(subject_value)::text) - 2)))
  THEN
    RAISE EXCEPTION 'rows of % are written once, but for a request to erase that is under way', of_table
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN svc_erase_texts(of_table, plain, in_json, instead);
END $$;
REVOKE EXECUTE ON FUNCTION svc_erase_written_once FROM PUBLIC;
GRANT EXECUTE ON FUNCTION svc_erase_written_once TO svc_app;
GRANT CREATE ON SCHEMA public TO svc_operator;
ALTER FUNCTION svc_erase_written_once OWNER TO svc_operator;
REVOKE CREATE ON SCHEMA public FROM svc_operator;

CREATE OR REPLACE FUNCTION svc_erase_in(of_table text, plain text, in_json text, instead text) RETURNS int LANGUAGE sql AS $$
  SELECT CASE WHEN of_table IN (SELECT svc_written_once()) THEN svc_erase_written_once(of_table, plain, in_json, instead)
    ELSE svc_erase_texts(of_table, plain, in_json, instead) END
$$;
