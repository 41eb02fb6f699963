/**
 * Aruba ClearPass Policy Manager: `NAME NUMBER PARTS PART name=value,name=value`. The name is that of the export
 * filter, which each installation chooses, so the columns that are present decide the kind.
 */

import { command, finding, logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { pairsOf } from '../../families/syslog/pairs.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { first, ip, is, lookup, mac, text, time } from '../../mapping/table.ts'

const HEAD = /^([A-Za-z][\w ]{0,80}?) (\d+) (\d+) (\d+) (?=[A-Za-z][\w.-]*=)/
/** Columns of the predefined field groups, and those of the examples for audit and event filters. */
const OWN = /(?:^|[ ,])(?:Common\.[A-Z][\w-]*|event_source|Timestamp|session_id|mac_address)=/

function read(message: string): PhraseValues | null {
  const head = HEAD.exec(message)
  if (!head) return null
  const found = pairsOf(message.slice(head[0].length), ',')
  return { ...renamed(found), kind: kindOf(found), filter: head[1] ?? '' }
}

const NAMES: readonly (readonly [string, readonly string[]])[] = [
  ['user', ['Common.Username', 'RADIUS.Auth-Username', 'TACACS.Username', 'User', 'user_name']],
  ['mac', ['Common.Host-MAC-Address', 'mac_address']],
  ['src_ip', ['RADIUS.Acct-Framed-IP-Address', 'WEBAUTH.Host-IP-Address', 'TACACS.Remote-Address', 'ip_address']],
  // The switch or access point that sends the request for the client.
  ['dst_ip', ['Common.NAS-IP-Address']],
  ['at', ['Common.Request-Timestamp', 'timestamp', 'Timestamp', 'updated_at']],
  ['service', ['Common.Service', 'service_name', 'event_source', 'Source']],
  ['session', ['Common.Request-Id', 'session_id']],
  ['result', ['Common.Login-Status', 'action_key', 'Action']],
  ['reason', ['Common.Alerts', 'alert', 'description', 'Description']],
  ['title', ['alert', 'description', 'Description']],
  ['method', ['RADIUS.Auth-Method', 'Common.Auth-Type', 'auth_type']],
  ['level', ['level', 'Level']],
  ['category', ['category', 'Category']],
  ['profile', ['Common.Enforcement-Profiles', 'enf_profiles']],
  ['roles', ['Common.Roles', 'roles']],
  ['client', ['hostname']],
  ['device_kind', ['device_name']],
]

function renamed(found: PhraseValues): PhraseValues {
  const fields: PhraseValues = {}
  for (const [to, from] of NAMES) {
    const name = from.find((name) => found[name])
    if (name !== undefined) fields[to] = to === 'mac' ? macOf(found[name] ?? '') : (found[name] ?? '')
  }
  return fields
}

/** The policy manager writes twelve digits without separators. */
function macOf(digits: string): string {
  return /^[0-9a-f]{12}$/i.test(digits) ? (digits.match(/../g) ?? []).join(':') : digits
}

function kindOf(found: PhraseValues): string {
  if (found['Common.Login-Status'] !== undefined) return 'logon'
  if (found.User !== undefined && found.Action !== undefined) return 'change'
  if (found.mac_address !== undefined && found.device_category !== undefined) return 'endpoint'
  return found.alert === undefined ? 'words' : 'alert'
}

export const clearpass = syslogDevice({
  id: 'aruba-clearpass/1',
  vendor: 'Aruba',
  product: 'ClearPass Policy Manager',
  begins: HEAD,
  is: (_, message) => OWN.test(message.slice(0, 512)) || message.startsWith('CPPM_'),
  read,
  rows: {
    time: time('parsed.at', 'syslog.time', 'syslog.timestamp'),
    'metadata.event_code': 'parsed.filter',
    severity_id: lookup(
      'parsed.level',
      { ERROR: 'High', WARN: 'Low', WARNING: 'Low', INFO: 'Informational' },
      'Unknown',
      'Informational',
    ),
    message: first('parsed.reason', text('syslog.message')),
  },
  profiles: [
    logon('logon', 'Logon', lookup('parsed.result', { ACCEPT: 'Success', REJECT: 'Failure' }, 'Other'), {
      'src_endpoint.mac': mac('parsed.mac'),
      'dst_endpoint.ip': ip('parsed.dst_ip'),
      severity_id: lookup('parsed.result', { REJECT: 'Medium' }, 'Informational'),
    }),
    command('change', {
      'api.operation': 'parsed.result',
      'resources[0].type': 'parsed.category',
      'resources[0].name': 'parsed.service',
    }),
    on('endpoint', {
      class: 'inventory_info',
      activity: 'Collect',
      rows: {
        'device.mac': mac('parsed.mac'),
        'device.ip': ip('parsed.src_ip'),
        'device.hostname': 'parsed.client',
        'device.desc': 'parsed.device_kind',
        'device.type_id': is('Unknown'),
      },
    }),
    finding('alert', { severity_id: is('Medium'), 'finding_info.desc': 'parsed.service' }),
  ],
  rest: 'the policy manager about itself, and sessions without an outcome',
})
