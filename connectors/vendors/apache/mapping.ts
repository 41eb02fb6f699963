/**
 * The error log of Apache HTTP Server, of 2.4 `[time] [module:level] [pid 1:tid 2] [client 192.0.2.1:5] AH01617: words` and of
 * 2.2 `[time] [level] [client 192.0.2.1] words`; by syslog without the time. Texts: the messages of httpd's own modules;
 * `ErrorLogFormat`, Apache HTTP Server documentation. What ModSecurity writes among them is a finding.
 */
import { logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { type PhraseValues, phraseReader } from '../../mapping/phrases.ts'
import { integer, ip, is, lookup, type Profile, type Rows, text, urlPath } from '../../mapping/table.ts'
import { RULE } from '../modsecurity/mapping.ts'
import { readRule } from '../modsecurity/rule-text.ts'

const LEVEL = 'emerg|alert|crit|error|warn|notice|info|debug|trace[1-8]'
const HEAD = new RegExp(
  String.raw`^(?:(?:\[([A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})? \d{4})\] )?\[(?:([\w-]{0,64}):)?(${LEVEL})\] (?=\[(?:pid|client|remote)|[A-Z(])|(?=(?:\[client [^\]]{2,64}\] )?(?:ModSecurity|Coraza): (?:Warning|Access|Rule|Audit|Output)))`,
)
const PARTS = /^\[(pid|tid|client|remote) ([^\]]{1,255})\] ?/
const CODE = /^(AH\d{5}): /
/** `(13)Permission denied: ` before the words, or before the client. */
const ERRNO = /^\((\d{1,8})\)[^:[]{1,128}: /
const REFERER = /, referer: (\S{1,2048})$/

const SENTENCES = phraseReader({
  refused: [
    'user {user*}: authentication failure for "{path*}": {reason*}',
    'user {user*}: authorization failure for "{path*}": {reason*}',
    'user {user*}: password mismatch: {path}',
    "user '{user*}' in realm '{realm*}' not found: {path}",
    "user `{user*}' in realm `{realm*}' not found: {path}",
    'user {user*} not found: {path}',
    'access to {path} failed, reason: user {user*} {reason*}',
    'auth_ldap authenticate: user {user*} authentication failed; URI {path} {reason*}',
  ],
  denied: [
    'client denied by server configuration: {file*}',
    'client used wrong authentication scheme: {path*}',
    'Directory index forbidden by Options directive: {file*}',
    'Symbolic link not allowed or link target not accessible: {file*}',
    'access to {path} denied {reason*}',
  ],
  missing: [
    'File does not exist: {file*}',
    "script '{file*}' not found or unable to stat",
    'script not found or unable to stat: {file*}',
    'attempt to invoke directory as script: {file*}',
  ],
  invalid: [
    'Invalid URI in request {request*}',
    'Invalid method in request {request*}',
    'request failed: {reason*}',
    'Request header exceeds {reason*}',
    'client sent HTTP/1.1 request without hostname {reason*}',
  ],
  start: ['{server*} configured -- resuming normal operations'],
  stop: ['caught SIGTERM, shutting down'],
})

function read(message: string): PhraseValues | null {
  const head = HEAD.exec(message)
  if (!head) return null
  const fields: PhraseValues = { kind: 'words' }
  if (head[1] !== undefined) fields.at = head[1]
  if (head[2]) fields.module = head[2]
  fields.level = head[3] ?? ''
  let rest = message.slice(head[0].length)
  for (let parts = 0; parts < 6; parts++) {
    const errno = ERRNO.exec(rest)
    if (errno?.[1] !== undefined) fields.errno = errno[1]
    rest = rest.slice(errno?.[0].length ?? 0)
    const part = PARTS.exec(rest)
    if (!part) break
    addPart(fields, part[1] ?? '', part[2] ?? '')
    rest = rest.slice(part[0].length)
  }
  const code = CODE.exec(rest)
  if (code?.[1] !== undefined) fields.code = code[1]
  rest = rest.slice(code?.[0].length ?? 0)
  const rule = readRule(rest)
  if (rule) return Object.assign(fields, rule, { kind: 'rule', text: rest, host: rule.hostname ?? '' })
  const referer = REFERER.exec(rest)
  if (referer?.[1] !== undefined) fields.referer = referer[1]
  fields.text = rest.slice(0, referer?.index ?? rest.length)
  const found = SENTENCES(fields.text)
  Object.assign(fields, found)
  const isClients = fields.kind !== 'refused' && fields.src_ip !== undefined
  if (found === null && isClients && /^(?:error|crit|alert|emerg)$/.test(fields.level)) fields.kind = 'failed'
  if ((fields.kind === 'denied' || fields.kind === 'missing' || fields.kind === 'invalid') && !isClients)
    fields.kind = 'words'
  if (fields.kind === 'denied') fields.answer = '403'
  if (fields.kind === 'missing') fields.answer = '404'
  return fields
}

/** `client 192.0.2.1:5555`, `client 2001:db8::1`, `pid 11:tid 22`. */
function addPart(fields: PhraseValues, name: string, value: string): void {
  if (name === 'pid') fields.pid = value.split(':', 1)[0] ?? ''
  if (name !== 'client' && name !== 'remote') return
  // Coraza quotes the address.
  const bare = value.replaceAll('"', '')
  const [, address = bare, port = ''] = /^(.*?[\d\]a-f]):(\d{1,5})$/i.exec(bare) ?? []
  const isPort =
    port !== '' && (address.split(':').length === 1 || address.split(':').length > 7 || address.includes('::'))
  fields.src_ip = isPort ? address : bare
  if (isPort) fields.src_port = port
}

