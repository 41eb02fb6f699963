-- What the rules of tenants' own cost to evaluate, told by each process that matches events, once a minute.
CREATE TABLE IF NOT EXISTS rule_costs
(
  tenant_id LowCardinality(String),
  hour DateTime('UTC') COMMENT 'in which it was told',
  rule_id LowCardinality(String),
  evaluations UInt64 COMMENT 'events that the rule was a candidate for',
  timed UInt64 COMMENT 'those of them whose time is known: the mean of the last that were timed stands for each',
  cost_us Float64 COMMENT 'of those'
)
ENGINE = SummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (tenant_id, hour, rule_id)
TTL hour + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000, ttl_only_drop_parts = 1, fsync_after_insert = 1, fsync_part_directory = 1;
