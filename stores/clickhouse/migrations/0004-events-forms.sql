-- `ocsf_rest` of layout `events/2`: a form with holes, which most events of a kind share, and the values that go into
-- them. `connectors/mapping/form.ts` writes both and says how a hole is written; without a form `ocsf_rest` holds the
-- members themselves. Of 700 bytes an event of Windows had there, 240 are left.
ALTER TABLE events ADD COLUMN IF NOT EXISTS ocsf_form LowCardinality(String)
  COMMENT 'members of the OCSF event that no column holds, as JSON with holes for the values in ocsf_rest'
  AFTER mapping;

-- A hole: SOH, what to make of the value (t text, j JSON, b base name of a text, w the time of the event), three digits
-- for which value it is. What follows it is part of the form again.
ALTER TABLE events ADD COLUMN IF NOT EXISTS ocsf_members String ALIAS
  if(ocsf_form = '', ocsf_rest, concat(
    splitByChar('\x01', ocsf_form)[1],
    arrayStringConcat(arrayMap(
      (piece, value) -> concat(
        multiIf(
          startsWith(piece, 't'), toJSONString(value),
          startsWith(piece, 'b'), toJSONString(substringIndex(replaceAll(value, '\\', '/'), '/', -1)),
          startsWith(piece, 'w'), concat('"', replaceOne(toString(time), ' ', 'T'), 'Z"'),
          value),
        substring(piece, 5)),
      arrayPopFront(splitByChar('\x01', toString(ocsf_form))),
      arrayMap(
        piece -> splitByChar('\x01', ocsf_rest)[toUInt16OrZero(substring(piece, 2, 3)) + 1],
        arrayPopFront(splitByChar('\x01', toString(ocsf_form))))))));

-- As before, of `ocsf_members`.
ALTER TABLE events MODIFY COLUMN ocsf_rest_kind Enum8('none' = 0, 'beside' = 1, 'merge' = 2, 'broken' = 3) ALIAS
  multiIf(
    ocsf_members = '', 0,
    NOT (startsWith(ocsf_members, '"') AND isValidJSON(concat('{', ocsf_members, '}'))), 3,
    multiSearchAny(ocsf_members, [
      '_uid"', '_id"', '"severity"', '"time"', '"metadata"', '"message"', '"device"', '"actor"', '"process"', '"user"',
      '"src_endpoint"', '"dst_endpoint"', '"query"', '"file"', '"http_request"', '"url"', '"reg_value"', '"reg_key"',
      '"unmapped"', '"raw_data"', '\\']), 2,
    1);

ALTER TABLE events MODIFY COLUMN ocsf_merged String ALIAS
  if(ocsf_rest_kind = 'merge',
    jsonMergePatch(
      if(ocsf_rest_kind = 'merge', toValidUTF8(ocsf_columns), '{}'),
      if(ocsf_rest_kind = 'merge', concat('{', ocsf_members, '}'), '{}')),
    ocsf_columns);

ALTER TABLE events MODIFY COLUMN ocsf String ALIAS
  toValidUTF8(if(mapping = 'ocsf' AND startsWith(raw, '{') AND isValidJSON(raw), raw, concat(
    substring(ocsf_merged, 1, length(ocsf_merged) - 1),
    multiIf(
      ocsf_rest_kind = 'beside', concat(',', ocsf_members),
      ocsf_rest_kind = 'broken', concat(',"ocsf_rest":', toJSONString(ocsf_members)),
      ''),
    multiIf(
      raw = '', '',
      startsWith(raw, '{') AND isValidJSON(raw), concat(',"unmapped":', raw),
      concat(',"raw_data":', toJSONString(raw))),
    '}')))
  COMMENT 'the whole OCSF event as JSON text, made when read';
