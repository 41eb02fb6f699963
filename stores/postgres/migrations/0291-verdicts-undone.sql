-- A verdict, with those that repeat it on look-alikes, is taken back as one.
ALTER TABLE alert_verdicts
  ADD COLUMN undone_at      timestamptz,
  ADD COLUMN undone_by_id   text,
  ADD COLUMN undone_by_kind text CHECK (undone_by_kind IN ('human', 'automation')),
  ADD CHECK ((undone_at IS NULL) = (undone_by_id IS NULL) AND (undone_at IS NULL) = (undone_by_kind IS NULL));
CREATE INDEX alert_verdicts_copies ON alert_verdicts (tenant_id, copied_from_id) WHERE copied_from_id IS NOT NULL;
GRANT UPDATE (undone_at, undone_by_id, undone_by_kind) ON alert_verdicts TO svc_app;
