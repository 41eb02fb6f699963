-- Files of the archive that were written anew: small ones of a day as one, or without the events of a subject.
ALTER TABLE archive_moves DROP CONSTRAINT archive_moves_state_check;
ALTER TABLE archive_moves ADD CONSTRAINT archive_moves_state_check CHECK (state IN
  ('writing', 'copied', 'dropping', 'dropped', 'restoring', 'restored', 'replaced', 'abandoned'));
-- replaced: another file has its rows, or those that stay. Null: none stayed.
ALTER TABLE archive_moves ADD COLUMN replaced_by uuid;
ALTER TABLE archive_moves ADD COLUMN replaced_at timestamptz;
GRANT UPDATE (replaced_by, replaced_at) ON archive_moves TO svc_app;
