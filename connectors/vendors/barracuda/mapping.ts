/**
 * Barracuda Web Application Firewall. Its logs are columns that an administrator chooses; of the formats seen, these
 * are recognisable: attack pairs, network firewall, audit of changes and sign-ins, and the default columns of its access
 * log and its web firewall log ("Syslog and the Barracuda Web Application Firewall").
 */

import { command, ENDPOINTS, finding, logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { type Phrases, type PhraseValues, phraseReader } from '../../mapping/phrases.ts'
import { integer, ip, is, known, lookup, lookupIn, type Profile, text, time } from '../../mapping/table.ts'

type Members = Readonly<Record<string, unknown>>

const LINES: Phrases = {
  command: '{log} {user} {interface} {src_ip} {src_port} CONFIG {transaction} {operation} {verb} {object} {value*}',
  flow: '{log} {level} {protocol} {src_ip} {src_port} {dst_ip} {dst_port} {action} {rule} {reason*}',
}
const readLine = phraseReader(LINES)
const LEVELS = /^(?:EMER|ALER|CRIT|ERRO|WARN|NOTI|INFO|DEBU)$/

/** Its own time and name, which it writes behind the header of a relay. */
const OWN_HEAD =
  /^(?<at>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})? [+-]\d{4}) (?<host>[\w.-]{1,64}) (?=(?:TR|WF|NF|AUDIT|SYS) )/

/** Addresses and ports of the service and of the client, the client's two names, and the request. */
const ACCESS =
  /^TR (?<dst_ip>[\dA-Fa-f.:]{2,45}) (?<dst_port>\d{1,5}) (?<src_ip>[\dA-Fa-f.:]{2,45}) (?<src_port>\d{1,5}) "?(?<user>[^\s"]{1,128})"? (?:"[^"]{0,256}"|\S{1,256}) (?<method>[A-Z]{3,16}) (?<protocol>\S{1,16}) (?<host_name>\S{1,255}) \S{1,16} (?<status>\d{3}) (?<bytes_in>\d{1,15}) (?<bytes_out>\d{1,15}) (?<behind>.{1,4096})$/
const PATH = / (?:SERVER|INTERNAL) \S{1,32} \S{1,32} \S{1,32} "?(\/[^\s"]{0,2048})/
const ATTACK =
  /^WF (?<level>[A-Z]{4}) (?<title>[A-Z][A-Z\d_]{2,96}) (?<src_ip>[\dA-Fa-f.:]{2,45}) (?<src_port>\d{1,5}) (?<dst_ip>[\dA-Fa-f.:]{2,45}) (?<dst_port>\d{1,5}) (?<rule>\S{1,128}) (?<rule_type>\S{1,64}) (?<action>DENY|ALLOW|LOG|REDIRECT) (?<follow_up>\S{1,64}) \[(?<reason>.{0,1024}?)\] (?<method>[A-Z]{3,16}) (?:\S{1,255} )?"?(?<path>\/[^\s"]{0,2048})"? .{0,2048}?(?<attack_id>[0-9a-f-]{6,40})?(?: \S{1,64})?$/
const SIGN_IN =
  /^AUDIT (?<user>\S{1,128}) (?<service>GUI|CLI|API|SSH|REST) (?<src_ip>[\dA-Fa-f.:]{2,45}) (?<src_port>\d{1,5}) (?<act>LOGIN|UNSUCCESSFUL_LOGIN|LOGOUT)\b/
const KINDS: Readonly<Record<string, string>> = { LOGIN: 'logon', UNSUCCESSFUL_LOGIN: 'refused', LOGOUT: 'logoff' }

function columnsOf(message: string): PhraseValues | null {
  const access = ACCESS.exec(message)?.groups
  if (access) return { ...access, kind: 'request', path: PATH.exec(access.behind ?? '')?.[1] ?? '' }
  const attack = ATTACK.exec(message)?.groups
  if (attack) return { ...attack, kind: 'blocked' }
  const signIn = SIGN_IN.exec(message)?.groups
  return signIn ? { ...signIn, kind: KINDS[signIn.act ?? ''] ?? 'words' } : null
}

function read(message: string, record: Members): PhraseValues | null {
  if (record.attackDescription !== undefined) return { kind: 'attack' }
  const own = OWN_HEAD.exec(message)
  const words = own ? message.slice(own[0].length) : message
  const fields = columnsOf(words) ?? linesOf(words)
  return fields && own ? { ...own.groups, ...fields } : fields
}

function linesOf(message: string): PhraseValues | null {
  const fields = readLine(message)
  if (fields === null) return null
  return fields.kind === 'command' || (LEVELS.test(fields.level ?? '') && /^(?:ALLOW|DENY)$/.test(fields.action ?? ''))
    ? fields
    : null
}

const ACTION = lookup(['actionTaken', 'parsed.action'], { ALLOW: 'Allowed', DENY: 'Denied', LOG: 'Observed' }, 'Other')
const DISPOSITION = lookup(
  ['actionTaken', 'parsed.action'],
  { ALLOW: 'Allowed', DENY: 'Blocked', LOG: 'Logged' },
  'Other',
)

