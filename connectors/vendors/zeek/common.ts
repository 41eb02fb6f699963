/** Rows that records of Zeek share. Field names: the log pages of the Zeek manual, version 7. */
import { always, integer, ip, is, lookup, type Profile, type Rows, text, time } from '../../mapping/table.ts'

export const HEADER: Rows = {
  time: time('ts', '_write_ts'),
  severity_id: is('Informational'),
  'metadata.product.name': is('Zeek'),
  'metadata.product.vendor_name': is('Zeek'),
  'metadata.log_name': 'log',
  'metadata.loggers[0].name': 'sensor',
  'metadata.original_time': text('ts'),
  'metadata.correlation_uid': ['uid', 'uids.0', 'conn_uids.0'],
}

/** The ends of a connection. The originator is the source, even if the responder has sent more. */
export const ENDPOINTS: Rows = {
  'src_endpoint.ip': ip('id\\.orig_h'),
  'src_endpoint.port': integer('id\\.orig_p'),
  'dst_endpoint.ip': ip('id\\.resp_h'),
  'dst_endpoint.port': integer('id\\.resp_p'),
}

export const CONNECTION: Rows = {
  ...ENDPOINTS,
  'connection_info.uid': 'uid',
  'connection_info.protocol_name': 'proto',
  'connection_info.direction_id': is('Unknown'),
}

export const SUCCESS = { true: 'Success', false: 'Failure' }
export const status = (field: string) => lookup(field, SUCCESS)

export function log(kind: string | readonly string[], of: Omit<Profile, 'name' | 'when'> & { name?: string }): Profile {
  const [name = ''] = [kind].flat()
  return { name, when: { 'zeek.kind': kind }, logSource: { service: name.replace(/\/.*/, '') }, ...of }
}

/** Protocols without a class in OCSF: the connection, with the protocol's values in `rows`. */
export function traffic(kind: string | readonly string[], protocol: string, rows: Rows = {}): Profile {
  return log(kind, {
    class: 'network_activity',
    activity: 'Traffic',
    rows: { ...CONNECTION, app_protocol_name: always(protocol), ...rows },
  })
}
