-- A poll has its row from its beginning, so one that broke off with its process is in the history. What a connector
-- brought is counted from what the lake stored and stands nowhere else.
ALTER TABLE connectors
  ADD COLUMN asked_until timestamptz, -- up to where a poll that came to its end asked
  ADD COLUMN span_seconds int, -- longest span that is asked for at once; null: as long as the source allows
  DROP COLUMN events_total,
  DROP COLUMN last_event_at;

ALTER TABLE connector_polls RENAME COLUMN events TO taken;
ALTER TABLE connector_polls ADD COLUMN fetched int NOT NULL DEFAULT 0;
UPDATE connector_polls SET fetched = taken;
ALTER TABLE connector_polls
  ALTER COLUMN ended_at DROP NOT NULL,
  ALTER COLUMN ended_at DROP DEFAULT,
  DROP CONSTRAINT connector_polls_outcome_check,
  ADD CONSTRAINT connector_polls_outcome_check
    CHECK (outcome IN ('running', 'ok', 'failed', 'rate_limited', 'blocked', 'interrupted')),
  ADD CONSTRAINT connector_polls_running_check CHECK ((outcome = 'running') = (ended_at IS NULL));
