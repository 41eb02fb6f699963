-- Hours in which an entity did far more than it usually does. An anomaly that grows has a row for each severity it reached:
-- the one with the highest holds.
CREATE TABLE IF NOT EXISTS anomalies
(
  tenant_id LowCardinality(String),
  row_id UUID COMMENT 'derived from the anomaly and its severity',
  anomaly_id UUID COMMENT 'derived from tenant, entity, metric and hour',
  time DateTime64(3, 'UTC') COMMENT 'beginning of the hour',
  ingest_time DateTime64(3, 'UTC') COMMENT 'time of receipt of the newest event that was counted',
  entity_type LowCardinality(String),
  entity String,
  metric LowCardinality(String),
  observed Float64,
  mean Float64,
  stddev Float64,
  z_score Float64,
  tail_probability Float64,
  samples UInt32 COMMENT 'hours that the baseline knew',
  severity_id UInt8,
  items Array(String) COMMENT 'some of what was counted',
  event_uid UUID COMMENT 'of one event of the hour'
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(ingest_time)
ORDER BY (tenant_id, time, anomaly_id, severity_id)
TTL toDateTime(ingest_time) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1, fsync_after_insert = 1, fsync_part_directory = 1;

-- What entities usually do, told once on a day on which something was learned: the newest row of a metric holds. Entities
-- that nothing was received of for a month are let go of, and so are their rows.
CREATE TABLE IF NOT EXISTS baselines
(
  tenant_id LowCardinality(String),
  row_id UUID,
  time DateTime64(3, 'UTC') COMMENT 'beginning of the last hour that was learned from',
  ingest_time DateTime64(3, 'UTC'),
  entity_type LowCardinality(String) COMMENT 'empty: of the tenant itself',
  entity String,
  metric LowCardinality(String),
  mean Float64 COMMENT 'of the hour of the week that came next',
  stddev Float64,
  samples UInt32
)
ENGINE = MergeTree
PARTITION BY toDate(ingest_time)
ORDER BY (tenant_id, entity, entity_type, metric, ingest_time)
TTL toDateTime(ingest_time) + INTERVAL 31 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1, fsync_after_insert = 1, fsync_part_directory = 1;
