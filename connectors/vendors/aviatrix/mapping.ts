/** Aviatrix controller and gateways: `AviatrixNAME: pairs or words`; the name is the kind. */

import { command, finding, logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { pairsOf } from '../../families/syslog/pairs.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { capture, integer, ip, is, lookup, mac, type Profile, text } from '../../mapping/table.ts'

const NAMED = /^(?:\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d )?Aviatrix(\w{2,40})(?:\[(\w+)\]|:)? {0,2}/

const KINDS: Readonly<Record<string, string>> = {
  VPNSession: 'vpn',
  CMD: 'command',
  GwMicrosegPacket: 'flow',
  FQDNRule: 'fqdn',
  FQDNRule2: 'fqdn',
  TunnelStatusChange: 'tunnel',
  GuardDuty: 'guardduty',
}

function read(message: string): PhraseValues | null {
  const named = NAMED.exec(message)
  if (!named) return null
  const [head, code = '', level = ''] = named
  const words = message.slice(head.length)
  const fields: PhraseValues = KINDS[code] === undefined ? {} : fieldsOf(code, words)
  const kind = kindOf(code, fields)
  if (level !== '') fields.level = level
  return Object.assign(fields, { code, text: words, kind })
}

function fieldsOf(code: string, words: string): PhraseValues {
  return pairsOf(words.replace(/^\w+\(\) L#\d+ {1,2}/, ''), code === 'CMD' || code === 'VPNSession' ? ',' : ' ')
}

function kindOf(code: string, { Status, User }: PhraseValues): string {
  const kind = KINDS[code] ?? 'words'
  if (kind !== 'vpn') return kind
  if (User === undefined) return 'words'
  return Status === 'active' ? 'vpn/start' : 'vpn/end'
}

const VPN = {
  'user.name': 'parsed.User',
  'src_endpoint.ip': ip('parsed.PublicIP', 'parsed.VPNVirtualIP'),
  'dst_endpoint.ip': ip('parsed.GatewayIP'),
  'dst_endpoint.hostname': 'parsed.Gateway',
  'service.name': is('VPN'),
} as const

const PROFILES: readonly Profile[] = [
  logon('vpn/start', 'Logon', is('Success'), VPN),
  logon('vpn/end', 'Logoff', is('Success'), VPN),
  command('command', {
    'actor.user.name': 'parsed.username',
    'api.operation': 'parsed.action',
    status_id: lookup('parsed.result', { Success: 'Success' }, 'Failure'),
    status_detail: 'parsed.reason',
  }),
  on('flow', {
    class: 'network_activity',
    activity: lookup('parsed.ACT', { PERMIT: 'Traffic', DENY: 'Refuse' }, 'Other'),
    logSource: { categories: ['firewall'] },
    rows: {
      'src_endpoint.ip': ip('parsed.SRC_IP'),
      'src_endpoint.port': integer('parsed.SRC_PORT'),
      'src_endpoint.mac': mac('parsed.SRC_MAC'),
      'dst_endpoint.ip': ip('parsed.DST_IP'),
      'dst_endpoint.port': integer('parsed.DST_PORT'),
      'dst_endpoint.mac': mac('parsed.DST_MAC'),
      'connection_info.direction_id': is('Unknown'),
      'connection_info.protocol_name': 'parsed.PROTO',
      'traffic.bytes': integer('parsed.IP_SZ'),
      'policy.uid': 'parsed.POLICY',
      action_id: lookup('parsed.ACT', { PERMIT: 'Allowed', DENY: 'Denied' }, 'Other'),
      disposition_id: lookup('parsed.ACT', { PERMIT: 'Allowed', DENY: 'Blocked' }, 'Other'),
    },
  }),
  on('fqdn', {
    class: 'network_activity',
    activity: lookup('parsed.state', { MATCHED: 'Traffic', NO_MATCH: 'Traffic' }, 'Other'),
    logSource: { categories: ['firewall'] },
    rows: {
      'src_endpoint.ip': ip('parsed.S_IP'),
      'dst_endpoint.ip': ip('parsed.D_IP'),
      'dst_endpoint.hostname': 'parsed.hostname',
      'policy.name': 'parsed.Rule',
      'device.name': 'parsed.Gateway',
      status_detail: 'parsed.state',
    },
  }),
  on('tunnel', {
    class: 'tunnel_activity',
    activity: lookup('parsed.new_state', { Up: 'Open', Down: 'Close' }, 'Other'),
    rows: {
      'src_endpoint.name': 'parsed.src_gw',
      'dst_endpoint.name': 'parsed.dst_gw',
      tunnel_type_id: is('Unknown'),
      status_detail: 'parsed.new_state',
    },
  }),
  finding('guardduty', {
    'finding_info.title': 'parsed.text',
    'finding_info.uid': capture('parsed.text', /Instance ID \[([^\]]{1,64})\]/),
    'evidences[0].src_endpoint.ip': capture('parsed.text', /, ((?:\d{1,3}\.){3}\d{1,3}) is /, 'ip'),
    'resources[0].uid': capture('parsed.text', /Instance ID \[([^\]]{1,64})\]/),
    'cloud.provider': is('AWS'),
    'cloud.region': capture('parsed.text', /Region \[([^\]]{1,64})\]/),
    severity_id: is('High'),
  }),
]

export const aviatrix = syslogDevice({
  id: 'aviatrix/1',
  vendor: 'Aviatrix',
  product: 'Aviatrix',
  begins: NAMED,
  read,
  rows: { 'metadata.event_code': text('parsed.code') },
  profiles: PROFILES,
  rest: 'the state of gateways: counters, routes, versions, limits',
})