const PEER: Rows = { 'src_endpoint.ip': ip('parsed.src_ip'), 'src_endpoint.port': integer('parsed.src_port') }
const SERVER: Rows = { 'dst_endpoint.hostname': 'syslog.hostname', 'dst_endpoint.ip': ip('syslog.address') }
const PROFILES: readonly Profile[] = [
  logon('refused', 'Logon', is('Failure'), {
    ...PEER,
    'service.name': is('httpd'),
    'http_request.url.path': urlPath('parsed.path'),
    'http_request.url.url_string': 'parsed.path',
    severity_id: is('Medium'),
  }),
  on('rule', {
    class: 'detection_finding',
    activity: 'Create',
    rows: {
      ...RULE,
      'evidences[0].url.path': urlPath('parsed.uri'),
      action_id: lookup('parsed.done', { denied: 'Denied' }, 'Observed'),
      disposition_id: lookup('parsed.done', { denied: 'Blocked' }, 'Detected'),
    },
  }),
  // The access log has the request; these lines have the client, and the reason from which the answer follows.
  on(['denied', 'missing'], {
    class: 'http_activity',
    activity: 'Other',
    rows: {
      ...PEER,
      ...SERVER,
      'http_request.url.path': urlPath('parsed.path'),
      'http_request.url.url_string': 'parsed.path',
      'http_response.code': integer('parsed.answer'),
      status_id: is('Failure'),
      status_detail: ['parsed.reason', 'parsed.text'],
    },
  }),
  on(['invalid', 'failed'], {
    class: 'network_activity',
    activity: 'Fail',
    rows: {
      ...PEER,
      ...SERVER,
      'url.path': urlPath('parsed.path'),
      'url.url_string': 'parsed.path',
      status_id: is('Failure'),
      status_detail: ['parsed.reason', 'parsed.text'],
    },
  }),
  on('start', { class: 'application_lifecycle', activity: 'Start', rows: { 'app.name': is('httpd') } }),
  on('stop', { class: 'application_lifecycle', activity: 'Stop', rows: { 'app.name': is('httpd') } }),
]

export const apacheErrors = syslogDevice({
  id: 'apache-error/1',
  vendor: 'Apache',
  product: 'HTTP Server',
  begins: HEAD,
  read,
  rows: {
    'metadata.log_name': is('error'),
    'metadata.event_code': text('parsed.code', 'parsed.id'),
    'device.type_id': is('Server'),
    'actor.process.pid': integer('parsed.pid'),
    message: ['parsed.text', 'syslog.message'],
    severity_id: lookup(
      'parsed.level',
      { emerg: 'Critical', alert: 'Critical', crit: 'High', error: 'Medium', warn: 'Low' },
      'Informational',
    ),
  },
  profiles: PROFILES,
  rest: 'the server about itself and its modules',
  logSource: { product: 'apache', service: 'apache', categories: ['webserver'] },
})
