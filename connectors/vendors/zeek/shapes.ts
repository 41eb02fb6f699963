/**
 * Zeek's records: TSV as the decoder reads it, its JSON writer, the JSON streaming logs of Corelight, and shippers that
 * put `_` for the dots of names or nest them. The kind of a record is computed here as `zeek.kind`, because some logs
 * hold several kinds and JSON logs are sent without the name of the log.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import type { RecordShape } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

/** Names with a dot in them, of all logs. */
const DOTTED = (
  'id.orig_h id.orig_p id.resp_h id.resp_p data_channel.passive data_channel.orig_h data_channel.resp_h ' +
  'data_channel.resp_p times.modified times.accessed times.created times.changed version.major version.minor ' +
  'version.minor2 version.minor3 version.addl certificate.version certificate.serial certificate.subject ' +
  'certificate.issuer certificate.not_valid_before certificate.not_valid_after certificate.key_alg ' +
  'certificate.sig_alg certificate.key_type certificate.key_length san.dns request.host bound.host seen.indicator ' +
  'seen.indicator_type seen.where'
).split(' ')

const LOG = ['zeek.path', '_path', '@stream']
const SENSOR = ['_system_name', '@system', 'peer', 'node']

function namesOf(place: (name: string) => string): Readonly<Record<string, readonly string[]>> {
  const dotted = DOTTED.map((name) => [name.replaceAll('.', '\\.'), [place(name)]] as const)
  return { ...Object.fromEntries(dotted), log: LOG, sensor: SENSOR }
}

export const ZEEK_SHAPES: readonly RecordShape[] = [
  {
    name: 'nested',
    is: (record) => isMembers(record.id) || isMembers(record.certificate),
    names: namesOf((name) => name),
    settle: (record) => addKind(record, isMembers(record.id) ? record.id.orig_h : undefined),
  },
  {
    name: 'underscores',
    is: (record) => MARKS.some((name) => record[name] !== undefined),
    names: namesOf((name) => name.replaceAll('.', '_')),
    settle: (record) => addKind(record, record.id_orig_h),
  },
  {
    name: 'dots',
    is: () => true,
    names: namesOf((name) => name.replaceAll('.', '\\.')),
    settle: (record) => addKind(record, record['id.orig_h']),
  },
]

const MARKS = ['id_orig_h', 'certificate_serial', 'version_major']

/** A new object, because the decoder shares one among the records of a body. */
function addKind(record: Members, source: unknown): void {
  const known = isMembers(record.zeek) ? record.zeek : {}
  if (typeof known.kind === 'string') return
  record.zeek = { ...known, kind: kindOf(record, logOf(record), source !== undefined && source !== null) }
}

function kindOf(record: Readonly<Members>, log: string, hasSource: boolean): string {
  if (log === 'conn') return `conn/${isLocal(record.local_orig)}/${isLocal(record.local_resp)}`
  if (log === 'http') return isThere(record.status_code) ? log : 'http/request'
  if (log === 'dns') return isThere(record.query) ? log : 'dns/unasked'
  if (log === 'kerberos') return /^[^/]/.test(textOf(record.client)) ? log : 'kerberos/unnamed'
  if (log === 'ntlm') return isThere(record.username) ? log : 'ntlm/unnamed'
  if (log === 'ntp') return isThere(record.version) ? log : 'ntp/unversioned'
  if (log === 'smtp') return isMail(record) ? log : 'smtp/session'
  if (log === 'files' && !hasSource) return filesKind(record)
  if (WITHOUT_SOURCE.has(log)) return hasSource ? log : `${log}/unsent`
  return log
}

/** Up to Zeek 5 a file record names no connection, only sender and receiver, and which of them is the originator. */
function filesKind({ tx_hosts, is_orig }: Readonly<Members>): string {
  if (!Array.isArray(tx_hosts)) return 'files/unsent'
  return is_orig === false || is_orig === 'F' ? 'files/received' : 'files'
}

/** Logs of which some records are about no connection. */
const WITHOUT_SOURCE = new Set(['weird', 'analyzer', 'dpd', 'analyzer_debug'])

function isLocal(value: unknown): 'here' | 'there' | 'unknown' {
  return value === true || value === 'T' ? 'here' : value === false || value === 'F' ? 'there' : 'unknown'
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== '-'
}

