/** Programs of servers that write no kind of their own: file transfer, monitoring, repositories, audit of file servers. */
import { isMembers } from '../../../platform/members.ts'
import { textOf } from '../../mapping/text-of.ts'
import type { Maker, Members } from './maker.ts'

/**
 * The common log of file transfers: `time seconds host bytes name type flag direction mode user service method user-id
 * status`. Form: the manual page xferlog(5).
 */
const XFERLOG =
  /^(?:[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4} )?\d{1,9} (?<src>\S{1,255}) (?<bytes>\d{1,15}) (?<path>\S.{0,1023}?) [ab] [CUT_]{1,3} (?<direction>[oid]) [agr] (?<user>\S{1,128}) (?<service>\S{1,32}) [01] (?<user_uid>\S{1,128}) (?<result>[ci])\s*$/
const DIRECTIONS: Readonly<Record<string, string>> = { i: 'upload', o: 'download', d: 'delete' }
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}:[\da-f:.]{2,40})$/i

function xferlog(message: string) {
  const {
    src = '',
    path = '',
    direction = '',
    user = '',
    service = '',
    result = '',
  } = XFERLOG.exec(message)?.groups ?? {}
  if (src === '') return null
  const side = ADDRESS.test(src) ? { src_ip: src } : { src_host: src }
  const operation = DIRECTIONS[direction] ?? ''
  return { kind: 'file', ...side, path, user, service, operation, result: result === 'c' ? 'success' : 'failed' }
}

/** `SERVICE ALERT: host;service;state;kind;attempt;words`, with the seconds in brackets in its own file. */
const NAGIOS =
  /^(?:\[\d{10}\] )?(?<code>(?:CURRENT |INITIAL )?(?:HOST|SERVICE) (?:ALERT|STATE|NOTIFICATION|FLAPPING ALERT|DOWNTIME ALERT)|EXTERNAL COMMAND): (?<rest>.{1,2048})/s
const STATES: Readonly<Record<string, string>> = {
  ...{ CRITICAL: '2', DOWN: '2', UNREACHABLE: '3', WARNING: '4', UNKNOWN: '4', OK: '6', UP: '6', RECOVERY: '6' },
}

/** A notification names the contact first; a command names its own arguments. */
function nagios(message: string) {
  const { code = '', rest = '' } = NAGIOS.exec(message)?.groups ?? {}
  if (code === '') return null
  const parts = rest.split(';')
  if (code === 'EXTERNAL COMMAND') return { kind: 'words', code, operation: parts[0] ?? '' }
  const behind = code.endsWith('NOTIFICATION') ? 1 : 0
  const [host = '', service = '', state = ''] = parts.slice(behind)
  const level = STATES[(code.includes('SERVICE') ? state : service).replace(/^.*\((\w+)\)$/, '$1')] ?? ''
  return { kind: 'words', code, host, part: code.includes('SERVICE') ? service : '', level }
}

/** `time|trace|address|user|method|path|status|request bytes|response bytes|milliseconds|agent` of Artifactory. */
const REQUEST =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|[+-]\d\d:\d\d)\|[\da-f]{1,32}\|(?<src_ip>[\da-fA-F.:]{2,45})\|(?<user>[^|]{0,128})\|(?<method>[A-Z]{3,7})\|(?<path>[^|]{1,2048})\|(?<status>\d{3})\|/

function jfrog(message: string) {
  const { user = '', ...fields } = REQUEST.exec(message)?.groups ?? {}
  if (fields.method === undefined) return null
  const isNamed = !/^(?:anonymous|non_authenticated_user|)$/.test(user)
  return { kind: 'http', ...fields, ...(isNamed && { user }) }
}

