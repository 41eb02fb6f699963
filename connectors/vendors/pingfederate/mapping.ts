/**
 * PingFederate: its audit log and the administrators' audit log, with columns between vertical bars as in "Security
 * audit logging" and "Administrator audit logging" of its guide. Since version 11 a transaction follows the tracking
 * id. The table for CEF reads its CEF format.
 */
import { logon, on, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { hostname, ip, lookup, type Profile, type Rows, text } from '../../mapping/table.ts'

const BEGINS =
  /^\d{4}-\d\d-\d\d \d{1,2}:\d\d:\d\d,\d{3} ?\| ?(?:tid:|[^|]{0,128}\| [^|]{0,512}\| (?:[\da-fA-F.:]{2,45}|localhost) \| )/
const COLUMNS_MAX = 24

const OF_SESSIONS = /^(?:SSO|AUTHN_ATTEMPT|AUTHN_SESSION_CREATED|AUTHN_SESSION_USED|STS|SRI_CREATED)$/
const OF_ENDS = /^(?:SLO|AUTHN_SESSION_DELETED|AUTHN_SESSION_REVOKED|LOGOUT)$/

const parted = (message: string): string[] => message.split('|', COLUMNS_MAX).map((part) => part.trim())

function audit(parts: readonly string[]): PhraseValues {
  const [, tracking = '', ...rest] = parts
  const isNew = rest.length > 12 && !/^[A-Z][A-Za-z_]{2,40}$/.test(rest[0] ?? '')
  const [
    event = '',
    user = '',
    src_ip = '',
    app = '',
    connection = '',
    protocol = '',
    host = '',
    role = '',
    status = '',
  ] = isNew ? rest.slice(1) : rest
  const [adapter = '', description = ''] = (isNew ? rest.slice(1) : rest).slice(9)
  const kind = OF_ENDS.test(event)
    ? 'logoff'
    : OF_SESSIONS.test(event)
      ? 'logon'
      : event === 'OAuth'
        ? 'token'
        : 'other'
  const fields = { user, src_ip, app, connection, method: protocol, host, role, adapter, reason: description }
  return { ...filled(fields), kind: user === '' ? 'words' : kind, event, result: status, tracking }
}

function admin([, user = '', roles = '', src_ip = '', component = '', ...rest]: readonly string[]): PhraseValues {
  // Versions before 12 have no column for the session.
  const [event = '', detail = '', words = ''] = rest.length >= 3 ? rest.slice(-3) : [component, ...rest]
  const isLogon = /^LOG_?IN/i.test(detail) || /\blog(?:in|ged in|on)\b/i.test(words)
  const kind = /\blog(?:out|ged out|off)\b/i.test(`${detail} ${words}`) ? 'logoff' : isLogon ? 'logon' : 'admin'
  const result = /fail|denied|invalid|error/i.test(words) ? 'failure' : 'success'
  return {
    ...filled({ user, role: roles, src_ip, object: event, operation: detail, reason: words.replace(/^- /, '') }),
    kind,
    event,
    result,
  }
}

const filled = (fields: PhraseValues): PhraseValues =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== '-' && value !== 'null'))

const read = (message: string): PhraseValues | null => {
  if (!BEGINS.test(message)) return null
  const parts = parted(message)
  return parts[1]?.startsWith('tid:') ? audit(parts) : admin(parts)
}

const RESULT = lookup('parsed.result', {
  success: 'Success',
  failure: 'Failure',
  inprogress: 'Other',
  in_progress: 'Other',
})
const SESSION: Rows = {
  'service.name': ['parsed.app', 'parsed.connection', 'parsed.adapter', 'parsed.object'],
  'session.uid': text('parsed.tracking'),
  'dst_endpoint.hostname': hostname('parsed.host', 'syslog.hostname'),
  severity_id: lookup('parsed.result', { failure: 'Medium' }, 'Informational'),
}

const PROFILES: readonly Profile[] = [
  logon('logon', 'Logon', RESULT, SESSION),
  logon('logoff', 'Logoff', RESULT, SESSION),
  logon('token', 'Logon', RESULT, SESSION),
  on(['admin', 'other'], {
    class: 'api_activity',
    activity: lookup(
      'parsed.operation',
      { CREATE: 'Create', MODIFY: 'Update', UPDATE: 'Update', ROTATE: 'Update', DELETE: 'Delete', GET: 'Read' },
      'Other',
      'Unknown',
    ),
    rows: {
      'actor.user.name': 'parsed.user',
      'src_endpoint.ip': ip('parsed.src_ip'),
      'src_endpoint.hostname': 'syslog.hostname',
      'api.operation': ['parsed.operation', 'parsed.event'],
      'resources[0].name': ['parsed.app', 'parsed.connection', 'parsed.object', 'parsed.event'],
      'resources[0].type': ['parsed.object', 'parsed.event'],
      status_id: RESULT,
      status_detail: 'parsed.reason',
    },
  }),
]

export const pingfederate = syslogDevice({
  id: 'pingfederate/1',
  vendor: 'Ping Identity',
  product: 'PingFederate',
  begins: BEGINS,
  read,
  rows: { 'metadata.event_code': 'parsed.event', 'metadata.correlation_uid': text('parsed.tracking') },
  profiles: PROFILES,
  rest: 'steps of a sign-on before anybody is known',
})