const ADDRESS = /[\w!#$%&'*+/=?^`{|}~.-]@[a-zA-Z0-9-]{1,63}\./

/** True when the record names a sender or a recipient. */
function isMail(record: Readonly<Members>): boolean {
  const recipients = Array.isArray(record.rcptto) ? record.rcptto : []
  return [record.mailfrom, record.from, ...recipients.slice(0, 8)].some(
    (name) => typeof name === 'string' && ADDRESS.test(name.slice(0, 512)),
  )
}

function logOf(record: Readonly<Members>): string {
  const path = (isMembers(record.zeek) ? record.zeek.path : undefined) ?? record._path ?? record['@stream']
  return typeof path === 'string' && path !== '' ? path.replace(/_red$/, '') : guessed(record)
}

/** Fields that only one log has, the most distinctive ones first. */
const SIGNATURES: readonly (readonly [string, readonly string[]])[] = [
  ['conn', ['conn_state']],
  ['dns', ['qtype_name', 'trans_id']],
  ['dns', ['rejected', 'trans_id']],
  ['http', ['trans_depth', 'resp_fuids']],
  ['http', ['trans_depth', 'request_body_len']],
  ['http', ['method', 'uri', 'status_code']],
  ['http', ['trans_depth', 'method', 'uri']],
  ['smtp', ['trans_depth', 'helo']],
  ['smtp', ['trans_depth', 'last_reply']],
  ['sip', ['trans_depth', 'request_path']],
  ['ssl', ['ssl_history']],
  ['ssl', ['cipher', 'established']],
  ['files', ['fuid', 'seen_bytes']],
  ['files', ['fuid', 'mime_type', 'source']],
  ['kerberos', ['request_type']],
  ['ntlm', ['ntlm']],
  ['ntlm', ['server_nb_computer_name']],
  ['ntlm', ['username', 'hostname', 'domainname']],
  ['smb_files', ['action', 'name', 'size']],
  ['smb_mapping', ['share_type']],
  ['dce_rpc', ['endpoint', 'operation']],
  ['rdp', ['security_protocol']],
  ['rdp', ['cookie', 'result', 'cert_count']],
  ['ssh', ['auth_attempts']],
  ['ftp', ['reply_code', 'command']],
  ['ftp', ['data_channel.passive']],
  ['dhcp', ['msg_types']],
  ['notice', ['note', 'msg']],
  ['weird', ['notice', 'name', 'peer']],
  ['analyzer', ['analyzer_kind']],
  ['dpd', ['analyzer', 'failure_reason']],
  ['x509', ['certificate.serial']],
  ['x509', ['certificate_serial']],
  ['x509', ['certificate']],
  ['ocsp', ['issuerNameHash']],
  ['pe', ['compile_ts']],
  ['modbus', ['func', 'pdu_type']],
  ['modbus', ['func', 'unit']],
  ['dnp3', ['fc_request']],
  ['dnp3', ['fc_reply']],
  ['ntp', ['stratum', 'ref_id']],
  ['mysql', ['cmd', 'arg']],
  ['mqtt_connect', ['connect_status']],
  ['mqtt_publish', ['from_client', 'topic']],
  ['mqtt_subscribe', ['topics', 'ack']],
  ['rfb', ['client_major_version']],
  ['snmp', ['get_requests', 'community']],
  ['snmp', ['get_requests', 'set_requests']],
  ['socks', ['request_p']],
  ['tunnel', ['tunnel_type']],
  ['syslog', ['facility', 'severity', 'message', 'uid']],
  ['packet_filter', ['filter', 'init']],
  ['software', ['software_type']],
  ['intel', ['seen.indicator']],
]

function guessed(record: Readonly<Members>): string {
  return SIGNATURES.find(([, fields]) => fields.every((field) => record[field] !== undefined))?.[0] ?? ''
}

/** True for a record with the time and id of Zeek, whose names identify a log. */
export function isZeek(record: Readonly<Members>): boolean {
  if (isMembers(record.zeek) && typeof record.zeek.path === 'string') return true
  if (typeof record['@stream'] === 'string' && record['@proc'] === 'zeek') return true
  if (typeof record._path === 'string' && record._write_ts !== undefined) return true
  if (typeof record.ts !== 'number' && typeof record.ts !== 'string') return false
  const isNamed = typeof record.uid === 'string' || Array.isArray(record.uids) || record.fuid !== undefined
  // No other program writes a connection's id like this, so it is enough, even if nothing names the log.
  if (isNamed && (typeof record._path === 'string' || record['id.orig_h'] !== undefined)) return true
  if (typeof record.note === 'string' && NOTICE.test(record.note)) return true
  return (isNamed || CONNECTIONLESS.has(guessed(record))) && guessed(record) !== ''
}

const CONNECTIONLESS = new Set(['weird', 'tunnel', 'analyzer', 'x509', 'ocsp', 'pe', 'packet_filter', 'software'])
/** `Family::Kind`, as Zeek names its notices; a notice about an address alone has no connection. */
const NOTICE = /^[A-Z]\w{1,48}(?:::\w{2,64}){1,3}$/
