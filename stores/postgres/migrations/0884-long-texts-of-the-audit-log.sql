-- A text of more than 300 characters has a key of its own in the audit log too: its subject is a digest, and the text that an
-- erasure searches stands beside it until the key is destroyed.
ALTER TABLE audit_subjects
  ADD COLUMN long_text text CHECK (length(long_text) <= 40000),
  ADD CHECK (long_text IS NULL OR erased_at IS NULL);
GRANT INSERT (long_text), UPDATE (long_text) ON audit_subjects TO svc_app;

CREATE OR REPLACE FUNCTION svc_audit_subject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.erased_at IS NOT NULL OR NEW.tenant_id <> OLD.tenant_id OR NEW.ref <> OLD.ref
    OR NEW.created_at <> OLD.created_at OR (NEW.subject IS NOT NULL AND NEW.subject <> OLD.subject)
    OR (NEW.subject IS NOT NULL AND NEW.long_text IS DISTINCT FROM OLD.long_text) THEN
    RAISE EXCEPTION 'a subject of the audit log can only be erased' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
