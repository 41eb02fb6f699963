-- Fields of a source that came or went, each told once.
CREATE TABLE IF NOT EXISTS schema_drift
(
  drift_id UUID COMMENT 'derived from tenant, source, mapping, kind and path',
  tenant_id LowCardinality(String),
  time DateTime64(3, 'UTC') COMMENT 'of the event at which it was noticed',
  ingest_time DateTime64(3, 'UTC') COMMENT 'time of receipt of that event',
  source LowCardinality(String) COMMENT 'connector id',
  mapping LowCardinality(String),
  kind LowCardinality(String) COMMENT 'new, vanished, or untracked: more fields than are followed',
  path String COMMENT 'names joined by dots, [] behind a list',
  event_uid UUID,
  last_seen DateTime64(3, 'UTC') COMMENT 'end of the last hour in which a vanished field was seen; 1970 for the other kinds'
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(ingest_time)
ORDER BY (tenant_id, source, time, drift_id)
TTL toDateTime(ingest_time) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1;
