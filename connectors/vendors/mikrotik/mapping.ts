/**
 * MikroTik RouterOS: `topics message`. The topics are words with commas between them; behind the topic `firewall` the
 * rule's prefix may precede the chain. Texts: RouterOS documentation, "Log"; messages as RouterOS 6 and 7 write them.
 */
import { ENDPOINTS, logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { decision, flow } from '../../families/syslog/firewall.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { type PhraseValues, phraseReader } from '../../mapping/phrases.ts'
import { capture, integer, ip, is, lookup, mac, type Profile, type Rows, urlHost } from '../../mapping/table.ts'

const TOPICS =
  'system|firewall|dhcp|dhcpv6|ppp|pptp|l2tp|sstp|ovpn|pppoe|ipsec|hotspot|wireless|wifi|caps|interface|account|script|route|' +
  'ospf|bgp|dns|web-proxy|radius|manager|certificate|ssh|telnet|ntp|upnp|snmp|backup|watchdog|queue|bridge|wireguard|' +
  'container|e-mail|async|iscsi|mpls|state|store|timer|tr069|ups|vrrp|lte|gps|smb|user-manager'
/** `system,error,critical `, possibly after the identity of the router or the prefix of the logging action. */
const HEAD = new RegExp(`^(?:[\\w. -]{1,64}?: )?((?:${TOPICS})(?:,[a-z0-9!-]{1,32}){1,8}) `)

const SENTENCES = phraseReader({
  refused: [
    'login failure for user {user*} from {src_ip} via {service}',
    'login failure for user {user*} from {src_mac} via {service}',
    'login failure for user {user*} via {service}',
  ],
  login: [
    'user {user*} logged in from {src_ip} via {service}',
    'user {user*} logged in from {src_mac} via {service}',
    'user {user*} logged in via {service}',
  ],
  logout: [
    'user {user*} logged out from {src_ip} via {service}',
    'user {user*} logged out from {src_mac} via {service}',
    'user {user*} logged out via {service}',
  ],
  'vpn/open': ['{user} logged in, {vpn_ip} from {src_ip}', '{user} logged in, {vpn_ip}'],
  'vpn/close': [
    '{user} logged out, {duration} {bytes_in} {bytes_out} {packets_in} {packets_out} from {src_ip}',
    '{user} logged out, {duration} {rest*}',
  ],
  hotspot: ['{user} ({src_ip}): login failed: {reason*}', '{user} ({src_ip}): trying to log in by {method*}'],
  hotspotIn: ['{user} ({src_ip}): logged in'],
  hotspotOut: ['{user} ({src_ip}): logged out: {reason*}'],
  lease: [
    '{server} assigned {ip} for {mac} {client*}',
    '{server} assigned {ip} for {mac}',
    '{server} assigned {ip} to {mac} {client*}',
    '{server} assigned {ip} to {mac}',
  ],
  release: [
    '{server} deassigned {ip} for {mac} {client*}',
    '{server} deassigned {ip} for {mac}',
    '{server} deassigned {ip} from {mac} {client*}',
    '{server} deassigned {ip} from {mac}',
  ],
  question: ['query from {src_ip}: #{number} {name} {type}', 'query from {src_ip}: #{number} {name}. {type}'],
  request: [
    '{src_ip} {method} {url}  action={action} cache={cache}',
    '{src_ip} {method} {url} action={action} cache={cache}',
  ],
  peer: 'TCP connection established from {src_ip}',
  peerFailed: [
    '{src_ip} failed to get valid proposal.',
    '{src_ip} failed to pre-process ph1 packet (side: {side}, status {status}).',
    '{src_ip} parsing packet failed, possible cause: wrong password',
  ],
  changed: [
    '{object*} changed by {app}:{user}@{src_ip} ({rest*}',
    '{object*} added by {app}:{user}@{src_ip} ({rest*}',
    '{object*} removed by {app}:{user}@{src_ip} ({rest*}',
    '{object*} changed by {user}',
    '{object*} added by {user}',
    '{object*} removed by {user}',
    '{object*} moved by {user}',
  ],
})

const ADDRESS = String.raw`(?:\[([\da-fA-F:]{2,45})\]|([\d.]{7,15}|[\da-fA-F:]{3,45}?))(?::(\d{1,5}))?`
const FLOW = new RegExp(
  String.raw`^(?:(.{1,64}?) )?(input|forward|output|prerouting|postrouting|\S{1,64}): in:(\([^)]{1,32}\)|\S{1,64}) out:(\([^)]{1,32}\)|[^\s,]{1,64}),? (?:connection-mark:\S{1,64} )?(?:connection-state:[^\s]{1,64} )?(?:src-mac ([\da-fA-F:]{17}), )?proto ([\w/-]{1,32})(?: \(([^)]{1,64})\))?, ${ADDRESS}->${ADDRESS}(?:, (.*))?$`,
)
const CHAINS: ReadonlySet<string | undefined> = new Set(['input', 'forward', 'output', 'prerouting', 'postrouting'])
/** Decisions in the usual names of rules; RouterOS itself does not write the result for a packet. */
const DECIDED = /\b(drop|deny|denied|reject|block|accept|allow)(?:ed|ped)?\b/i

function flowIn(words: string): PhraseValues | null {
  const found = FLOW.exec(words)
  if (!found) return null
  const [, prefix, chain, inIf, outIf, src_mac, protocol, flags, src6, src4, src_port, dst6, dst4, dst_port, rest] =
    found
  const fields: PhraseValues = { kind: 'flow' }
  const interfaceName = (text = '') => (text.startsWith('(') ? undefined : text)
  const decided = DECIDED.exec(`${prefix ?? ''} ${CHAINS.has(chain) ? '' : chain}`)?.[1]?.toLowerCase()
  const values = {
    ...{ prefix, chain, in_if: interfaceName(inIf), out_if: interfaceName(outIf), src_mac, protocol, flags },
    ...{ src_ip: src6 ?? src4, src_port, dst_ip: dst6 ?? dst4, dst_port, action: decided },
    bytes: /len (\d{1,10})/.exec(rest ?? '')?.[1],
  }
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== '') fields[name] = value
  return fields
}

