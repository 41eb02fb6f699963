import { sourceTests } from '../../mapping/source-tests.ts'
import { cato } from './mapping.ts'

const FLOW = {
  time: '1795774272000',
  event_type: 'Security',
  event_sub_type: 'Internet Firewall',
  action: 'Block',
  src_ip: '10.1.1.7',
  src_port: '50123',
  dest_ip: '203.0.113.7',
  dest_port: '443',
  ip_protocol: 'TCP',
  user_name: 'kim',
  rule_name: 'block all',
  account_id: '12',
  internalId: 'abc1',
}

sourceTests(cato, [
  {
    name: 'a connection that is blocked',
    record: FLOW,
    becomes: {
      class_uid: 4001,
      time: 1795774272000,
      status_id: 2,
      disposition_id: 2,
      src_endpoint: { ip: '10.1.1.7', port: 50123 },
      dst_endpoint: { ip: '203.0.113.7', port: 443 },
      actor: { user: { name: 'kim' } },
    },
  },
  {
    name: 'a threat, with its fields one level down',
    record: {
      accountID: '12',
      time: '2026-11-27T10:11:12Z',
      fieldsMap: {
        ...{ time: '1795774272000', event_type: 'Security', event_sub_type: 'IPS', action: 'Block', severity: 'High' },
        ...{ threat_name: 'Log4j', src_ip: '198.51.100.7', dest_ip: '10.1.1.8', dest_port: '443', internalId: 'abc2' },
      },
    },
    becomes: {
      class_uid: 2004,
      severity_id: 4,
      time: 1795774272000,
      finding_info: { title: 'Log4j' },
      evidences: [{ src_endpoint: { ip: '198.51.100.7' }, dst_endpoint: { ip: '10.1.1.8' } }],
    },
  },
  {
    name: 'a client that connects',
    record: {
      ...{ time: '1795774272000', event_type: 'Connectivity', event_sub_type: 'Connected', account_id: '12' },
      ...{ vpn_user_email: 'kim@example.com', client_ip: '198.51.100.9' },
    },
    becomes: {
      class_uid: 4001,
      activity_name: 'Open',
      src_endpoint: { ip: '198.51.100.9' },
      actor: { user: { name: 'kim@example.com' } },
    },
  },
])
