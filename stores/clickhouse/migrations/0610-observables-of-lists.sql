-- The index of observables knows every digest, address of the web and name that an event has, as the matcher of indicators does:
-- columns have the first of each. Digests are `value` of OCSF's fingerprints; further addresses of the web are `url_string`;
-- names are those in addresses of the web, and of findings every `hostname` of their evidence. Rows from before are as they were.
DROP VIEW IF EXISTS observables_of_events;
CREATE MATERIALIZED VIEW IF NOT EXISTS observables_of_events TO observables AS
SELECT tenant_id, pair.1 AS kind, pair.2 AS value, source, toDate(ingest_time) AS day,
  min(time) AS first_seen, max(time) AS last_seen, count() AS events
FROM
(
  WITH
    if(mapping = 'ocsf', raw, ocsf_rest) AS text,
    splitByChar('\x01', ocsf_rest) AS holes,
    arrayMap(one -> replaceAll(substring(one, 1, 2048), '\\/', '/'), arraySlice(arrayConcat([url],
      if(position(text, '"url_string"') = 0, [], extractAll(text, '"url_string"\\s{0,8}:\\s{0,8}"([^"\\x01]+)"')),
      if(position(toString(ocsf_form), '"url_string"') = 0, [], arrayMap(hole -> holes[toUInt16OrZero(hole) + 1],
        extractAll(toString(ocsf_form), '"url_string":\\x01t(\\d{3})')))), 1, 64)) AS urls,
    arraySlice(arrayConcat([domain], arrayMap(one -> domain(one), urls),
      if(intDiv(class_uid, 1000) != 2, [], arrayFilter(one -> position(one, '.') > 0, arrayConcat(
        extractAll(text, '"hostname"\\s{0,8}:\\s{0,8}"([^"\\s\\x01]{4,253})"'),
        arrayMap(hole -> holes[toUInt16OrZero(hole) + 1],
          extractAll(toString(ocsf_form), '"hostname":\\x01t(\\d{3})')))))), 1, 128) AS names
  SELECT tenant_id, source, time, ingest_time, arrayJoin(arrayDistinct(arrayConcat(
    [('ip', if(src_ip = toIPv6('::'), '', lower(hex(src_ip)))), ('ip', if(dst_ip = toIPv6('::'), '', lower(hex(dst_ip)))),
      ('hash', lower(file_hash)),
      ('email', if(position(user, '@') > 0, lowerUTF8(user), '')),
      ('email', if(position(target_user, '@') > 0, lowerUTF8(target_user), '')),
      ('filename', lowerUTF8(extract(file_path, '([^/\\\\]*)$'))),
      ('filename', lowerUTF8(extract(process_name, '([^/\\\\]*)$')))],
    arrayMap(address -> ('ip', lower(hex(address))), other_ips),
    arrayMap(one -> ('url', one), urls),
    arrayMap(one -> ('hash', lower(one)), if(position(text, '"value"') = 0, [], arraySlice(extractAll(text,
      '"value"\\s{0,8}:\\s{0,8}"([0-9a-fA-F]{32}|[0-9a-fA-F]{40}|[0-9a-fA-F]{64})"'), 1, 64))),
    arrayMap(one -> ('domain', one), arrayFlatten(arrayMap(
      labels -> arrayMap(i -> arrayStringConcat(arraySlice(labels, i), '.'),
        range(1, least(toUInt64(127), greatest(toUInt64(2), length(labels))))),
      arrayMap(name -> splitByChar('.', lowerUTF8(trimRight(name, '.'))),
        arrayFilter(name -> name != '' AND NOT match(name, '^[0-9.]+$|:'), arrayDistinct(names))))))))) AS pair
  FROM events
)
WHERE pair.2 != ''
GROUP BY tenant_id, kind, value, source, day;