const LEVELS = /,(debug|info|warning|error|critical)\b/g

export function readMikrotik(message: string): PhraseValues | null {
  const [head, topics = ''] = HEAD.exec(message) ?? []
  if (head === undefined) return null
  const words = message.slice(head.length)
  const found = topics.startsWith('firewall') ? flowIn(words) : SENTENCES(words)
  const fields: PhraseValues = found ?? { kind: 'words' }
  fields.topics = topics
  fields.level = [...topics.matchAll(LEVELS)].at(-1)?.[1] ?? ''
  fields.text = words
  if (fields.service === 'local' || fields.service === 'console') delete fields.src_ip
  return fields
}

const ROUTER: Rows = { 'service.name': 'parsed.service', 'src_endpoint.mac': mac('parsed.src_mac') }
const AT_ROUTER: Rows = {
  'src_endpoint.ip': ip('parsed.src_ip'),
  'dst_endpoint.hostname': 'syslog.hostname',
  'dst_endpoint.ip': ip('syslog.address'),
}
const DHCP: Rows = {
  'src_endpoint.ip': ip('parsed.ip'),
  'src_endpoint.mac': mac('parsed.mac'),
  'src_endpoint.hostname': 'parsed.client',
  'dst_endpoint.hostname': 'syslog.hostname',
  'dst_endpoint.ip': ip('syslog.address'),
  'dst_endpoint.svc_name': 'parsed.server',
  status_id: is('Success'),
}
const VPN: Rows = {
  'user.name': 'parsed.user',
  'src_endpoint.ip': ip('parsed.src_ip'),
  'dst_endpoint.hostname': 'syslog.hostname',
  'dst_endpoint.ip': ip('syslog.address'),
  'tunnel_interface.ip': ip('parsed.vpn_ip'),
  'session.is_vpn': is(true),
  'traffic.bytes_in': integer('parsed.bytes_in'),
  'traffic.bytes_out': integer('parsed.bytes_out'),
}

