-- The expressions of `other_ips` (0590) were carried out for every row, 2.5 us each, and found nothing in most of them. They are
-- now carried out only where a form or a text names a member that may hold such an address. The values are the same, so nothing is
-- written anew.
ALTER TABLE events MODIFY COLUMN other_ips Array(IPv6) MATERIALIZED
  if(
    mapping = 'ocsf'
      OR multiSearchAny(ocsf_form, ['"ip"', 'intermediate_ips"', 'x_forwarded_for"', 'x_originating_ip"'])
      OR multiSearchAny(ocsf_rest, ['"ip"', 'intermediate_ips"', 'x_forwarded_for"', 'x_originating_ip"']),
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
          if(mapping = 'ocsf', JSONExtractArrayRaw(raw, 'observables'), []))))))),
    [])
  COMMENT 'addresses of the event that are no end of its connection';
