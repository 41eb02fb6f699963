/**
 * Barracuda Web Application Firewall. Its logs are columns that an administrator chooses; of the formats seen, these
 * are recognisable: attack pairs, network firewall, audit of changes.
 */

import { command, ENDPOINTS, finding, on, syslogDevice } from '../../families/syslog/device.ts'
import { type Phrases, type PhraseValues, phraseReader } from '../../mapping/phrases.ts'
import { integer, ip, is, lookup, type Profile, text, time } from '../../mapping/table.ts'

type Members = Readonly<Record<string, unknown>>

const LINES: Phrases = {
  command: '{log} {user} {interface} {src_ip} {src_port} CONFIG {transaction} {operation} {verb} {object} {value*}',
  flow: '{log} {level} {protocol} {src_ip} {src_port} {dst_ip} {dst_port} {action} {rule} {reason*}',
}
const readLine = phraseReader(LINES)
const LEVELS = /^(?:EMER|ALER|CRIT|ERRO|WARN|NOTI|INFO|DEBU)$/

function read(message: string, record: Members): PhraseValues | null {
  if (record.attackDescription !== undefined) return { kind: 'attack' }
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
    /^(?:TRAFFIC|TR|WF|NF|AUDIT|SYS) (?:ADMIN_M (?:EMER|ALER|CRIT|ERRO|WARN|NOTI|INFO) \d{5} |(?:ALER|WARN|INFO|NOTI|ERRO) \w+ [\dA-Fa-f.:]+ \d+ |\S+ (?:GUI|CLI|API) \S+ \d+ CONFIG |[\dA-Fa-f.:]+ \d+ .* (?:SERVER|INTERNAL) (?:DEFAULT|PROTECTED) )/.test(
      message,
    ),
  read,
  profiles: PROFILES,
  rest: 'web requests and state in columns that the administrator chose: nothing names them',
})