const PROFILES: readonly Profile[] = [
  logon('refused', 'Logon', is('Failure'), { ...ROUTER, severity_id: is('Medium') }),
  logon('login', 'Logon', is('Success'), ROUTER),
  logon('logout', 'Logoff', is('Success'), ROUTER),
  logon('hotspot', 'Logon', lookup('parsed.reason', {}, 'Failure', 'Other'), { 'service.name': is('hotspot') }),
  logon('hotspotIn', 'Logon', is('Success'), { 'service.name': is('hotspot') }),
  logon('hotspotOut', 'Logoff', is('Success'), { 'service.name': is('hotspot') }),
  on('flow', {
    class: 'network_activity',
    activity: flow(['parsed.action']),
    logSource: { categories: ['firewall'] },
    rows: {
      ...ENDPOINTS,
      ...decision(['parsed.action']),
      'src_endpoint.mac': mac('parsed.src_mac'),
      'src_endpoint.interface_name': 'parsed.in_if',
      'dst_endpoint.interface_name': 'parsed.out_if',
      'connection_info.protocol_name': 'parsed.protocol',
      'connection_info.flag_history': 'parsed.flags',
      'connection_info.direction_id': lookup(
        'parsed.chain',
        { input: 'Inbound', output: 'Outbound', forward: 'Lateral' },
        'Other',
        'Unknown',
      ),
      'traffic.bytes': integer('parsed.bytes'),
      'firewall_rule.name': ['parsed.prefix', 'parsed.chain'],
    },
  }),
  on('question', {
    class: 'dns_activity',
    activity: 'Query',
    rows: {
      ...AT_ROUTER,
      'query.hostname': capture('parsed.name', /^(.{1,255}?)\.?$/),
      'query.type': 'parsed.type',
    },
  }),
  on('request', {
    class: 'http_activity',
    activity: lookup('parsed.method', HTTP_METHODS, 'Other'),
    rows: {
      'src_endpoint.ip': ip('parsed.src_ip'),
      'http_request.http_method': 'parsed.method',
      'http_request.url.url_string': 'parsed.url',
      'http_request.url.hostname': urlHost('parsed.url'),
      ...decision(['parsed.action']),
    },
  }),
  on('peer', { class: 'network_activity', activity: 'Open', rows: { ...AT_ROUTER, status_id: is('Success') } }),
  on('peerFailed', {
    class: 'network_activity',
    activity: 'Fail',
    rows: { ...AT_ROUTER, status_id: is('Failure'), status_detail: 'parsed.text' },
  }),
  on('vpn/open', { class: 'tunnel_activity', activity: 'Open', rows: VPN }),
  on('vpn/close', { class: 'tunnel_activity', activity: 'Close', rows: VPN }),
  on('lease', { class: 'dhcp_activity', activity: 'Ack', rows: DHCP }),
  on('release', { class: 'dhcp_activity', activity: 'Release', rows: DHCP }),
  on('changed', {
    class: 'entity_management',
    activity: 'Update',
    rows: {
      'entity.name': 'parsed.object',
      'entity.type_id': is('Device'),
      'actor.user.name': 'parsed.user',
      'actor.app_name': 'parsed.app',
      'src_endpoint.ip': ip('parsed.src_ip'),
      comment: 'parsed.text',
    },
  }),
]

const REST = 'the router about itself: interfaces, routes, peers'

export const mikrotikProfiles: readonly Profile[] = [
  ...PROFILES,
  { name: 'words', when: {}, class: 'base_event', activity: 'Other', unclassified: REST },
]

export const mikrotikRows: Rows = {
  'device.type_id': is('Router'),
  message: ['parsed.text', 'syslog.message'],
  'metadata.log_name': 'parsed.topics',
  severity_id: lookup(
    'parsed.level',
    { critical: 'Medium', error: 'Medium', warning: 'Low', info: 'Informational', debug: 'Informational' },
    'Informational',
  ),
}

export const mikrotik = syslogDevice({
  id: 'mikrotik/1',
  vendor: 'MikroTik',
  product: 'RouterOS',
  begins: HEAD,
  read: readMikrotik,
  rows: mikrotikRows,
  profiles: PROFILES,
  rest: REST,
})
