/** VMware (Omnissa) Horizon: events by `EventType`. Connection Server and agent events, "Horizon Administration", docs.vmware.com. */

import { logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { structuredData } from '../../families/syslog/settle.ts'
import { account, accountDomain, ip, is, lookup, type Profile, text } from '../../mapping/table.ts'

type Members = Readonly<Record<string, unknown>>

const DATA = 'syslog.structured_data.View@6876'

const KINDS: Readonly<Record<string, string>> = {
  BROKER_USERLOGGEDIN: 'logon',
  AGENT_CONNECTED: 'logon',
  AGENT_RECONNECTED: 'logon',
  BROKER_USERLOGGEDOUT: 'logoff',
  AGENT_DISCONNECTED: 'logoff',
  AGENT_ENDED: 'logoff',
  BROKER_USERCHANGEDPASSWORD: 'password',
}

const eventOf = (record: Members) => structuredData(record, 'View@6876')

function kindOf(type: unknown): string {
  if (typeof type !== 'string') return 'words'
  // Some versions write `BROKER_USERAUTHFAILED_...`, others `BROKER_USER_AUTHFAILED_...`.
  const name = type.replace('_USER_', '_USER')
  return KINDS[name] ?? (name.startsWith('BROKER_USERAUTHFAILED') ? 'refused' : 'words')
}

const USER = {
  'user.name': account(`${DATA}.UserDisplayName`),
  'user.domain': accountDomain(`${DATA}.UserDisplayName`),
  'user.uid': text(`${DATA}.UserSID`),
  'src_endpoint.ip': ip(`${DATA}.ClientIpAddress`),
  'dst_endpoint.hostname': [`${DATA}.MachineName`, 'syslog.hostname'],
} as const

const PROFILES: readonly Profile[] = [
  logon('logon', 'Logon', is('Success'), USER),
  logon('refused', 'Logon', is('Failure'), { ...USER, severity_id: is('Medium') }),
  logon('logoff', 'Logoff', is('Success'), USER),
  on('password', {
    class: 'account_change',
    activity: 'Password Change',
    rows: { 'user.name': USER['user.name'], 'user.domain': USER['user.domain'], 'user.uid': USER['user.uid'] },
  }),
]

export const horizon = syslogDevice({
  id: 'vmware-horizon/1',
  vendor: 'VMware',
  product: 'Horizon',
  is: (record) => eventOf(record) !== null,
  read: (_, record) => ({ kind: kindOf(eventOf(record)?.EventType) }),
  rows: {
    'metadata.event_code': `${DATA}.EventType`,
    'metadata.log_name': `${DATA}.Module`,
    severity_id: lookup(
      `${DATA}.Severity`,
      {
        INFO: 'Informational',
        AUDIT_SUCCESS: 'Informational',
        WARNING: 'Low',
        AUDIT_FAIL: 'Medium',
        ERROR: 'High',
      },
      'Unknown',
      'Informational',
    ),
  },
  profiles: PROFILES,
  rest: 'desktops, pools and the brokers about themselves',
})
