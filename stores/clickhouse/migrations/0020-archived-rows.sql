-- Rows that a move to the archive is about, by their ids: what was written to a file and checked is what leaves the events,
-- whatever is stored meanwhile. A sink that looks for rows of an insert that may have happened (decision 36) finds them here
-- when they were archived in between. A run of the archive takes them away some days after their move is done.
CREATE TABLE IF NOT EXISTS archived_rows
(
  tenant_id LowCardinality(String),
  move_id UUID,
  source LowCardinality(String) COMMENT 'connector id of the event',
  event_uid UUID,
  ingest_time DateTime64(3, 'UTC') COMMENT 'time of receipt of the event',
  listed_at DateTime('UTC') DEFAULT now()
)
ENGINE = MergeTree
ORDER BY (tenant_id, move_id, event_uid)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