/** `event |time|address|port|process|database|user|method|...` of Redshift: "Connection log", Database audit logging. */
const REDSHIFT =
  /^(?<act>authenticated|authentication failure|initiating session|disconnecting session|set application_name) ?\|(?<day>[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d):(?<fraction>\d{3})\|(?<src_ip>[^|]{0,64}?) ?\|(?<src_port>\d{0,5}) ?\|\d{1,10} ?\|(?<object>[^|]{0,128}?) ?\|(?<user>[^|]{0,128}?) ?\|/
const ACTS: Readonly<Record<string, string>> = {
  ...{ authenticated: 'logon', 'authentication failure': 'refused', 'disconnecting session': 'logoff' },
}

function redshift(message: string) {
  const { act = '', day = '', fraction = '', src_ip = '', ...fields } = REDSHIFT.exec(message)?.groups ?? {}
  if (act === '') return null
  const at = `${day}.${fraction} UTC`
  return { ...fields, kind: ACTS[act] ?? 'words', code: act, at, src_ip: src_ip.replace(/^::ffff:/, '') }
}

/** Codes of the audit protocol: "File System Auditing with Dell PowerScale and Dell Common Event Enabler". */
const DEEDS: Readonly<Record<string, string>> = {
  ...{ open: 'open', create: 'upload', read: 'download', write: 'update', delete: 'delete', rename: 'rename' },
  ...{ close: 'close', set_security: 'permission', get_security: 'preview', logon: 'logon', logoff: 'logoff' },
}
const ISILON =
  /^(?:\S{20,35} <\d{1,2}\.\d> )?(?:[\w.-]{1,64}\(id\d{1,4}\):? )?(?:audit_protocol(?:\[\d{1,10}\]:?)? )?(?<user_uid>[\w-]{1,128})\|(?<uid>\d{1,20})\|(?<part>[^|]{1,64})\|\d{1,10}\|(?<service>SMB2?|NFS|HDFS|S3)\|(?<operation>[A-Z_]{3,32})\|(?<result>[A-Z_]{3,16})(?::[^|]{0,64})?\|(?<src_ip>[\da-fA-F.:]{2,45})\|(?:[^|]{0,32}\|){0,8}?(?<path>[\\/][^|]{0,1023})/
const AUDIT_TYPE = 'c411a642-c139-4c7a-be58-93680bc20b41'

/** The same event as an object: by its payload's names, or as columns. */
function isilon(message: string, record: Members) {
  const { payload } = record
  const fields = isMembers(payload) ? isilonPayload(record, payload) : ISILON.exec(message)?.groups
  if (!fields) return null
  const operation = DEEDS[(fields.operation ?? '').toLowerCase()] ?? fields.operation?.toLowerCase() ?? ''
  const result = /^(?:0|success)$/i.test(fields.result ?? '') ? 'success' : 'failed'
  const isLogon = operation === 'logon'
  const kind = isLogon ? (result === 'failed' ? 'refused' : 'logon') : operation === 'logoff' ? 'logoff' : 'file'
  return { ...fields, kind, operation, result }
}

function isilonPayload({ timestamp }: Members, payload: Members): Record<string, string> {
  const path = textOf(payload.fileName) || textOf(payload.newFileName)
  return {
    at: textOf(timestamp),
    user: textOf(payload.userName),
    user_uid: textOf(payload.userSID),
    service: textOf(payload.protocol),
    part: textOf(payload.zoneName),
    operation: textOf(payload.eventType),
    result: textOf(payload.ntStatus),
    src_ip: textOf(payload.clientIPAddr),
    path,
  }
}

/** `('trackid=9' 'LOCAL_SUPERUSER' 'root' 'ALLOWED' 'OK' 'API' 'session.login_with_password' (('uname' 'kim' ...` of XAPI. */
const XAPI =
  /^(?:\[[^\]]{1,256}\|audit\] )?\('trackid=[\da-f]{1,64}' '[^']{0,128}' '(?<user>[^']{0,128})' '(?<access>ALLOWED|DENIED)' '(?<result>[^']{1,128})' '[^']{1,64}' '(?<operation>[\w.]{1,128})'(?<rest>.{0,2048})/s

function xapi(message: string) {
  const { user = '', access = '', result = '', operation = '', rest = '' } = XAPI.exec(message)?.groups ?? {}
  if (operation === '') return null
  const done = access === 'ALLOWED' && result === 'OK' ? 'success' : 'failed'
  const name = /\('uname' '([^']{1,128})'/.exec(rest)?.[1] ?? user
  if (!operation.startsWith('session.')) return { kind: 'command', user, operation, result: done }
  if (!/^session\.log/.test(operation)) return { kind: 'words', user, operation }
  const isOut = operation.startsWith('session.logout')
  return { kind: isOut ? 'logoff' : done === 'success' ? 'logon' : 'refused', user: name, operation, result: done }
}

