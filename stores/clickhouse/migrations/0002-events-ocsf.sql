-- `ocsf`: the whole OCSF 1.8.0 event as JSON text, made from the columns when it is read. Storing it would double the
-- disk and add 2 us to each insert, for a text that is read one page at a time.
--
-- Each part below is members of an object, every one with a comma before it; `substring(.., 2)` takes the first comma
-- away. Empty columns make no member, and 0 is no port, pid or status.

-- OCSF keeps the acting process in `actor`, except where the process is what the event is about (memory activity 1004,
-- process activity 1007).
ALTER TABLE events ADD COLUMN IF NOT EXISTS is_about_process UInt8 ALIAS class_uid IN (1004, 1007);

-- A hash is named by its length: MD5, SHA-1, SHA-256, SHA-512, otherwise Other.
ALTER TABLE events ADD COLUMN IF NOT EXISTS ocsf_file String ALIAS
  if(file_path = '' AND file_hash = '', '', concat(',"file":{"type_id":0',
    if(file_path = '', '', concat(
      ',"path":', toJSONString(file_path),
      ',"name":', toJSONString(substringIndex(replaceAll(file_path, '\\', '/'), '/', -1)))),
    if(file_hash = '', '', concat(
      ',"hashes":[{"algorithm_id":', transform(length(file_hash), [32, 40, 64, 128], ['1', '2', '3', '4'], '99'),
      ',"value":', toJSONString(file_hash), '}]')),
    '}'));

ALTER TABLE events ADD COLUMN IF NOT EXISTS ocsf_process String ALIAS
  concat(
    if(process_name = '', '', concat(',"name":', toJSONString(process_name))),
    if(pid = 0, '', concat(',"pid":', toString(pid))),
    if(cmd_line = '', '', concat(',"cmd_line":', toJSONString(cmd_line))),
    if(is_about_process, ocsf_file, ''),
    if(parent_name = '', '', concat(',"parent_process":{"name":', toJSONString(parent_name), '}')));

ALTER TABLE events ADD COLUMN IF NOT EXISTS ocsf_actor String ALIAS
  concat(
    if(user = '', '', concat(',"user":{"name":', toJSONString(user), '}')),
    if(is_about_process OR ocsf_process = '', '', concat(',"process":{', substring(ocsf_process, 2), '}')));

-- An IPv4 address is stored as ::ffff:a.b.c.d.
ALTER TABLE events ADD COLUMN IF NOT EXISTS ocsf_src_endpoint String ALIAS
  concat(
    if(src_ip = toIPv6('::'), '', concat(',"ip":"',
      if(isIPAddressInRange(toString(src_ip), '::ffff:0:0/96'), substring(toString(src_ip), 8), toString(src_ip)), '"')),
    if(src_port = 0, '', concat(',"port":', toString(src_port))));

-- For DNS activity (4003) the domain is what was asked for, not where the packet went.
ALTER TABLE events ADD COLUMN IF NOT EXISTS ocsf_dst_endpoint String ALIAS
  concat(
    if(dst_ip = toIPv6('::'), '', concat(',"ip":"',
      if(isIPAddressInRange(toString(dst_ip), '::ffff:0:0/96'), substring(toString(dst_ip), 8), toString(dst_ip)), '"')),
    if(dst_port = 0, '', concat(',"port":', toString(dst_port))),
    if(domain = '' OR class_uid = 4003, '', concat(',"domain":', toJSONString(domain))));

ALTER TABLE events ADD COLUMN IF NOT EXISTS ocsf_metadata String ALIAS
  concat(
    ',"metadata":{"version":"1.8.0","uid":"', toString(event_uid), '","tenant_uid":', toJSONString(tenant_id),
    ',"logged_time":', toString(toUnixTimestamp64Milli(ingest_time)),
    if(event_code = '', '', concat(',"event_code":', toJSONString(event_code))),
    if(source = '', '', concat(',"log_provider":', toJSONString(source))),
    ',"product":{"name":', toJSONString(if(source_format = '', 'unknown', source_format)), '}}');

