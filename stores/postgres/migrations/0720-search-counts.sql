-- Counts by the values of fields go on after their answer as well, a slice of time at a time: each page has those of a slice.
ALTER TABLE search_jobs DROP CONSTRAINT search_jobs_gives_check;
ALTER TABLE search_jobs ADD CHECK (gives IN ('events', 'table', 'counts'));
