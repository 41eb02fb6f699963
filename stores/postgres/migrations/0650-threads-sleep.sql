-- A thread that has every comment of its case sleeps (next_look_at is null) until the case gets another one.
ALTER TABLE chat_threads
  ADD COLUMN not_before timestamptz,              -- of a look that goes on, or of a wait after a fault; null: at once
  ADD COLUMN wakes      bigint NOT NULL DEFAULT 0; -- a look during which it changed does not let the thread sleep

-- A comment that the platform refused. Without a time of another try it is given up.
ALTER TABLE chat_messages
  ADD COLUMN fault    text CHECK (length(fault) <= 500),
  ADD COLUMN retry_at timestamptz;

CREATE FUNCTION svc_comment_wakes_threads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE chat_threads t SET wakes = t.wakes + 1, next_look_at = least(t.next_look_at, NEW.created_at)
  WHERE t.tenant_id = NEW.tenant_id AND t.case_id IN (
    SELECT NEW.case_id
    UNION ALL SELECT c.id FROM cases c WHERE c.tenant_id = NEW.tenant_id AND c.merged_into_id = NEW.case_id);
  RETURN NULL;
END $$;
CREATE TRIGGER case_comments_wake_threads AFTER INSERT ON case_comments
  FOR EACH ROW WHEN (NOT NEW.is_system) EXECUTE FUNCTION svc_comment_wakes_threads();

-- Its threads follow the case that it became part of.
CREATE FUNCTION svc_merge_wakes_threads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE chat_threads t SET wakes = t.wakes + 1, next_look_at = least(t.next_look_at, clock_timestamp())
  WHERE t.tenant_id = NEW.tenant_id AND t.case_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER cases_merge_wakes_threads AFTER UPDATE OF merged_into_id ON cases
  FOR EACH ROW WHEN (NEW.merged_into_id IS DISTINCT FROM OLD.merged_into_id) EXECUTE FUNCTION svc_merge_wakes_threads();