const PROFILES: readonly Profile[] = [
  finding('attack', {
    time: time('rt', 'syslog.time'),
    'finding_info.title': 'attackDescription',
    'finding_info.uid': text('attackId'),
    'finding_info.desc': 'attackDetails',
    'finding_info.types': { kind: 'list', fields: 'attackGroup', separator: /,/, as: 'text' },
    'evidences[0].src_endpoint.ip': ip('src'),
    'evidences[0].src_endpoint.port': integer('spt'),
    'evidences[0].dst_endpoint.ip': ip('dst'),
    'evidences[0].dst_endpoint.port': integer('dpt'),
    'evidences[0].http_request.http_method': 'requestMethod',
    'evidences[0].http_request.user_agent': 'userAgent',
    'evidences[0].url.path': 'request',
    action_id: ACTION,
    disposition_id: DISPOSITION,
    severity_id: is('Medium'),
  }),
  on('flow', {
    class: 'network_activity',
    activity: lookup('parsed.action', { ALLOW: 'Traffic', DENY: 'Refuse' }, 'Other'),
    logSource: { categories: ['firewall'] },
    rows: {
      ...ENDPOINTS,
      'connection_info.direction_id': is('Unknown'),
      'connection_info.protocol_name': 'parsed.protocol',
      'policy.name': 'parsed.rule',
      status_detail: 'parsed.reason',
      action_id: ACTION,
      disposition_id: DISPOSITION,
    },
  }),
  on('request', {
    class: 'http_activity',
    activity: lookup('parsed.method', HTTP_METHODS, 'Other', 'Unknown'),
    rows: {
      ...ENDPOINTS,
      'dst_endpoint.hostname': 'parsed.host_name',
      'actor.user.name': known('parsed.user'),
      'http_request.http_method': 'parsed.method',
      'http_request.url.hostname': 'parsed.host_name',
      'http_request.url.path': 'parsed.path',
      'http_request.url.url_string': 'parsed.path',
      'http_response.code': integer('parsed.status'),
      'traffic.bytes_in': integer('parsed.bytes_in'),
      'traffic.bytes_out': integer('parsed.bytes_out'),
      severity_id: is('Informational'),
      status_id: lookupIn(
        'parsed.status',
        /^(\d)/,
        { 1: 'Success', 2: 'Success', 3: 'Success', 4: 'Failure', 5: 'Failure' },
        'Other',
      ),
    },
  }),
  finding('blocked', {
    'finding_info.uid': text('parsed.attack_id', 'parsed.title'),
    'finding_info.desc': 'parsed.reason',
    'finding_info.analytic.name': 'parsed.title',
    'finding_info.analytic.type_id': is('Rule'),
    'evidences[0].http_request.http_method': 'parsed.method',
    'evidences[0].url.path': 'parsed.path',
    'policy.name': 'parsed.rule',
    action_id: ACTION,
    disposition_id: DISPOSITION,
    severity_id: lookup(
      'parsed.level',
      { EMER: 'Critical', ALER: 'High', CRIT: 'High', ERRO: 'Medium', WARN: 'Medium', NOTI: 'Low' },
      'Informational',
    ),
  }),
  logon('logon', 'Logon', is('Success')),
  logon('refused', 'Logon', is('Failure'), { severity_id: is('Medium') }),
  logon('logoff', 'Logoff', is('Success')),
  command('command', {
    'api.operation': 'parsed.verb',
    'resources[0].type': 'parsed.operation',
    'resources[0].name': ['parsed.object', 'parsed.operation'],
  }),
]

export const barracuda = syslogDevice({
  id: 'barracuda-waf/1',
  vendor: 'Barracuda',
  product: 'Web Application Firewall',
  is: (record, message) =>
    (record.attackDescription !== undefined && record.actionTaken !== undefined) ||
    /^(?:\d{4}-\d\d-\d\d \S{8,15} [+-]\d{4} \S{1,64} )?(?:TRAFFIC|TR|WF|NF|AUDIT|SYS) (?:ADMIN_M (?:EMER|ALER|CRIT|ERRO|WARN|NOTI|INFO) \d{5} |(?:ALER|WARN|INFO|NOTI|ERRO) \w+ [\dA-Fa-f.:]+ \d+ |\S+ (?:GUI|CLI|API|SSH|REST) \S+ \d+ (?:CONFIG|LOGIN|UNSUCCESSFUL_LOGIN|LOGOUT) |[\dA-Fa-f.:]+ \d+ .* (?:SERVER|INTERNAL) (?:DEFAULT|PROTECTED) )/.test(
      message,
    ),
  read,
  rows: {
    time: time('parsed.at', 'syslog.time', 'syslog.timestamp'),
    'device.hostname': ['parsed.host', 'syslog.hostname'],
  },
  profiles: PROFILES,
  rest: 'web requests and state in columns that the administrator chose: nothing names them',
})
