-- An indicator that was deleted stays as its own tombstone: tables in memory learn of it by its revision. It is shown to
-- nobody, and goes once the value comes again.
ALTER TABLE indicators ADD COLUMN deleted_at timestamptz;
