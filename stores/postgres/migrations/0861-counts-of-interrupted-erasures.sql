-- Rows of the lake that named the subject before an attempt began to delete them: one that is cut short counts them all the same.
ALTER TABLE subject_deletions ADD COLUMN lake_before jsonb;
