-- The last time that the other side called about a ticket: a look that began before is repeated at once.
ALTER TABLE tickets ADD COLUMN hooked_at timestamptz;
