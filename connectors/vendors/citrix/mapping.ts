/** Citrix NetScaler (ADC): `CLOCK ZONE HOST ENGINE : [PARTITION] FEATURE MESSAGE ID SEQ : name value - name value`. */

import { command, ENDPOINTS, finding, logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { FieldList, setFirst } from '../../formats/field-list.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { integer, ip, is, lookup, lookupIn, type Profile, type Rows, text, time } from '../../mapping/table.ts'

const HEAD =
  /(?:^|: ?|^default )(?:default )?(SSLVPN|AAA|TCP|UDP|GUI|CLI|APPFW|SSLLOG|EVENT|ACL|ICA|SNMP|API|PITBOSS|DNS|CONN|AAATM|ICMP) ?([A-Za-z_]{3,40})? ?(\d+)?(?: \d+)? ?: {0,2}(?=\S)/
const ENGINE = /(?:\d-PPE-\d| PPE-\d)/

/** `User eve - Client_ip 192.0.2.1 - Vserver ...`: names are one or two words, and a value runs to the next ` - `. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  user: ['User', 'user'],
  src: ['Source'],
  client: ['Client_ip', 'Remote_ip'],
  dst: ['Destination'],
  vserver: ['Vserver'],
  reason: ['Failure_reason', 'LogoutMethod', 'Reason'],
  operation: ['Command'],
  status: ['Status'],
  sent: ['Total_bytes_send'],
  received: ['Total_bytes_recv'],
  browser: ['Browser_type', 'Browser'],
  session: ['SessionId:'],
  group: ['Group(s)'],
}
const TO = new Map(Object.entries(NAMED).flatMap(([to, names]) => names.map((name) => [name, to] as const)))
const PARTS_MAX = 64

function read(message: string): PhraseValues | null {
  const head = HEAD.exec(message)
  if (!head) return null
  const [, feature = '', name = ''] = head
  const words = message.slice(head.index + head[0].length)
  found.clear()
  found.add('feature', feature)
  found.add('name', name)
  found.add('kind', kindOf(feature, name))
  const stamp = STAMP.exec(message)
  if (stamp) {
    found.add('at', timeOf(stamp))
    found.add('appliance', stamp[6] ?? '')
  }
  for (const part of words.split(/ -|- (?=User )/, PARTS_MAX)) addPart(part.trim())
  const fields = found.toFields(setFirst) as PhraseValues
  addAddress(fields, 'src', fields.client ?? fields.src ?? contextIn(words))
  addAddress(fields, 'dst', fields.dst ?? fields.vserver ?? '')
  const request = REQUEST.exec(words)
  if (request) Object.assign(fields, { method: request[1], url: request[2] })
  return feature === 'APPFW' ? Object.assign(fields, firewalled(words)) : fields
}

/** The appliance's own header, `11/27/2026:10:11:12 GMT ns1 0-PPE-0`, where a relay passed it on as the message. */
const STAMP = /^(\d\d)\/(\d\d)\/(\d{4}):(\d\d:\d\d:\d\d)(?: (GMT|UTC|[A-Z]{3,5}))? ([\w.-]{1,255}) (?=\d-PPE-|PPE-)/

/** Month and day are swapped if the appliance was configured so and the day shows it. */
function timeOf([, first = '', second = '', year = '', clock = '', zone = '']: readonly string[]): string {
  const [month, day] = Number(first) > 12 ? [second, first] : [first, second]
  return `${year}-${month}-${day} ${clock}${zone === '' ? '' : ` ${zone}`}`
}

const REQUEST = / (GET|POST|PUT|DELETE|HEAD|OPTIONS|CONNECT) (\S{1,2048}) - -?$/

/** The client's address from `Context eve@192.0.2.1`, for messages without another. */
function contextIn(words: string): string {
  return words.includes('Context ') ? (/(?:^| )Context \S{1,256}@(\S{2,64})/.exec(words)?.[1] ?? '') : ''
}

const found = new FieldList()

function addPart(part: string): void {
  const space = part.indexOf(' ')
  const to = space === -1 ? undefined : TO.get(part.slice(0, space))
  if (to === undefined) return
  // A colon separates a user from its details: `User eve : Group(s) staff : Vserver ...`.
  const [value = '', ...others] = part.slice(space + 1).split(' : ')
  found.add(to, unquoted(to === 'session' ? (/^\w+/.exec(value.trim())?.[0] ?? '') : value.trim()))
  for (const other of others) addPart(other.trim())
}

function unquoted(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
}

const ADDRESS = /^\[?([0-9a-fA-F:.]{2,45}?)\]?(?::(\d{1,5}))?$/

function addAddress(fields: PhraseValues, side: 'src' | 'dst', value: string): void {
  const [, ip, port] = ADDRESS.exec(value) ?? []
  if (ip) fields[side === 'src' ? 'src_ip' : 'dst_ip'] = ip
  if (port) fields[side === 'src' ? 'src_port' : 'dst_port'] = port
}

/** `192.0.2.1 123-PPE0 - PROFILE Disallow Illegal URL: http://... <not blocked>` */
function firewalled(words: string): PhraseValues {
  // `client session - profile url words <action>`, and the words before the address.
  const led = /^(\S+) \S+ - (?:\S+ - )?(\S+) (https?:\/\/\S+) (.{1,400}?) ?<([^<>]{1,40})>$/.exec(words.trim())
  if (led) {
    const [, src_ip = '', profile = '', url = '', title = '', action = ''] = led
    return { src_ip, profile, url, title, action }
  }
  const [, src_ip = '', , profile = '', title = '', url = '', action = ''] =
    /^(\S+) (\S+) - (?:\S+ - )?(\S+) ([^:<]{1,200}):? ?(\S*) ?<([^<>]{1,40})>$/.exec(words.trim()) ?? []
  return { src_ip, profile, title: title.trim(), url, action }
}

function kindOf(feature: string, name: string): string {
  if (feature === 'APPFW') return 'appfw'
  if (/^CMD_EXECUTED/.test(name)) return 'command'
  if (/^(?:LOGIN|LOGIN_FAILED|LOGOUT|HTTPREQUEST)$/.test(name)) return name.toLowerCase()
  return /^(?:CONN_TERMINATE|CONN_DELINK|TCPCONNSTAT|UDPFLOWSTAT|OTHERCONN_DELINK|NAT_CONN_DELINK)$/.test(name) ||
    feature === 'CONN'
    ? 'flow/end'
    : 'words'
}

/** The virtual server at which a client signs in. */
const SERVER: Rows = {
  'service.name': 'parsed.feature',
  'dst_endpoint.ip': ip('parsed.dst_ip', 'syslog.address'),
  'dst_endpoint.port': integer('parsed.dst_port'),
}

const PROFILES: readonly Profile[] = [
  logon('login', 'Logon', is('Success'), SERVER),
  logon('login_failed', 'Logon', is('Failure'), { ...SERVER, severity_id: is('Medium') }),
  logon('logout', 'Logoff', is('Success'), SERVER),
  command('command', {
    status_detail: 'parsed.status',
    status_id: lookupIn('parsed.status', /^(Success|Done|ERROR|Warning)\b/i, {
      ...{ success: 'Success', done: 'Success', warning: 'Success', error: 'Failure' },
    }),
    'api.service.name': 'parsed.feature',
  }),
  on('flow/end', {
    class: 'network_activity',
    activity: 'Close',
    rows: {
      ...ENDPOINTS,
      'connection_info.direction_id': is('Unknown'),
      'connection_info.protocol_name': 'parsed.feature',
      'traffic.bytes_out': integer('parsed.sent'),
      'traffic.bytes_in': integer('parsed.received'),
      'actor.user.name': 'parsed.user',
    },
  }),
  on('httprequest', {
    class: 'http_activity',
    activity: 'Other',
    rows: {
      ...ENDPOINTS,
      'actor.user.name': 'parsed.user',
      'actor.session.uid': 'parsed.session',
      'http_request.url.url_string': 'parsed.url',
      'http_request.http_method': 'parsed.method',
    },
  }),
  finding('appfw', {
    'policy.name': 'parsed.profile',
    'evidences[0].url.url_string': 'parsed.url',
    action_id: lookup(
      'parsed.action',
      { blocked: 'Denied', 'not blocked': 'Allowed', transformed: 'Modified' },
      'Other',
    ),
    disposition_id: lookup(
      'parsed.action',
      { blocked: 'Blocked', 'not blocked': 'Allowed', transformed: 'Corrected' },
      'Other',
    ),
    severity_id: is('Medium'),
  }),
]

export const netscaler = syslogDevice({
  id: 'citrix-netscaler/1',
  vendor: 'Citrix',
  product: 'NetScaler',
  is: (_, message) =>
    hasMark(message) &&
    HEAD.test(message.slice(0, 300)) &&
    (ENGINE.test(message.slice(0, 200)) || SPOKEN.test(message)),
  read,
  rows: {
    time: time('parsed.at', 'syslog.time'),
    'metadata.event_code': text('parsed.name', 'parsed.feature'),
    'device.hostname': ['syslog.hostname', 'parsed.appliance'],
    'device.type_id': is('Load Balancer'),
  },
  profiles: PROFILES,
  rest: 'the appliance about itself',
  logSource: { product: 'citrix', service: 'netscaler' },
})

/** Without the packet engine's name: sentences that only this appliance writes. */
const SPOKEN = /: (?:SSLVPN|AAA) (?:[A-Z_]+ \d+|Message) ?:|^default CONN \d+ \d+ : |(?:^|\]: )AAA Message : /

/** True when the message holds a text that one of those patterns needs: faster than the patterns. */
function hasMark(message: string): boolean {
  return (
    message.includes('PPE-') ||
    message.includes('AAA') ||
    message.includes('SSLVPN') ||
    message.startsWith('default CONN')
  )
}