-- All but `unmapped`. A class of an extension has the extension's number before its own five digits.
ALTER TABLE events ADD COLUMN IF NOT EXISTS ocsf_columns String ALIAS
  concat(
    '{"class_uid":', toString(class_uid),
    ',"category_uid":', toString(intDiv(class_uid % 100000, 1000)),
    ',"activity_id":', toString(activity_id),
    ',"type_uid":', toString(toUInt64(class_uid) * 100 + activity_id),
    ',"severity_id":', toString(severity_id),
    ',"severity":"', transform(severity_id, [0, 1, 2, 3, 4, 5, 6],
      ['Unknown', 'Informational', 'Low', 'Medium', 'High', 'Critical', 'Fatal'], 'Other'), '"',
    if(status_id = 0, '', concat(',"status_id":', toString(status_id))),
    ',"time":', toString(toUnixTimestamp64Milli(time)),
    ocsf_metadata,
    if(message = '', '', concat(',"message":', toJSONString(message))),
    if(host = '', '', concat(',"device":{"hostname":', toJSONString(host), '}')),
    if(ocsf_actor = '', '', concat(',"actor":{', substring(ocsf_actor, 2), '}')),
    if(is_about_process AND ocsf_process != '', concat(',"process":{', substring(ocsf_process, 2), '}'), ''),
    if(target_user = '', '', concat(',"user":{"name":', toJSONString(target_user), '}')),
    if(ocsf_src_endpoint = '', '', concat(',"src_endpoint":{', substring(ocsf_src_endpoint, 2), '}')),
    if(ocsf_dst_endpoint = '', '', concat(',"dst_endpoint":{', substring(ocsf_dst_endpoint, 2), '}')),
    if(domain != '' AND class_uid = 4003, concat(',"query":{"hostname":', toJSONString(domain), '}'), ''),
    if(is_about_process, '', ocsf_file),
    if(url = '', '', if(class_uid IN (4002, 6001, 6003, 6004, 6005, 6006),
      concat(',"http_request":{"url":{"url_string":', toJSONString(url), '}}'),
      concat(',"url":{"url_string":', toJSONString(url), '}'))),
    if(reg_path = '', '', concat(
      if(class_uid = 201002, ',"reg_value":{"path":', ',"reg_key":{"path":'), toJSONString(reg_path), '}')),
    '}');

-- Members that no column holds. Those inside an object which the columns make too (a product's vendor in `metadata`)
-- are merged into it, and win over the column. What is not JSON is shown as text: an event is never unreadable.
ALTER TABLE events ADD COLUMN IF NOT EXISTS ocsf_rest_kind Enum8('none' = 0, 'beside' = 1, 'merge' = 2, 'broken' = 3) ALIAS
  multiIf(
    ocsf_rest = '', 0,
    NOT (startsWith(ocsf_rest, '"') AND isValidJSON(concat('{', ocsf_rest, '}'))), 3,
    multiSearchAny(ocsf_rest, [
      '_uid"', '_id"', '"severity"', '"time"', '"metadata"', '"message"', '"device"', '"actor"', '"process"', '"user"',
      '"src_endpoint"', '"dst_endpoint"', '"query"', '"file"', '"http_request"', '"url"', '"reg_value"', '"reg_key"',
      '"unmapped"', '"raw_data"', '\\']), 2,
    1);

ALTER TABLE events ADD COLUMN IF NOT EXISTS ocsf_merged String ALIAS
  if(ocsf_rest_kind = 'merge',
    jsonMergePatch(
      if(ocsf_rest_kind = 'merge', toValidUTF8(ocsf_columns), '{}'),
      if(ocsf_rest_kind = 'merge', concat('{', ocsf_rest, '}'), '{}')),
    ocsf_columns);

-- `unmapped` carries the vendor's event whole when it is a JSON object, otherwise `raw_data` its text. It stays out of
-- the merge, which would rewrite its numbers. Bytes that are not UTF-8 become U+FFFD at the very end.
ALTER TABLE events ADD COLUMN IF NOT EXISTS ocsf String ALIAS
  toValidUTF8(if(mapping = 'ocsf' AND startsWith(raw, '{') AND isValidJSON(raw), raw, concat(
    substring(ocsf_merged, 1, length(ocsf_merged) - 1),
    multiIf(
      ocsf_rest_kind = 'beside', concat(',', ocsf_rest),
      ocsf_rest_kind = 'broken', concat(',"ocsf_rest":', toJSONString(ocsf_rest)),
      ''),
    multiIf(
      raw = '', '',
      startsWith(raw, '{') AND isValidJSON(raw), concat(',"unmapped":', raw),
      concat(',"raw_data":', toJSONString(raw))),
    '}')))
  COMMENT 'the whole OCSF event as JSON text, made when read';
