/**
 * F5 BIG-IP: traffic management, access policies (APM), the application firewall (ASM) and the pairs that iRules send.
 * System messages begin with a code of eight digits and its level; APM's messages name profile, partition and session.
 */
import { isMembers } from '../../../platform/members.ts'
import { command, ENDPOINTS, finding, logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { answersOf } from '../../families/syslog/dns-answers.ts'
import { syslogField } from '../../families/syslog/settle.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { type Phrases, phraseReader } from '../../mapping/phrases.ts'
import {
  capture,
  each,
  first,
  integer,
  ip,
  is,
  known,
  list,
  lookup,
  objects,
  type Profile,
  type Rows,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

type Members = Readonly<Record<string, unknown>>

const CODED = /^([0-9a-f]{8}):(\d): /
const DATA = 'F5@12276'

const SESSION =
  'user={user}({role_user}) partition=[{partition*}] level={role} tty={tty} host={src_ip} attempts={attempts}'
const SYSTEM: Phrases = {
  'session/end': [
    `${SESSION} start="{start*}" end="{end*}"...`,
    `AUDIT - user {by} - RAW: {service}: ${SESSION} start="{start*}" end="{end*}"...`,
  ],
  'session/start': [
    `${SESSION} start="{start*}"...`,
    `AUDIT - user {by} - RAW: {service}: ${SESSION} start="{start*}"...`,
  ],
  'logon/ok': 'pam_bigip_authz: authenticated user {user} with role {role_id} ({role*}) in partition [{partition*}]',
  command: [
    'AUDIT - pid={pid} user={user} folder={folder} module={module} status=[{status*}] cmd_data={operation*}',
    'AUDIT - client {src_ip}, user {user} - transaction {transaction} - object {object_id} - {operation} { {object} ...',
  ],
  'tls/failed': 'SSL Handshake failed for {protocol} {src_ip}:{src_port} -> {dst_ip}:{dst_port}',
  'logon/named': "{profile}:{partition}:{session}: Username '{user*}'",
  'logon/refused': [
    "{profile}:{partition}:{session}: AD module: authentication with '{user*}' failed: {reason*}",
    "{profile}:{partition}:{session}: AD module: authentication with '{user*}' failed in {where}: {reason*}",
    "{profile}:{partition}:{session}: LDAP module: authentication with '{user*}' failed: {reason*}",
    "{profile}:{partition}:{session}: RADIUS module: authentication with '{user*}' failed: {reason*}",
    "{profile}:{partition}:{session}: RADIUS module: authentication with '{user*}' failed{reason*}",
  ],
  'logon/proven': [
    "{profile}:{partition}:{session}: AD module: authentication with '{user*}' successful",
    "{profile}:{partition}:{session}: LDAP module: authentication with '{user*}' successful",
    "{profile}:{partition}:{session}: RADIUS module: authentication with '{user*}' successful",
  ],
  'access/start':
    '{profile}:{partition}:{session}: New session from client IP {src_ip} (ST={state*}/CC={country*}/C={continent*}) at VIP {dst_ip} Listener {service} (Reputation={reputation*})...',
}
const readPhrase = phraseReader(SYSTEM)

function read(message: string, record: Members): Members | null {
  const ruleLine = message.startsWith('Rule ') ? RULE.exec(message)?.groups : undefined
  if (ruleLine) return ruleOf(ruleLine, record)
  const coded = CODED.exec(message)
  const words = coded ? message.slice(coded[0].length) : message
  const fields = readPhrase(words)
  if (!coded) return fields ?? pairKind(record)
  const found = fields ?? { kind: 'words' }
  found.code = coded[1] ?? ''
  return found
}

/** An iRule writes this with its `log` command: `Rule /Common/name <HTTP_REQUEST>: words`. */
const RULE = /^Rule (?<rule>\/?[\w./-]{1,256}) <(?<event>[A-Z][A-Z\d_]{2,48})>: (?<words>.{1,4096})$/s
const ENDS =
  /(?<![\w.])(?<src_ip>\d{1,3}(?:\.\d{1,3}){3})(?:%\d{1,5})?(?:[: ](?<src_port>\d{1,5}))? ?(?:->|-->|=>|to) ?(?:[\w-]{1,32}[ :=]{1,2})?(?<dst_ip>\d{1,3}(?:\.\d{1,3}){3})(?:%\d{1,5})?(?:[: ](?<dst_port>\d{1,5}))?\b/
const CLIENT =
  /\b(?:client|from|src|source|clientip|client_addr|ip)(?: ?(?:ip|address|addr))?[ :=]{1,3}(?<src_ip>\d{1,3}(?:\.\d{1,3}){3})(?:%\d{1,5})?(?::(?<src_port>\d{1,5}))?\b/i
const REQUEST_TEXT =
  /\b(?<method>GET|POST|PUT|DELETE|HEAD|OPTIONS|PATCH|CONNECT|TRACE)[ :=]{1,3}(?:https?:\/\/)?(?<host_name>[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})?(?::\d{1,5})?(?<path>\/[^\s"',;]{0,2048})/

/** An administrator chooses the words of a rule, and may write pairs: only ends and a request are read in them. */
function ruleOf({ rule = '', event = '', words = '' }: Readonly<Record<string, string>>, record: Members): Members {
  const ends = ENDS.exec(words)?.groups ?? CLIENT.exec(words)?.groups ?? {}
  const request = REQUEST_TEXT.exec(words)?.groups ?? requestIn(record)
  const isDenied = /\b(?:block(?:ed|ing)|den(?:y|ied)|reject(?:ed|ing)|drop(?:ped|ping))\b/i.test(words)
  const fields = {
    ...ends,
    rule,
    event,
    text: words,
    user: textOf(record.user),
    ...(isDenied && { decision: 'denied' }),
  }
  if (request && ends.src_ip !== undefined) return { ...fields, ...request, kind: 'rule/request' }
  return { ...fields, kind: ends.src_ip === undefined ? 'words' : 'rule/flow' }
}

function requestIn({ method, uri, host }: Members): Readonly<Record<string, string>> | null {
  const isRequest = typeof method === 'string' && METHOD.test(method) && typeof uri === 'string'
  return isRequest ? { method, path: uri, host_name: textOf(host) } : null
}

const METHOD = /^[A-Z]{3,16}$/

function queryOf({ query_string }: Readonly<Members>): string {
  const query = textOf(query_string)
  return query === '' || query === 'N/A' ? '' : `?${query}`
}

/** The kind of the pairs that the example iRules and the application firewall's profile send. */
function pairKind(record: Members): Members | null {
  const isJudged = /[a-z]/i.test(textOf(record.attack_type) + textOf(record.violations))
  if (isJudged && textOf(record.attack_type) + textOf(record.violations) !== 'N/A') return { kind: 'asm' }
  if (isRequest(record)) return { kind: 'asm/request', url: `${textOf(record.uri)}${queryOf(record)}` }
  if (record.attack_type !== undefined) return { kind: 'asm' }
  const rule =
    typeof record.f5_irule === 'string' ? /-(HTTP|DNS_REQUEST|DNS_RESPONSE|LB_FAILED)$/.exec(record.f5_irule) : null
  // The example rules write the method twice.
  const [method] = [record.http_method].flat()
  const question = typeof method === 'string' ? { method } : {}
  if (rule?.[1] === 'DNS_RESPONSE') return { kind: 'irule/DNS_RESPONSE', answers: answersOf(textOf(record.answer)) }
  if (rule) return { ...question, kind: `irule/${rule[1]}` }
  return record.event_type === 'HTTP_REQUEST' ? { ...question, kind: 'irule/HTTP' } : null
}

/** A request as the application firewall's own profiles log it, with any set of their pairs. */
const isRequest = ({ ip_client, support_id, request_status, req_status }: Readonly<Members>): boolean =>
  ip_client !== undefined && (support_id ?? request_status ?? req_status) !== undefined

function isF5(record: Members, message: string): boolean {
  const data = isMembers(record.syslog) ? record.syslog.structured_data : null
  if (isMembers(data) && data[DATA] !== undefined) return true
  if (typeof record.f5_irule === 'string' || message.startsWith('ASM:f5_asm=')) return true
  if (message.startsWith('ASM:') && isMembers(record.syslog)) return isRequest(record)
  const program = syslogField(record, 'app_name')
  if (program === 'F5') return record.event_type !== undefined
  if (message.startsWith('Rule ') && RULE.test(message)) return true
  const isSystem = CODED.test(message) && PROGRAM.test(program)
  return isSystem || message.startsWith('pam_bigip_authz: ') || program === 'sshd(pam_audit)'
}

const PROGRAM =
  /^(?:tmm\d*|tmsh|mcpd|apmd|apm|httpd|bigd|gtmd|big3d|sod|logd?|iControlPortal\.cgi|scriptd|alertd|cbrd|rmonsnmpd)$/

const HTTP: Profile = on('irule/HTTP', {
  class: 'http_activity',
  activity: lookup(
    'parsed.method',
    { GET: 'Get', POST: 'Post', PUT: 'Put', DELETE: 'Delete', HEAD: 'Head' },
    'Other',
    'Other',
  ),
  rows: {
    'src_endpoint.ip': ip('src_ip'),
    'src_endpoint.port': integer('src_port'),
    'dst_endpoint.ip': ip('node', 'dest_ip', 'vip'),
    'dst_endpoint.port': integer('node_port', 'dest_port'),
    'dst_endpoint.svc_name': 'virtual_server',
    'http_request.http_method': 'parsed.method',
    'http_request.version': 'http_version',
    'http_request.user_agent': ['http_user_agent', 'header.User-Agent'],
    'http_request.referrer': 'http_referrer',
    'http_request.url.url_string': 'http_url',
    'http_request.url.hostname': capture('http_host', /^([^:]{1,255})/),
    'http_request.url.path': capture(['http_uri', 'uri_path'], /^([^?]*)/),
    'http_response.code': integer('http_status'),
    'actor.user.name': 'user',
    // The device counts from its own side (`IP::stats bytes in`), OCSF from the client's.
    'traffic.bytes_in': integer('bytes_out'),
    'traffic.bytes_out': integer('bytes_in'),
  },
})
/** Ends and request in the words of a rule. */
const RULE_ENDS: Rows = {
  ...ENDPOINTS,
  'firewall_rule.name': 'parsed.rule',
  'metadata.event_code': 'parsed.event',
  'actor.user.name': known('parsed.user'),
  status_id: lookup('parsed.decision', { denied: 'Failure' }),
  action_id: lookup('parsed.decision', { denied: 'Denied' }),
  disposition_id: lookup('parsed.decision', { denied: 'Blocked' }),
}
const DNS = {
  'src_endpoint.ip': ip('src_ip'),
  'dst_endpoint.ip': ip('dns_server_ip'),
  'query.hostname': 'question_name',
  'query.type': 'question_type',
  'query.class': 'question_class',
}

/** The name in the firewall's own profile, and the name in F5's predefined formats. */
const REQUEST_STATUS = ['req_status', 'request_status']

const PROFILES: readonly Profile[] = [
  logon('logon/ok', 'Logon', is('Success')),
  logon('logon/proven', 'Logon', is('Success')),
  logon('logon/refused', 'Logon', is('Failure'), { status_detail: 'parsed.reason' }),
  // The client typed this name; another line says whether it was right.
  logon('logon/named', 'Logon', is('Unknown')),
  logon('session/start', 'Logon', is('Success')),
  logon('session/end', 'Logoff', is('Success')),
  // A client without a user name: APM asks for it inside the session.
  on('access/start', {
    class: 'network_activity',
    activity: 'Open',
    rows: {
      ...ENDPOINTS,
      'src_endpoint.location.country': 'parsed.country',
      'dst_endpoint.svc_name': 'parsed.service',
    },
  }),
  command('command', { status_detail: 'parsed.status' }),
  on('tls/failed', {
    class: 'network_activity',
    activity: 'Fail',
    rows: {
      ...ENDPOINTS,
      'connection_info.direction_id': is('Unknown'),
      'connection_info.protocol_name': 'parsed.protocol',
      status_id: is('Failure'),
    },
  }),
  on('rule/request', {
    class: 'http_activity',
    activity: lookup('parsed.method', HTTP_METHODS, 'Other', 'Other'),
    rows: {
      ...RULE_ENDS,
      'http_request.http_method': 'parsed.method',
      'http_request.url.hostname': 'parsed.host_name',
      'http_request.url.path': capture('parsed.path', /^([^?]*)/),
      'http_request.url.url_string': 'parsed.path',
    },
  }),
  on('rule/flow', {
    class: 'network_activity',
    activity: 'Traffic',
    rows: { ...RULE_ENDS, 'connection_info.direction_id': is('Unknown') },
  }),
  HTTP,
  {
    ...HTTP,
    name: 'irule/LB_FAILED',
    when: { 'parsed.kind': 'irule/LB_FAILED' },
    rows: { ...HTTP.rows, status_id: is('Failure') },
  },
  on('irule/DNS_REQUEST', { class: 'dns_activity', activity: 'Query', rows: DNS }),
  on('irule/DNS_RESPONSE', {
    class: 'dns_activity',
    activity: 'Response',
    rows: {
      ...DNS,
      answers: first(
        objects('parsed.answers', { rdata: 'rdata', type: 'type', class: 'class', ttl: integer('ttl') }),
        // Written in another form by a custom rule.
        each('answer', 'rdata', {}, /;/),
      ),
    },
  }),
  // A legal request, if the profile logs all requests.
  on('asm/request', {
    class: 'http_activity',
    activity: lookup('method', HTTP_METHODS, 'Other', 'Other'),
    rows: {
      time: time('date_time', 'syslog.time'),
      'src_endpoint.ip': ip('ip_client'),
      'src_endpoint.port': integer('src_port'),
      'dst_endpoint.ip': ip('dest_ip'),
      'dst_endpoint.port': integer('dest_port'),
      'actor.user.name': known('username'),
      'http_request.http_method': 'method',
      'http_request.url.url_string': 'parsed.url',
      'http_request.url.path': 'uri',
      'http_request.x_forwarded_for': list('x_forwarded_for_header_value', /[, ]+/, 'ip'),
      'http_response.code': integer('response_code', 'resp_code'),
    },
  }),
  finding('asm', {
    time: time('date_time', 'syslog.time'),
    'finding_info.title': ['attack_type', 'violations'],
    'finding_info.uid': 'support_id',
    'finding_info.desc': 'violate_details',
    'evidences[0].src_endpoint.ip': ip('ip_client'),
    'evidences[0].src_endpoint.port': integer('src_port'),
    'evidences[0].dst_endpoint.ip': ip('dest_ip'),
    'evidences[0].dst_endpoint.port': integer('dest_port'),
    'evidences[0].url.path': 'uri',
    'evidences[0].http_request.http_method': 'method',
    'evidences[0].http_response.code': integer('resp_code', 'response_code'),
    'evidences[0].user.name': known('username'),
    'device.hostname': ['syslog.hostname', 'unit_hostname'],
    'policy.name': 'policy_name',
    action_id: lookup(REQUEST_STATUS, { passed: 'Allowed', blocked: 'Denied', alerted: 'Observed' }, 'Other'),
    disposition_id: lookup(REQUEST_STATUS, { passed: 'Allowed', blocked: 'Blocked', alerted: 'Alert' }, 'Other'),
    severity_id: lookup(
      'severity',
      {
        Emergency: 'Critical',
        Alert: 'Critical',
        Critical: 'Critical',
        Error: 'High',
        Warning: 'Medium',
        Notice: 'Low',
        Informational: 'Informational',
      },
      'Unknown',
    ),
  }),
]

export const f5 = syslogDevice({
  id: 'f5/1',
  vendor: 'F5',
  product: 'BIG-IP',
  is: isF5,
  read,
  rows: {
    'metadata.event_code': first('parsed.code', 'f5_irule', capture('syslog.msg_id', /^([^:]{1,64})/)),
    'device.type_id': is('Load Balancer'),
  },
  profiles: PROFILES,
  rest: 'the state of pools, monitors and the system itself',
  logSource: { product: 'f5', service: 'bigip' },
  renderings: ['req', 'headers', 'ip_route_domain'],
})
