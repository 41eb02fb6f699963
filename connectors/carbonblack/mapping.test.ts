import { sourceTests } from '../compile/source-tests.ts'
import { carbonblack } from './mapping.ts'

sourceTests(carbonblack, [
  {
    name: 'an alert',
    record: {
      id: 'a',
      org_key: 'K',
      alert_url: 'https://x.example/a',
      type: 'CB_ANALYTICS',
      severity: 8,
      reason: 'r',
      detection_timestamp: '2024-01-02T03:04:05.678Z',
      device_id: 1,
      device_name: 'PC',
      device_os: 'WINDOWS',
      device_internal_ip: '192.0.2.7',
      process_name: 'c:\\w\\ps.exe',
      process_cmdline: 'ps',
      process_pid: 5,
      process_username: 'D\\ann',
      sensor_action: 'DENY',
      workflow: { status: 'OPEN' },
    },
    becomes: {
      class_uid: 2004,
      activity_id: 1,
      severity_id: 4,
      disposition_id: 2,
      time: 1704164645678,
      finding_info: { uid: 'a', title: 'r' },
      device: { hostname: 'PC', ip: '192.0.2.7', os: { type_id: 100 } },
      evidences: [{ process: { pid: 5, name: 'ps.exe', user: { name: 'ann', domain: 'D' } } }],
    },
  },
  {
    name: 'an audit entry',
    record: {
      eventId: 'e',
      eventTime: '2024-01-02T03:04:05.678Z',
      loginName: 'ann@example.org',
      orgName: 'acme',
      clientIp: '192.0.2.7',
      description: 'Created grant',
      flagged: true,
    },
    becomes: {
      class_uid: 3004,
      activity_id: 1,
      severity_id: 3,
      actor: { user: { name: 'ann@example.org' } },
      comment: 'Created grant',
    },
  },
])
