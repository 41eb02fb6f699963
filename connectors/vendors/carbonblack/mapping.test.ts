import { sourceTests } from '../../mapping/source-tests.ts'
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
      action_id: 2,
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
  {
    name: 'a sign-in to the console, as the forwarder writes it',
    record: {
      actor: 'ann@example.org',
      actor_ip: '192.0.2.7',
      create_time: '2024-01-02T03:04:05Z',
      description: 'ann@example.org logged in successfully',
      org_key: 'K',
    },
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Success',
      time: 1704164645000,
      user: { name: 'ann@example.org' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'a user that is added is what is made, not the organisation',
    record: {
      eventId: 'e',
      eventTime: '2024-01-02T03:04:05.678Z',
      loginName: 'ann@example.org',
      orgName: 'acme',
      clientIp: '192.0.2.7',
      description: 'Added user bob@example.org to org 12345 (Email Invitation)',
      flagged: false,
    },
    becomes: { class_uid: 3004, activity_name: 'Create', entity: { name: 'bob@example.org' }, severity_id: 1 },
  },
  ...(
    [
      ['User ann@example.org retrieved secret for API ID X in org 12345', 'Read'],
      ['Requested sensor update to version: 2.1 for the following device: PC1 (ID: 1)', 'Requested'],
    ] as const
  ).map(([description, activity]) => ({
    name: `an activity is a word: ${activity}`,
    record: {
      eventId: 'e',
      eventTime: '2024-01-02T03:04:05.678Z',
      loginName: 'ann@example.org',
      orgName: 'acme',
      description,
    },
    becomes: { class_uid: 3004, activity_name: activity, comment: description },
  })),
])