/**
 * The accounting log of tac_plus and its relatives: `device user line address kind pairs` between tabs, in its file behind a
 * time. Form: the manual "tac_plus.conf", "Accounting".
 */
const TACACS =
  /^(?:(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?: \d{4})?|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: [+-]\d{4})?)\t)?(?<device>[\w.:-]{1,255})\t(?<user>[\w.@\\-]{1,128})\t(?<terminal>[\w/.-]{1,64})\t(?<src_ip>[\da-fA-F.:]{2,45}|async)\t(?<code>start|stop|update)\t(?<rest>.{0,4096})/s
const TACACS_REFUSED =
  /^login (?<code>failure|query)[^:]{0,64}: (?<user>\S{1,128}) (?<device>\S{1,255}) \((?<address>[\da-fA-F.:]{2,45})\) (?<terminal>\S{1,64})/
const A_COMMAND = /(?:^|\t)cmd=([^\t]{1,1024})/

function tacacs(message: string) {
  const { rest = '', user = '', src_ip = '', code = '', device = '' } = TACACS.exec(message)?.groups ?? {}
  if (user !== '') {
    const operation =
      A_COMMAND.exec(rest)?.[1]
        ?.replace(/ ?<cr>$/, '')
        .trim() ?? ''
    const at = src_ip === 'async' ? {} : { src_ip }
    const to = ADDRESS.test(device) ? { dst_ip: device } : {}
    return { kind: operation === '' ? 'words' : 'command', user, operation, code, ...at, ...to }
  }
  const refused = TACACS_REFUSED.exec(message)?.groups
  return refused?.code === 'failure' ? { kind: 'refused', user: refused.user ?? '', service: 'TACACS+' } : null
}

/** Refusals of RACF: "ICH408I", z/OS Security Server RACF messages. */
const RACF =
  /^ICH408I USER\((?<user>[^) ]{1,8}) {0,8}\) GROUP\((?<group>[^)]{0,8})\) (?:NAME\([^)]{0,32}\) )?(?<words>.{1,1024})/s
const OF_LOGON = /^(?:LOGON\/JOB INITIATION|JOB INITIATION|LOGON) - (?<reason>[A-Z ]{1,128}?)(?: (?:ENTERED )?AT |$)/

function racf(message: string) {
  const { user = '', words = '' } = RACF.exec(message)?.groups ?? {}
  if (user === '') return null
  const reason = OF_LOGON.exec(words)?.groups?.reason
  if (reason !== undefined) return { kind: 'refused', user, reason, code: 'ICH408I', service: 'RACF' }
  return { kind: 'command', user, operation: words.trim(), code: 'ICH408I', result: 'failed' }
}

export const SERVERS: readonly Maker[] = [
  { vendor: 'IBM', product: 'z/OS RACF', words: RACF, read: racf },
  {
    vendor: 'Shrubbery Networks',
    product: 'TACACS+',
    programs: ['tac_plus', 'tac_plus-ng'],
    words: TACACS,
    read: tacacs,
  },
  { vendor: 'FTP', product: 'File transfer log', words: XFERLOG, read: xferlog },
  { vendor: 'Nagios', product: 'Nagios', words: NAGIOS, read: nagios },
  { vendor: 'Citrix', product: 'XenServer', words: XAPI, read: xapi },
  { vendor: 'JFrog', product: 'Artifactory', words: REQUEST, read: jfrog },
  { vendor: 'AWS', product: 'Redshift', words: REDSHIFT, read: redshift },
  { vendor: 'Dell', product: 'PowerScale', words: ISILON, read: isilon },
  { vendor: 'Dell', product: 'PowerScale', is: ({ payloadType }) => payloadType === AUDIT_TYPE, read: isilon },
]
