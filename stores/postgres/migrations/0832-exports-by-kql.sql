-- Exports of events that a KQL condition finds, as searches have them.
ALTER TABLE export_jobs ADD COLUMN language text NOT NULL DEFAULT 'lucene' CHECK (language IN ('lucene', 'kql'));
