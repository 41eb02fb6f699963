-- Addresses that OCSF has elsewhere than at the two ends of a connection: the device, the actor's session, evidence, proxies,
-- addresses in between. Searches for `ip:`, networks and the index of observables read them beside `src_ip` and `dst_ip`; what
-- an indicator is matched with at intake is the same (`connectors/mapping/other-addresses.ts`, held equal by a test).
--
-- Made when a row is inserted, from the values that go into the form's holes; of rows from before, when they are read.
ALTER TABLE events ADD COLUMN IF NOT EXISTS other_ips Array(IPv6) MATERIALIZED
  arrayDistinct(arrayFilter(
    address -> address != toIPv6('::') AND address != src_ip AND address != dst_ip,
    arrayMap(text -> toIPv6OrDefault(text), arrayConcat(
      extractAll(if(mapping = 'ocsf', raw, ocsf_rest), '"ip"\\s{0,8}:\\s{0,8}"([0-9a-fA-F:.]{2,45})"'),
      arrayMap(hole -> splitByChar('\x01', ocsf_rest)[toUInt16OrZero(hole) + 1],
        extractAll(toString(ocsf_form), '"ip":\\x01t(\\d{3})')),
      extractAll(
        arrayStringConcat(arrayConcat(
          extractAll(if(mapping = 'ocsf', raw, ocsf_rest),
            '"(?:intermediate_ips|x_forwarded_for|x_originating_ip)"\\s{0,8}:\\s{0,8}\\[([^\\]]{0,999})\\]'),
          arrayMap(hole -> splitByChar('\x01', ocsf_rest)[toUInt16OrZero(hole) + 1],
            extractAll(toString(ocsf_form), '"(?:intermediate_ips|x_forwarded_for|x_originating_ip)":\\x01j(\\d{3})'))), ' '),
        '"([0-9a-fA-F:.]{2,45})"'),
      arrayMap(one -> JSONExtractString(one, 'value'), arrayFilter(
        one -> JSONExtractInt(one, 'type_id') = 2,
        if(mapping = 'ocsf', JSONExtractArrayRaw(raw, 'observables'), [])))))))
  COMMENT 'addresses of the event that are no end of its connection';

-- The index of identifiers knows them too: a search for an address asks all of its columns in one condition.
ALTER TABLE events DROP INDEX IF EXISTS identifiers_bloom;
ALTER TABLE events ADD INDEX IF NOT EXISTS identifiers_bloom
  (src_ip, dst_ip, user, target_user, file_hash, event_uid, domain, other_ips) TYPE bloom_filter(0.01) GRANULARITY 1;
ALTER TABLE events MATERIALIZE INDEX identifiers_bloom;

-- As before, with the addresses that are no end of a connection.
DROP VIEW IF EXISTS observables_of_events;
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
    arrayMap(address -> ('ip', lower(hex(address))), other_ips),
    arrayMap(n -> ('domain', n), arrayMap(i -> arrayStringConcat(arraySlice(splitByChar('.', lowerUTF8(trimRight(domain, '.'))), i), '.'),
      range(1, least(toUInt64(127), greatest(toUInt64(2), length(splitByChar('.', trimRight(domain, '.'))))))))))) AS pair
  FROM events
)
WHERE pair.2 != ''
GROUP BY tenant_id, kind, value, source, day;
