/** macOS: the application firewall (`socketfilterfw`, appfirewall.log) and the agents that write to the system log. */

import { ENDPOINTS, on, syslogDevice } from '../../families/syslog/device.ts'
import { syslogField } from '../../families/syslog/settle.ts'
import { type Phrases, type PhraseValues, phraseReader } from '../../mapping/phrases.ts'
import { integer, is, lookup, type Profile } from '../../mapping/table.ts'

const FIREWALL: Phrases = {
  listen: '{app*}: {action} {protocol} LISTEN  (in:{in} out:{out})',
  connect: [
    '{app*}: {action} {protocol} CONNECT (in:{in} out:{out})',
    '{action} {app*} connecting from {src_ip}:{src_port} to port {dst_port} proto={proto_num}',
    '{action} {app*} data in from {src_ip}:{src_port} to port {dst_port} proto={proto_num}',
  ],
}
const readFirewall = phraseReader(FIREWALL)
/** `<Error>: words`, `<Notice> [user{} ]: words` */
const LEVEL = /^ ?<(Emergency|Alert|Critical|Error|Warning|Notice|Info|Debug)>(?: \[[^\]]{0,200}\])?: ?/

function read(message: string): PhraseValues | null {
  const level = LEVEL.exec(message)
  if (!level) return null
  const words = message.slice(level[0].length)
  const fields = readFirewall(words) ?? readFirewall(words.replace('LISTEN (', 'LISTEN  ('))
  return { ...(fields ?? { kind: 'words' }), level: level[1] ?? '', text: words }
}

const DECISION = {
  action_id: lookup('parsed.action', { Allow: 'Allowed', Deny: 'Denied' }, 'Other'),
  disposition_id: lookup('parsed.action', { Allow: 'Allowed', Deny: 'Blocked' }, 'Other'),
  app_name: 'parsed.app',
  'connection_info.protocol_name': 'parsed.protocol',
  'connection_info.protocol_num': integer('parsed.proto_num'),
  'connection_info.direction_id': is('Inbound'),
} as const

const PROFILES: readonly Profile[] = [
  on('listen', {
    class: 'network_activity',
    activity: lookup('parsed.action', { Deny: 'Refuse' }, 'Listen'),
    logSource: { categories: ['firewall'] },
    // The listening end is the host itself.
    rows: { ...DECISION, 'dst_endpoint.hostname': 'syslog.hostname' },
  }),
  on('connect', {
    class: 'network_activity',
    activity: lookup('parsed.action', { Deny: 'Refuse' }, 'Open'),
    logSource: { categories: ['firewall'] },
    rows: { ...DECISION, ...ENDPOINTS, 'dst_endpoint.hostname': 'syslog.hostname' },
  }),
]

export const macos = syslogDevice({
  id: 'macos/1',
  vendor: 'Apple',
  product: lookup('syslog.app_name', { socketfilterfw: 'Application Firewall' }, 'macOS', 'macOS'),
  begins: LEVEL,
  is: (record) =>
    /^(?:so(?:cket|cker)filterfw|secd|securityd|opendirectoryd|loginwindow|kernel|com\.apple\.[\w.]+|appfirewall)$/.test(
      syslogField(record, 'app_name'),
    ),
  read,
  rows: {
    message: ['parsed.text', 'syslog.message'],
    severity_id: lookup(
      'parsed.level',
      {
        Emergency: 'Critical',
        Alert: 'Critical',
        Critical: 'Critical',
        Error: 'High',
        Warning: 'Low',
        Notice: 'Informational',
        Info: 'Informational',
        Debug: 'Informational',
      },
      'Unknown',
    ),
    'device.os.name': is('macOS'),
    'device.os.type_id': is('macOS'),
  },
  profiles: PROFILES,
  rest: 'agents of the system about their own work',
  logSource: { product: 'macos' },
})
