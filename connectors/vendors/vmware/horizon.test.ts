import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { horizon } from './horizon.ts'

const event = (type: string, more = '') =>
  recordOf(
    `<134>1 2024-03-04T10:11:12Z broker1 View - 73 [View@6876 Severity="AUDIT_FAIL" Module="Broker" EventType="${type}" UserSID="S-1-5-21-1-2-3-1004" UserDisplayName="CORP\\\\alice"${more}]`,
  )

sourceTests(horizon, [
  {
    name: 'somebody signs in',
    record: event('BROKER_USERLOGGEDIN', ' ClientIpAddress="192.0.2.7"'),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Success',
      user: { uid: 'S-1-5-21-1-2-3-1004', name: 'alice', domain: 'CORP' },
      src_endpoint: { ip: '192.0.2.7' },
      dst_endpoint: { hostname: 'broker1' },
      metadata: { event_code: 'BROKER_USERLOGGEDIN', product: { name: 'Horizon' } },
    },
  },
  {
    name: 'somebody is refused',
    record: event('BROKER_USERAUTHFAILED_BAD_USER_PASSWORD'),
    becomes: { class_uid: 3002, status: 'Failure', severity: 'Medium' },
  },
  {
    name: 'a session on a machine ends',
    record: event('AGENT_ENDED', ' MachineName="vdi-7"'),
    becomes: { class_uid: 3002, activity_name: 'Logoff', dst_endpoint: { hostname: 'vdi-7' } },
  },
  {
    name: 'a password changes',
    record: event('BROKER_USERCHANGEDPASSWORD'),
    becomes: { class_uid: 3001, activity_name: 'Password Change', user: { name: 'alice', domain: 'CORP' } },
  },
  {
    name: 'a broker about itself has no class',
    record: event('BROKER_VC_ENABLED'),
    becomes: { class_uid: 0, metadata: { event_code: 'BROKER_VC_ENABLED' } },
  },
])
