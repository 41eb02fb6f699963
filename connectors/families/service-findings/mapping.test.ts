import { sourceTests } from '../../mapping/source-tests.ts'
import { serviceFindings } from './mapping.ts'

sourceTests(serviceFindings, [
  {
    name: 'an incident of ServiceNow that somebody works on',
    record: {
      sys_id: 'a1',
      number: 'SIR0010001',
      short_description: 'Malware on ws1',
      state: '16',
      priority: '2 - High',
      opened_at: '2026-11-27 10:11:12',
      cmdb_ci: { display_value: 'ws1' },
      affected_user: { display_value: 'kim' },
      source_ip: '198.51.100.9',
    },
    becomes: {
      class_uid: 2004,
      severity: 'High',
      status: 'In Progress',
      activity_name: 'Update',
      finding_info: { uid: 'a1', title: 'Malware on ws1' },
      device: { hostname: 'ws1' },
    },
  },
  {
    name: 'one that was closed',
    record: {
      number: { value: 'SIR0010002' },
      opened_at: '2026-11-27 10:11:12',
      short_description: 'x',
      state: { display_value: 'Closed' },
      sys_id: 'a2',
    },
    becomes: { status: 'Resolved', activity_name: 'Close' },
  },
  {
    name: 'a detection of ExtraHop',
    record: {
      id: 7,
      type: 'smb',
      title: 'SMB brute force',
      risk_score: 95,
      start_time: 1795774272000,
      status: 'new',
      participants: [
        { role: 'offender', ipaddr: '10.0.0.9', hostname: 'ws1' },
        { role: 'victim', ipaddr: '10.0.0.5' },
      ],
      mitre_techniques: [{ id: 'T1110' }],
    },
    becomes: {
      severity: 'Critical',
      evidences: [{ src_endpoint: { ip: '10.0.0.9' }, dst_endpoint: { ip: '10.0.0.5' } }],
    },
  },
  {
    name: 'a scenario of CrowdSec in its log',
    record: {
      time: '2026-11-27T10:11:12Z',
      level: 'info',
      msg: "Ip 198.51.100.9 performed 'crowdsecurity/ssh-bf' (6 events over 2s) at x",
    },
    becomes: {
      finding_info: { title: 'crowdsecurity/ssh-bf' },
      count: 6,
      evidences: [{ src_endpoint: { ip: '198.51.100.9' } }],
    },
  },
  {
    name: 'an alert of InsightIDR',
    record: {
      rrn: 'rrn:alerts:us:1',
      title: 'PowerShell',
      priority: 'HIGH',
      status: 'INVESTIGATING',
      created_at: '2026-11-27T10:11:12Z',
      actors: { users: [{ name: 'kim' }], assets: [{ name: 'ws1' }] },
    },
    becomes: { severity: 'High', status: 'In Progress', actor: { user: { name: 'kim' } }, device: { hostname: 'ws1' } },
  },
])
