-- A process knows a job as its own by the lease: it renews what it holds, and lets it go when it stops.
ALTER TABLE search_jobs ADD COLUMN lease uuid;
ALTER TABLE dead_letter_replays ADD COLUMN lease uuid;
ALTER TABLE subject_deletions ADD COLUMN lease uuid;
GRANT UPDATE (lease) ON search_jobs, dead_letter_replays TO svc_app;
