-- Searches in KQL and SQL go on after their answer as well: those that choose events a slice of time at a time, those that
-- give a table as a whole.
ALTER TABLE search_jobs DROP CONSTRAINT search_jobs_query_check;
ALTER TABLE search_jobs
  ADD CHECK (length(query) <= 65536),
  ADD language       text    NOT NULL DEFAULT 'lucene' CHECK (language IN ('lucene', 'kql', 'sql')),
  ADD gives          text    NOT NULL DEFAULT 'events' CHECK (gives IN ('events', 'table')),
  ADD has_from       boolean NOT NULL DEFAULT true, -- false: tables of KQL are read as far back as their conditions say
  ADD missing        jsonb   NOT NULL DEFAULT '[]',
  ADD head           jsonb, -- columns of the table, how it asks to be drawn, and what was read for it
  ADD read_events    bigint  NOT NULL DEFAULT 0,
  ADD budget_seconds integer NOT NULL DEFAULT 60 CHECK (budget_seconds > 0),
  ADD attempts       integer NOT NULL DEFAULT 0;
GRANT UPDATE (missing, head, read_events, budget_seconds, attempts) ON search_jobs TO svc_app;

ALTER TABLE search_job_pages ADD rows jsonb NOT NULL DEFAULT '[]';
