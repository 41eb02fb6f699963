import { sourceTests } from '../../mapping/source-tests.ts'
import { eset } from './mapping.ts'

const of = (event_type: string, members: object) => ({
  ...{ event_type, ipv4: '10.0.0.9', hostname: 'ws1.example.com', source_uuid: 'u1', occured: '27-Nov-2026 10:11:12' },
  ...members,
})

sourceTests(eset, [
  {
    name: 'a threat',
    record: of('Threat_Event', {
      ...{ severity: 'Warning', threat_type: 'trojan', threat_name: 'Win32/Example.A', object_type: 'file' },
      ...{ object_uri: 'file:///C:/t/a.exe', action_taken: 'cleaned by deleting', username: 'WS1\\kim' },
      hash: '0123456789abcdef0123456789abcdef01234567',
    }),
    becomes: {
      ...{ class_uid: 2004, severity: 'Medium', disposition: 'Deleted', time: 1_795_774_272_000 },
      finding_info: { title: 'Win32/Example.A' },
      device: { hostname: 'ws1.example.com', ip: '10.0.0.9' },
      evidences: [{ actor: { user: { name: 'kim', domain: 'WS1' } } }],
    },
  },
  {
    name: 'an attack over the network',
    record: of('FirewallAggregated_Event', {
      ...{ severity: 'Critical', event: 'TCP port scanning attack', source_address: '198.51.100.9', source_port: 4000 },
      ...{ target_address: '10.0.0.9', target_port: 22, protocol: 'TCP', inbound: true },
    }),
    becomes: {
      ...{ class_uid: 2004, severity: 'Critical', finding_info: { title: 'TCP port scanning attack' } },
      evidences: [{ src_endpoint: { ip: '198.51.100.9', port: 4000 }, dst_endpoint: { ip: '10.0.0.9', port: 22 } }],
    },
  },
  {
    name: 'behaviour that was blocked',
    record: of('HipsAggregated_Event', {
      ...{ severity: 'Critical', application: 'C:\\a.exe', operation: 'Attempt to run a suspicious object' },
      ...{ target: 'C:\\b.exe', action: 'blocked', rule_id: 'Suspicious attempt' },
    }),
    becomes: { class_uid: 2004, finding_info: { title: 'Suspicious attempt' }, disposition: 'Blocked' },
  },
  {
    name: 'a sign-in to the console',
    record: of('Audit_Event', {
      ...{ severity: 'Information', domain: 'Native user', action: 'Login attempt', target: 'Administrator' },
      ...{ detail: "Authenticating native user 'Administrator'.", user: '', result: 'Failed' },
    }),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'Administrator' } },
  },
])
