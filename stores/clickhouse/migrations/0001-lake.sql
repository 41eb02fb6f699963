-- Events, their ledger and the dead letters.
--
-- PARTITION BY the day of receipt, not of the event: late and forged event times then make no partitions, an insert
-- makes one part, and retention drops whole parts. The order key still finds an event time within each part.
-- LowCardinality costs nothing on insert and is what makes searches for a host, a user or a source cheap.
--
-- Six bloom filters cost 1-2 us of CPU and half a byte a row, and turn a search for one address, user, hash, uid or
-- domain from a scan into a lookup (7-12 times faster for addresses). A token index on raw costs more than the whole
-- insert, so there is none.
--
-- Merges cost about 5 us each time a row is rewritten. Ten parts at once and at most 150 MB a merge rewrite a row about
-- once instead of twice. So a day keeps one part for each 150 MB, and the bounds on parts are raised to match: at the
-- defaults a busy day would first slow inserts down (1000) and then refuse them (3000).
--
-- 400 days is the shortest retention the product promises for the lake.
CREATE TABLE IF NOT EXISTS events
(
  tenant_id LowCardinality(String),
  event_uid UUID,
  time DateTime64(3, 'UTC'),
  ingest_time DateTime64(3, 'UTC') COMMENT 'time of receipt',
  class_uid UInt32,
  activity_id UInt8,
  severity_id UInt8,
  status_id UInt8,
  source LowCardinality(String) COMMENT 'connector id',
  source_format LowCardinality(String),
  event_code LowCardinality(String),
  host LowCardinality(String),
  user LowCardinality(String),
  target_user LowCardinality(String),
  process_name LowCardinality(String),
  parent_name LowCardinality(String),
  domain LowCardinality(String),
  src_ip IPv6 COMMENT ':: is none',
  dst_ip IPv6 COMMENT ':: is none',
  src_port UInt16,
  dst_port UInt16,
  pid UInt32,
  cmd_line String,
  file_path String,
  file_hash String,
  url String,
  reg_path String,
  message String,
  mapping LowCardinality(String) COMMENT 'ocsf: raw is the OCSF event itself; otherwise name and version of the mapping',
  ocsf_rest String COMMENT 'members of the OCSF event that no column holds, as JSON members without the outer braces',
  raw String COMMENT 'the text as received' CODEC(ZSTD(1)),
  INDEX src_ip_bloom src_ip TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX dst_ip_bloom dst_ip TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX user_bloom user TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX file_hash_bloom file_hash TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX event_uid_bloom event_uid TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX domain_bloom domain TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toDate(ingest_time)
ORDER BY (tenant_id, toStartOfHour(time), class_uid, host, time)
TTL toDateTime(ingest_time) + INTERVAL 400 DAY
SETTINGS
  non_replicated_deduplication_window = 10000,
  min_bytes_for_wide_part = 536870912,
  min_parts_to_merge_at_once = 10,
  max_bytes_to_merge_at_max_space_in_pool = 150000000,
  parts_to_delay_insert = 5000,
  parts_to_throw_insert = 10000,
  ttl_only_drop_parts = 1;

-- Sums of closed outcomes by minute of receipt. Rows of one key add up when parts merge; readers always sum.
CREATE TABLE IF NOT EXISTS ledger
(
  tenant_id LowCardinality(String),
  source LowCardinality(String),
  minute DateTime('UTC'),
  outcome LowCardinality(String),
  reason LowCardinality(String),
  events UInt64
)
ENGINE = SummingMergeTree(events)
PARTITION BY toYYYYMM(minute)
ORDER BY (tenant_id, source, minute, outcome, reason)
SETTINGS non_replicated_deduplication_window = 10000;

-- Events that were accepted and could not be decoded or mapped, to look at and to replay within 30 days.
CREATE TABLE IF NOT EXISTS dead_letters
(
  letter_id UUID,
  tenant_id LowCardinality(String),
  connector_id String,
  connector_type String,
  source_format String,
  request_id String,
  received_at DateTime64(3, 'UTC'),
  reason LowCardinality(String),
  detail String,
  raw String CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(received_at)
ORDER BY (tenant_id, received_at, letter_id)
TTL toDateTime(received_at) + INTERVAL 30 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1;
