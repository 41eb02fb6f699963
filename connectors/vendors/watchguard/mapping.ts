/**
 * WatchGuard Firebox: `firewall: msg_id="3000-0148" Allow 1-Trusted 0-External 60 tcp 20 127 10.0.0.9 203.0.113.4 50001
 * 443 ... (rule)`, and sentences about sign-ins. Form: "Fireware log catalog" and its syslog format.
 */
import { ENDPOINTS, logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { decision, flow } from '../../families/syslog/firewall.ts'
import { type PhraseValues, phraseReader } from '../../mapping/phrases.ts'
import { integer, is, text } from '../../mapping/table.ts'

const BEGINS =
  /^(?:[\dA-F]{4,16} )?(?:\([^)]{1,64}\) )?(?:[\w-]{1,32}(?:\[\d{1,10}\])?: )?msg_id="([\dA-F]{4}-[\dA-F]{4})" /
const FLOW =
  /^(Allow|Deny) (\S{1,64}) (\S{1,64}) (?:(\d{1,10}) )?(tcp|udp|icmp|esp|gre|igmp|\d{1,3}) (?:\d{1,5} \d{1,3} )?([\d.]{7,15}|[\da-fA-F:]{3,45}) ([\d.]{7,15}|[\da-fA-F:]{3,45})(?: (\d{1,5}) (\d{1,5}))?(?= |$)/
const NAMES = ['action', 'src_if', 'dst_if', 'bytes', 'protocol', 'src_ip', 'dst_ip', 'src_port', 'dst_port'] as const
const SRC_USER = / src_user="([^"]{1,256})"/
const RULE = / \(([^()]{1,128}-\d\d)\)/

const SENTENCES = phraseReader({
  login: [
    'Management user {user} from {src_ip} logged in...',
    'Authentication of {type} user [{user*}] from {src_ip} was accepted',
    'Authentication of {type} user [{user*}] from {src_ip} was accepted...',
    '{type} {user} from {src_ip} logged in assigned virtual IP is {vpn_ip}',
  ],
  refused: [
    'Management user {user} from {src_ip} log in attempt was rejected...',
    'Authentication of {type} user [{user*}] from {src_ip} was rejected, {reason*}',
  ],
  logout: ['Management user {user} from {src_ip} logged out...', '{type} {user} from {src_ip} logged out...'],
})

function read(message: string): PhraseValues | null {
  const [head, id = ''] = BEGINS.exec(message) ?? []
  if (head === undefined) return null
  const words = message.slice(head.length)
  const found = FLOW.exec(words)
  const fields: PhraseValues = found ? { kind: 'flow' } : (SENTENCES(words) ?? { kind: 'words' })
  for (const [i, name] of NAMES.entries()) {
    const value = found?.[i + 1]
    if (value !== undefined) fields[name] = value
  }
  // The server that authenticated the user follows the `@`.
  const [, account, server] = /^([^@]{1,128})@([\w.-]{1,64})$/.exec(fields.user ?? '') ?? []
  if (account !== undefined && server !== undefined && !server.includes('.')) {
    fields.user = account
    fields.domain = server
  }
  const rule = RULE.exec(words)?.[1]
  if (rule !== undefined) fields.rule = rule
  // The proxies write pairs behind the flow.
  const by = found === null ? undefined : SRC_USER.exec(words)?.[1]
  if (by !== undefined) fields.by = by
  return Object.assign(fields, { id, text: words })
}

export const watchguard = syslogDevice({
  id: 'watchguard/1',
  vendor: 'WatchGuard',
  product: 'Firebox',
  begins: BEGINS,
  read,
  rows: {
    'metadata.event_code': text('parsed.id'),
    'device.type_id': is('Firewall'),
    message: ['parsed.text', 'syslog.message'],
  },
  profiles: [
    on('flow', {
      class: 'network_activity',
      activity: flow(['parsed.action']),
      logSource: { categories: ['firewall'] },
      rows: {
        ...ENDPOINTS,
        ...decision(['parsed.action']),
        'actor.user.name': 'parsed.by',
        'src_endpoint.interface_name': 'parsed.src_if',
        'dst_endpoint.interface_name': 'parsed.dst_if',
        'connection_info.protocol_name': 'parsed.protocol',
        'connection_info.direction_id': is('Unknown'),
        'traffic.bytes': integer('parsed.bytes'),
        'firewall_rule.name': 'parsed.rule',
      },
    }),
    logon('login', 'Logon', is('Success'), { 'service.name': is('Firebox') }),
    logon('refused', 'Logon', is('Failure'), { 'service.name': is('Firebox'), severity_id: is('Medium') }),
    logon('logout', 'Logoff', is('Success'), { 'service.name': is('Firebox') }),
  ],
  rest: 'the firewall about itself',
})
