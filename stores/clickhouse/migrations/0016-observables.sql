-- Which values a tenant's events held, when and how often: what a new indicator is asked of. A row a value, source and day
-- of receipt; rows of one key add up when parts merge, readers always sum. Made by the insert of the events themselves.
--
-- Addresses are written as 32 hex digits, so that a network is a range of the order key; of a name the names above it are
-- rows too, so that an indicator finds what is below it without a scan.
CREATE TABLE IF NOT EXISTS observables
(
  tenant_id LowCardinality(String),
  kind LowCardinality(String),
  value String,
  source LowCardinality(String) COMMENT 'connector id',
  day Date COMMENT 'of receipt',
  first_seen SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
  last_seen SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
  events SimpleAggregateFunction(sum, UInt64)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (tenant_id, kind, value, source, day)
TTL day + INTERVAL 400 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS observables_of_events TO observables AS
SELECT tenant_id, pair.1 AS kind, pair.2 AS value, source, toDate(ingest_time) AS day,
  min(time) AS first_seen, max(time) AS last_seen, count() AS events
FROM
(
  SELECT tenant_id, source, time, ingest_time, arrayJoin(arrayDistinct(arrayConcat(
    [('ip', if(src_ip = toIPv6('::'), '', lower(hex(src_ip)))), ('ip', if(dst_ip = toIPv6('::'), '', lower(hex(dst_ip)))),
      ('hash', lower(file_hash)), ('url', url),
      ('email', if(position(user, '@') > 0, lowerUTF8(user), '')),
      ('email', if(position(target_user, '@') > 0, lowerUTF8(target_user), '')),
      ('filename', lowerUTF8(extract(file_path, '([^/\\\\]*)$'))),
      ('filename', lowerUTF8(extract(process_name, '([^/\\\\]*)$')))],
    arrayMap(n -> ('domain', n), arrayMap(i -> arrayStringConcat(arraySlice(splitByChar('.', lowerUTF8(trimRight(domain, '.'))), i), '.'),
      range(1, least(toUInt64(127), greatest(toUInt64(2), length(splitByChar('.', trimRight(domain, '.'))))))))))) AS pair
  FROM events
)
WHERE pair.2 != ''
GROUP BY tenant_id, kind, value, source, day;
