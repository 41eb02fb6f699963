-- A finding says in lists (`evidences`, `resources`, `observables`) whom and what it is about. Intake lifts the first of
-- each kind into the columns, where searches, indicators and fusion look; the event keeps them where OCSF has them, because
-- a finding has no end of a connection, no file and no URL of its own.
ALTER TABLE events ADD COLUMN IF NOT EXISTS is_lifted UInt8 ALIAS
  intDiv(class_uid % 100000, 1000) = 2 AND multiSearchAny(ocsf_members, ['"evidences":', '"resources":', '"observables":']);

ALTER TABLE events MODIFY COLUMN ocsf_actor String ALIAS
  concat(
    if(user = '', '', concat(',"user":{"name":', toJSONString(user), '}')),
    if(is_about_process OR is_lifted OR ocsf_process = '', '', concat(',"process":{', substring(ocsf_process, 2), '}')));

ALTER TABLE events MODIFY COLUMN ocsf_columns String ALIAS
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
    if(target_user = '' OR is_lifted, '', concat(',"user":{"name":', toJSONString(target_user), '}')),
    if(ocsf_src_endpoint = '' OR is_lifted, '', concat(',"src_endpoint":{', substring(ocsf_src_endpoint, 2), '}')),
    if(ocsf_dst_endpoint = '' OR is_lifted, '', concat(',"dst_endpoint":{', substring(ocsf_dst_endpoint, 2), '}')),
    if(domain != '' AND class_uid = 4003, concat(',"query":{"hostname":', toJSONString(domain), '}'), ''),
    if(is_about_process OR is_lifted, '', ocsf_file),
    if(url = '' OR is_lifted, '', if(class_uid IN (4002, 6001, 6003, 6004, 6005, 6006),
      concat(',"http_request":{"url":{"url_string":', toJSONString(url), '}}'),
      concat(',"url":{"url_string":', toJSONString(url), '}'))),
    if(reg_path = '' OR is_lifted, '', concat(
      if(class_uid = 201002, ',"reg_value":{"path":', ',"reg_key":{"path":'), toJSONString(reg_path), '}')),
    '}');
