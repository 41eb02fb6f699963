-- What rules found, an event or several a row. Kept as long as the events are.
CREATE TABLE IF NOT EXISTS signals
(
  tenant_id LowCardinality(String),
  signal_id UUID COMMENT 'derived from tenant, rule and events: the same however often they are seen',
  time DateTime64(3, 'UTC') COMMENT 'of the event that completed it',
  ingest_time DateTime64(3, 'UTC') COMMENT 'time of receipt of that event',
  rule_id LowCardinality(String),
  rule_title LowCardinality(String),
  language LowCardinality(String),
  severity_id UInt8,
  source LowCardinality(String) COMMENT 'connector id',
  class_uid UInt32,
  host LowCardinality(String),
  user LowCardinality(String),
  src_ip IPv6 COMMENT ':: is none',
  event_uids Array(UUID),
  techniques Array(LowCardinality(String)) COMMENT 'ATT&CK ids',
  tactics Array(LowCardinality(String)) COMMENT 'ATT&CK short names',
  `matched.field` Array(LowCardinality(String)) COMMENT 'fields that the rule asked for',
  `matched.value` Array(String) COMMENT 'as they were',
  INDEX signal_id_bloom signal_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toDate(ingest_time)
ORDER BY (tenant_id, toStartOfHour(time), rule_id, time)
TTL toDateTime(ingest_time) + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1;
