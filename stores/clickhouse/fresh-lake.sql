-- Written by write-fresh-lake.ts from migrations/. Change nothing here: add a migration, and run it again.

CREATE TABLE IF NOT EXISTS anomalies
(
    `tenant_id` LowCardinality(String),
    `row_id` UUID COMMENT 'derived from the anomaly and its severity',
    `anomaly_id` UUID COMMENT 'derived from tenant, entity, metric and hour',
    `time` DateTime64(3, 'UTC') COMMENT 'beginning of the hour',
    `ingest_time` DateTime64(3, 'UTC') COMMENT 'time of receipt of the newest event that was counted',
    `entity_type` LowCardinality(String),
    `entity` String,
    `metric` LowCardinality(String),
    `observed` Float64,
    `mean` Float64,
    `stddev` Float64,
    `z_score` Float64,
    `tail_probability` Float64,
    `samples` UInt32 COMMENT 'hours that the baseline knew',
    `severity_id` UInt8,
    `items` Array(String) COMMENT 'some of what was counted',
    `event_uid` UUID COMMENT 'of one event of the hour'
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(ingest_time)
ORDER BY (tenant_id, time, anomaly_id, severity_id)
TTL toDateTime(ingest_time) + toIntervalDay(400)
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1, fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 8192;

CREATE TABLE IF NOT EXISTS archived_rows
(
    `tenant_id` LowCardinality(String),
    `move_id` UUID,
    `source` LowCardinality(String) COMMENT 'connector id of the event',
    `event_uid` UUID,
    `ingest_time` DateTime64(3, 'UTC') COMMENT 'time of receipt of the event',
    `listed_at` DateTime('UTC') DEFAULT now()
)
ENGINE = MergeTree
ORDER BY (tenant_id, move_id, event_uid)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 8192;

CREATE TABLE IF NOT EXISTS baselines
(
    `tenant_id` LowCardinality(String),
    `row_id` UUID,
    `time` DateTime64(3, 'UTC') COMMENT 'beginning of the last hour that was learned from',
    `ingest_time` DateTime64(3, 'UTC'),
    `entity_type` LowCardinality(String) COMMENT 'empty: of the tenant itself',
    `entity` String,
    `metric` LowCardinality(String),
    `mean` Float64 COMMENT 'of the hour of the week that came next',
    `stddev` Float64,
    `samples` UInt32
)
ENGINE = MergeTree
PARTITION BY toDate(ingest_time)
ORDER BY (tenant_id, entity, entity_type, metric, ingest_time)
TTL toDateTime(ingest_time) + toIntervalDay(31)
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1, fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 8192;

CREATE TABLE IF NOT EXISTS dead_letters
(
    `letter_id` UUID,
    `tenant_id` LowCardinality(String),
    `connector_id` String,
    `connector_type` String,
    `source_format` String,
    `request_id` String,
    `received_at` DateTime64(3, 'UTC'),
    `reason` LowCardinality(String),
    `detail` String,
    `raw` String CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(received_at)
ORDER BY (tenant_id, received_at, letter_id)
TTL toDateTime(received_at) + toIntervalDay(30)
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1, index_granularity = 8192, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS events
(
    `tenant_id` LowCardinality(String),
    `event_uid` UUID,
    `time` DateTime64(3, 'UTC'),
    `time_missing` UInt8 DEFAULT time = ingest_time COMMENT '1: the event names no usable time, and time is that of receipt',
    `ingest_time` DateTime64(3, 'UTC') COMMENT 'time of receipt',
    `class_uid` UInt32,
    `activity_id` UInt8,
    `severity_id` UInt8,
    `status_id` UInt8,
    `source` LowCardinality(String) COMMENT 'connector id',
    `source_format` LowCardinality(String),
    `event_code` LowCardinality(String),
    `host` LowCardinality(String),
    `user` LowCardinality(String),
    `target_user` LowCardinality(String),
    `process_name` LowCardinality(String),
    `parent_name` LowCardinality(String),
    `domain` LowCardinality(String),
    `src_ip` IPv6 COMMENT ':: is none',
    `dst_ip` IPv6 COMMENT ':: is none',
    `src_port` UInt16,
    `dst_port` UInt16,
    `pid` UInt32,
    `cmd_line` String,
    `file_path` String,
    `file_hash` String,
    `url` String,
    `reg_path` String,
    `message` String,
    `mapping` LowCardinality(String) COMMENT 'ocsf: raw is the OCSF event itself; otherwise name and version of the mapping',
    `ocsf_form` LowCardinality(String) COMMENT 'members of the OCSF event that no column holds, as JSON with holes for the values in ocsf_rest',
    `ocsf_rest` String COMMENT 'members of the OCSF event that no column holds, as JSON members without the outer braces',
    `raw_header` LowCardinality(String) COMMENT 'header lines of the body (CSV, W3C, VPC flow, Zeek) by which raw is read; empty for forms without any',
    `raw` String COMMENT 'the text as received' CODEC(ZSTD(1)),
    `is_about_process` UInt8 ALIAS class_uid IN (1004, 1007),
    `ocsf_file` String ALIAS if((file_path = '') AND (file_hash = ''), '', concat(',"file":{"type_id":0', if(file_path = '', '', concat(',"path":', toJSONString(file_path), ',"name":', toJSONString(substringIndex(replaceAll(file_path, '\\', '/'), '/', -1)))), if(file_hash = '', '', concat(',"hashes":[{"algorithm_id":', transform(length(file_hash), [32, 40, 64, 128], ['1', '2', '3', '4'], '99'), ',"value":', toJSONString(file_hash), '}]')), '}')),
    `ocsf_process` String ALIAS concat(if(process_name = '', '', concat(',"name":', toJSONString(process_name))), if(pid = 0, '', concat(',"pid":', toString(pid))), if(cmd_line = '', '', concat(',"cmd_line":', toJSONString(cmd_line))), if(is_about_process, ocsf_file, ''), if(parent_name = '', '', concat(',"parent_process":{"name":', toJSONString(parent_name), '}'))),
    `ocsf_actor` String ALIAS concat(if(user = '', '', concat(',"user":{"name":', toJSONString(user), '}')), if(is_about_process OR is_lifted OR (ocsf_process = ''), '', concat(',"process":{', substring(ocsf_process, 2), '}'))),
    `ocsf_src_endpoint` String ALIAS concat(if(src_ip = toIPv6('::'), '', concat(',"ip":"', if(isIPAddressInRange(toString(src_ip), '::ffff:0:0/96'), substring(toString(src_ip), 8), toString(src_ip)), '"')), if(src_port = 0, '', concat(',"port":', toString(src_port)))),
    `ocsf_dst_endpoint` String ALIAS concat(if(dst_ip = toIPv6('::'), '', concat(',"ip":"', if(isIPAddressInRange(toString(dst_ip), '::ffff:0:0/96'), substring(toString(dst_ip), 8), toString(dst_ip)), '"')), if(dst_port = 0, '', concat(',"port":', toString(dst_port))), if((domain = '') OR (class_uid = 4003), '', concat(',"domain":', toJSONString(domain)))),
    `ocsf_metadata` String ALIAS concat(',"metadata":{"version":"1.8.0","uid":"', toString(event_uid), '","tenant_uid":', toJSONString(tenant_id), ',"logged_time":', toString(toUnixTimestamp64Milli(ingest_time)), if(event_code = '', '', concat(',"event_code":', toJSONString(event_code))), if(source = '', '', concat(',"log_provider":', toJSONString(source))), ',"product":{"name":', toJSONString(if(source_format = '', 'unknown', source_format)), '}}'),
    `ocsf_columns` String ALIAS arrayMap((lifted, process, src, dst, file) -> concat('{"class_uid":', toString(class_uid), ',"category_uid":', toString(intDiv(class_uid % 100000, 1000)), ',"activity_id":', toString(activity_id), ',"type_uid":', toString((toUInt64(class_uid) * 100) + activity_id), ',"severity_id":', toString(severity_id), ',"severity":"', transform(severity_id, [0, 1, 2, 3, 4, 5, 6], ['Unknown', 'Informational', 'Low', 'Medium', 'High', 'Critical', 'Fatal'], 'Other'), '"', if(status_id = 0, '', concat(',"status_id":', toString(status_id))), ',"time":', toString(toUnixTimestamp64Milli(time)), ocsf_metadata, if(message = '', '', concat(',"message":', toJSONString(message))), if(host = '', '', concat(',"device":{"hostname":', toJSONString(host), '}')), arrayMap(actor -> if(actor = '', '', concat(',"actor":{', substring(actor, 2), '}')), [concat(if(user = '', '', concat(',"user":{"name":', toJSONString(user), '}')), if(is_about_process OR lifted OR (process = ''), '', concat(',"process":{', substring(process, 2), '}')))])[1], if(is_about_process AND (process != ''), concat(',"process":{', substring(process, 2), '}'), ''), if((target_user = '') OR lifted, '', concat(',"user":{"name":', toJSONString(target_user), '}')), if((src = '') OR lifted, '', concat(',"src_endpoint":{', substring(src, 2), '}')), if((dst = '') OR lifted, '', concat(',"dst_endpoint":{', substring(dst, 2), '}')), if((domain != '') AND (class_uid = 4003), concat(',"query":{"hostname":', toJSONString(domain), '}'), ''), if(is_about_process OR lifted, '', file), if((url = '') OR lifted, '', if((class_uid IN (4002, 6001, 6003, 6004, 6005, 6006)), concat(',"http_request":{"url":{"url_string":', toJSONString(url), '}}'), concat(',"url":{"url_string":', toJSONString(url), '}'))), if((reg_path = '') OR lifted, '', concat(if(class_uid = 201002, ',"reg_value":{"path":', ',"reg_key":{"path":'), toJSONString(reg_path), '}')), '}'), [is_lifted], [ocsf_process], [ocsf_src_endpoint], [ocsf_dst_endpoint], [ocsf_file])[1],
    `ocsf_rest_kind` Enum8('none' = 0, 'beside' = 1, 'merge' = 2, 'broken' = 3) ALIAS arrayMap(members -> multiIf(members = '', 0, NOT (startsWith(members, '"') AND isValidJSON(concat('{', members, '}'))), 3, multiSearchAny(members, ['_uid"', '_id"', '"severity"', '"time"', '"metadata"', '"message"', '"device"', '"actor"', '"process"', '"user"', '"src_endpoint"', '"dst_endpoint"', '"query"', '"file"', '"http_request"', '"url"', '"reg_value"', '"reg_key"', '"unmapped"', '"raw_data"', '\\']), 2, 1), [ocsf_members])[1],
    `ocsf_merged` String ALIAS arrayMap((kind, columns, members) -> if(kind = 'merge', jsonMergePatch(if(kind = 'merge', toValidUTF8(columns), '{}'), if(kind = 'merge', concat('{', members, '}'), '{}')), columns), [ocsf_rest_kind], [ocsf_columns], [ocsf_members])[1],
    `ocsf` String ALIAS toValidUTF8(if((mapping = 'ocsf') AND startsWith(raw, '{') AND isValidJSON(raw), raw, arrayMap((merged, kind, members) -> concat(substring(merged, 1, length(merged) - 1), multiIf(kind = 'beside', concat(',', members), kind = 'broken', concat(',"ocsf_rest":', toJSONString(members)), ''), multiIf(raw = '', '', startsWith(raw, '{') AND isValidJSON(raw), concat(',"unmapped":', raw), concat(',"raw_data":', toJSONString(raw))), '}'), [ocsf_merged], [ocsf_rest_kind], [ocsf_members])[1])) COMMENT 'the whole OCSF event as JSON text, made when read',
    `ocsf_members` String ALIAS if(ocsf_form = '', ocsf_rest, concat(splitByChar('', ocsf_form)[1], arrayStringConcat(arrayMap((piece, value) -> concat(multiIf(startsWith(piece, 't'), toJSONString(value), startsWith(piece, 'b'), toJSONString(substringIndex(replaceAll(value, '\\', '/'), '/', -1)), startsWith(piece, 'w'), concat('"', replaceOne(toString(time), ' ', 'T'), 'Z"'), value), substring(piece, 5)), arrayPopFront(splitByChar('', toString(ocsf_form))), arrayMap(piece -> (splitByChar('', ocsf_rest)[toUInt16OrZero(substring(piece, 2, 3)) + 1]), arrayPopFront(splitByChar('', toString(ocsf_form)))))))),
    `is_lifted` UInt8 ALIAS (intDiv(class_uid % 100000, 1000) = 2) AND multiSearchAny(ocsf_members, ['"evidences":', '"resources":', '"observables":']),
    `other_ips` Array(IPv6) MATERIALIZED if((mapping = 'ocsf') OR multiSearchAny(ocsf_form, ['"ip"', 'intermediate_ips"', 'x_forwarded_for"', 'x_originating_ip"']) OR multiSearchAny(ocsf_rest, ['"ip"', 'intermediate_ips"', 'x_forwarded_for"', 'x_originating_ip"']), arrayDistinct(arrayFilter(address -> ((address != toIPv6('::')) AND (address != src_ip) AND (address != dst_ip)), arrayMap(text -> toIPv6OrDefault(text), arrayConcat(extractAll(if(mapping = 'ocsf', raw, ocsf_rest), '"ip"\\s{0,8}:\\s{0,8}"([0-9a-fA-F:.]{2,45})"'), arrayMap(hole -> (splitByChar('', ocsf_rest)[toUInt16OrZero(hole) + 1]), extractAll(toString(ocsf_form), '"ip":\\x01t(\\d{3})')), extractAll(arrayStringConcat(arrayConcat(extractAll(if(mapping = 'ocsf', raw, ocsf_rest), '"(?:intermediate_ips|x_forwarded_for|x_originating_ip)"\\s{0,8}:\\s{0,8}\\[([^\\]]{0,999})\\]'), arrayMap(hole -> (splitByChar('', ocsf_rest)[toUInt16OrZero(hole) + 1]), extractAll(toString(ocsf_form), '"(?:intermediate_ips|x_forwarded_for|x_originating_ip)":\\x01j(\\d{3})'))), ' '), '"([0-9a-fA-F:.]{2,45})"'), arrayMap(one -> JSONExtractString(one, 'value'), arrayFilter(one -> (JSONExtractInt(one, 'type_id') = 2), if(mapping = 'ocsf', JSONExtractArrayRaw(raw, 'observables'), []))))))), []) COMMENT 'addresses of the event that are no end of its connection',
    INDEX raw_grams lower(raw) TYPE ngrambf_v1(5, 131072, 1, 0) GRANULARITY 1,
    INDEX raw_otherwise greatest(multiSearchAny(raw, ['\\u0030', '\\u0031', '\\u0032', '\\u0033', '\\u0034', '\\u0035', '\\u0036', '\\u0037', '\\u0038', '\\u0039', '\\u004', '\\u005', '\\u006', '\\u007', '\\u017f', '\\u017F', '\\u212a', '\\u212A', 'ſ', 'K']), startsWith(trimLeft(raw), '{') = 0, source_format = 'hec', source_format = 'text', match(raw, '"[0-9]{50}'), multiSearchAny(raw, ['"TopicArn"', '"receiptHandle"', '"ReceiptHandle"'])) TYPE minmax GRANULARITY 1,
    INDEX texts_grams (lower(cmd_line), lower(file_path), lower(url), lower(reg_path), lower(message)) TYPE ngrambf_v1(5, 16384, 1, 0) GRANULARITY 1,
    INDEX ocsf_grams (lower(ocsf_form), lower(ocsf_rest)) TYPE ngrambf_v1(5, 32768, 1, 0) GRANULARITY 1,
    INDEX raw_escaped match(raw, '\\\\u00(?:2[0134589acdeACDE]|3[0-9abfABF]|[4-7])') TYPE minmax GRANULARITY 1,
    INDEX ocsf_escaped greatest(match(ocsf_rest, '\\\\u00(?:2[0134589acdeACDE]|3[0-9abfABF]|[4-7])'), if(mapping = 'ocsf', match(raw, '\\\\u00(?:2[0134589acdeACDE]|3[0-9abfABF]|[4-7])'), 0)) TYPE minmax GRANULARITY 1,
    INDEX names_bloom (lowerUTF8(host), lowerUTF8(user), lowerUTF8(target_user), lowerUTF8(process_name), lowerUTF8(parent_name), lowerUTF8(domain)) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX identifiers_bloom (src_ip, dst_ip, user, target_user, file_hash, event_uid, domain, other_ips) TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toDate(ingest_time)
ORDER BY (tenant_id, toStartOfHour(time), class_uid, host, time)
TTL toDateTime(ingest_time) + toIntervalDay(400)
SETTINGS non_replicated_deduplication_window = 10000, min_bytes_for_wide_part = 536870912, min_parts_to_merge_at_once = 20, max_bytes_to_merge_at_max_space_in_pool = 150000000, parts_to_delay_insert = 5000, parts_to_throw_insert = 10000, ttl_only_drop_parts = 1, index_granularity = 8192, auto_statistics_types = 'basic', merge_selector_base = 20, min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1, enable_max_bytes_limit_for_min_age_to_force_merge = 0, fsync_after_insert = 1, fsync_part_directory = 1, exclude_materialize_skip_indexes_on_merge = 'raw_grams, texts_grams, ocsf_grams, raw_escaped, raw_otherwise, ocsf_escaped';

CREATE TABLE IF NOT EXISTS ledger
(
    `tenant_id` LowCardinality(String),
    `source` LowCardinality(String),
    `minute` DateTime('UTC'),
    `outcome` LowCardinality(String),
    `reason` LowCardinality(String),
    `events` UInt64,
    `mark` UUID COMMENT 'zero on counts; otherwise of an insert that is in the table'
)
ENGINE = SummingMergeTree(events)
PARTITION BY toYYYYMM(minute)
PRIMARY KEY (tenant_id, source, minute, outcome, reason)
ORDER BY (tenant_id, source, minute, outcome, reason, mark)
TTL minute + toIntervalDay(400) WHERE tenant_id = ''
SETTINGS non_replicated_deduplication_window = 10000, index_granularity = 8192, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS observables
(
    `tenant_id` LowCardinality(String),
    `kind` LowCardinality(String),
    `value` String,
    `source` LowCardinality(String) COMMENT 'connector id',
    `day` Date COMMENT 'of receipt',
    `first_seen` SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
    `last_seen` SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    `events` SimpleAggregateFunction(sum, UInt64)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (tenant_id, kind, value, source, day)
TTL day + toIntervalDay(400)
SETTINGS ttl_only_drop_parts = 1, index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS rule_costs
(
    `tenant_id` LowCardinality(String),
    `hour` DateTime('UTC') COMMENT 'in which it was told',
    `rule_id` LowCardinality(String),
    `evaluations` UInt64 COMMENT 'events that the rule was a candidate for',
    `timed` UInt64 COMMENT 'those of them whose time is known: the mean of the last that were timed stands for each',
    `cost_us` Float64 COMMENT 'of those'
)
ENGINE = SummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (tenant_id, hour, rule_id)
TTL hour + toIntervalDay(400)
SETTINGS non_replicated_deduplication_window = 1000, ttl_only_drop_parts = 1, fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 8192;

CREATE TABLE IF NOT EXISTS schema_drift
(
    `drift_id` UUID COMMENT 'derived from tenant, source, mapping, kind and path',
    `tenant_id` LowCardinality(String),
    `time` DateTime64(3, 'UTC') COMMENT 'of the event at which it was noticed',
    `ingest_time` DateTime64(3, 'UTC') COMMENT 'time of receipt of that event',
    `source` LowCardinality(String) COMMENT 'connector id',
    `mapping` LowCardinality(String),
    `kind` LowCardinality(String) COMMENT 'new, vanished, or untracked: more fields than are followed',
    `path` String COMMENT 'names joined by dots, [] behind a list',
    `event_uid` UUID,
    `last_seen` DateTime64(3, 'UTC') COMMENT 'end of the last hour in which a vanished field was seen; 1970 for the other kinds'
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(ingest_time)
ORDER BY (tenant_id, source, time, drift_id)
TTL toDateTime(ingest_time) + toIntervalDay(400)
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1, index_granularity = 8192, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS signals
(
    `tenant_id` LowCardinality(String),
    `signal_id` UUID COMMENT 'derived from tenant, rule and events: the same however often they are seen',
    `time` DateTime64(3, 'UTC') COMMENT 'of the event that completed it',
    `ingest_time` DateTime64(3, 'UTC') COMMENT 'time of receipt of that event',
    `rule_id` LowCardinality(String),
    `rule_title` LowCardinality(String),
    `language` LowCardinality(String),
    `severity_id` UInt8,
    `source` LowCardinality(String) COMMENT 'connector id',
    `class_uid` UInt32,
    `host` LowCardinality(String),
    `user` LowCardinality(String),
    `src_ip` IPv6 COMMENT ':: is none',
    `event_uids` Array(UUID),
    `techniques` Array(LowCardinality(String)) COMMENT 'ATT&CK ids',
    `tactics` Array(LowCardinality(String)) COMMENT 'ATT&CK short names',
    `matched.field` Array(LowCardinality(String)) COMMENT 'fields that the rule asked for',
    `matched.value` Array(String) COMMENT 'as they were',
    INDEX signal_id_bloom signal_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toDate(ingest_time)
ORDER BY (tenant_id, toStartOfHour(time), rule_id, time)
TTL toDateTime(ingest_time) + toIntervalDay(400)
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1, index_granularity = 8192, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS observables_of_events TO observables
(
    `tenant_id` LowCardinality(String),
    `kind` String,
    `value` String,
    `source` LowCardinality(String),
    `day` Date,
    `first_seen` DateTime64(3, 'UTC'),
    `last_seen` DateTime64(3, 'UTC'),
    `events` UInt64
)
AS SELECT
    tenant_id,
    pair.1 AS kind,
    pair.2 AS value,
    source,
    toDate(ingest_time) AS day,
    min(time) AS first_seen,
    max(time) AS last_seen,
    count() AS events
FROM
(
    WITH
        if(mapping = 'ocsf', raw, ocsf_rest) AS text,
        splitByChar('', ocsf_rest) AS holes,
        arrayMap(one -> replaceAll(substring(one, 1, 2048), '\\/', '/'), arraySlice(arrayConcat([url], if(position(text, '"url_string"') = 0, [], extractAll(text, '"url_string"\\s{0,8}:\\s{0,8}"([^"\\x01]+)"')), if(position(toString(ocsf_form), '"url_string"') = 0, [], arrayMap(hole -> (holes[toUInt16OrZero(hole) + 1]), extractAll(toString(ocsf_form), '"url_string":\\x01t(\\d{3})')))), 1, 64)) AS urls,
        arraySlice(arrayConcat([domain], arrayMap(one -> domain(one), urls), if(intDiv(class_uid, 1000) != 2, [], arrayFilter(one -> (position(one, '.') > 0), arrayConcat(extractAll(text, '"hostname"\\s{0,8}:\\s{0,8}"([^"\\s\\x01]{4,253})"'), arrayMap(hole -> (holes[toUInt16OrZero(hole) + 1]), extractAll(toString(ocsf_form), '"hostname":\\x01t(\\d{3})')))))), 1, 128) AS names
    SELECT
        tenant_id,
        source,
        time,
        ingest_time,
        arrayJoin(arrayDistinct(arrayConcat([('ip', if(src_ip = toIPv6('::'), '', lower(hex(src_ip)))), ('ip', if(dst_ip = toIPv6('::'), '', lower(hex(dst_ip)))), ('hash', lower(file_hash)), ('email', if(position(user, '@') > 0, lowerUTF8(user), '')), ('email', if(position(target_user, '@') > 0, lowerUTF8(target_user), '')), ('filename', lowerUTF8(extract(file_path, '([^/\\\\]*)$'))), ('filename', lowerUTF8(extract(process_name, '([^/\\\\]*)$')))], arrayMap(address -> ('ip', lower(hex(address))), other_ips), arrayMap(one -> ('url', one), urls), arrayMap(one -> ('hash', lower(one)), if(position(text, '"value"') = 0, [], arraySlice(extractAll(text, '"value"\\s{0,8}:\\s{0,8}"([0-9a-fA-F]{32}|[0-9a-fA-F]{40}|[0-9a-fA-F]{64})"'), 1, 64))), arrayMap(one -> ('domain', one), arrayFlatten(arrayMap(labels -> arrayMap(i -> arrayStringConcat(arraySlice(labels, i), '.'), range(1, least(toUInt64(127), greatest(toUInt64(2), length(labels))))), arrayMap(name -> splitByChar('.', lowerUTF8(trimRight(name, '.'))), arrayFilter(name -> ((name != '') AND (NOT match(name, '^[0-9.]+$|:'))), arrayDistinct(names))))))))) AS pair
    FROM events
)
WHERE (pair.2) != ''
GROUP BY
    tenant_id,
    kind,
    value,
    source,
    day;
