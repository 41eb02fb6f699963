-- lost: the file is gone or damaged, and no other place has its rows; the table lacks it from then on.
ALTER TABLE archive_moves DROP CONSTRAINT archive_moves_state_check;
ALTER TABLE archive_moves ADD CONSTRAINT archive_moves_state_check CHECK (state IN
  ('writing', 'copied', 'dropping', 'dropped', 'restoring', 'restored', 'replaced', 'abandoned', 'lost'));
ALTER TABLE archive_moves ADD COLUMN lost_at timestamptz;
-- The state to return to when the file comes back. Null after an erasure or a removal by retention, which did not read the file.
ALTER TABLE archive_moves ADD COLUMN lost_state text;
GRANT UPDATE (lost_at, lost_state) ON archive_moves TO svc_app;

-- withdrawn: its files named an erased subject, and were deleted.
ALTER TABLE export_jobs DROP CONSTRAINT export_jobs_state_check;
ALTER TABLE export_jobs ADD CONSTRAINT export_jobs_state_check CHECK (state IN
  ('running', 'done', 'full', 'cancelled', 'failed', 'withdrawn'));
-- An erasure replaces the name of the subject in the query of an export that it has withdrawn.
GRANT UPDATE (query) ON export_jobs TO svc_app;
