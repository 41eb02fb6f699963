import { sourceTests } from '../compile/source-tests.ts'
import { wiz } from './mapping.ts'

sourceTests(wiz, [
  {
    name: 'a deletion',
    record: {
      id: '1',
      action: 'DeleteConnector',
      timestamp: '2024-01-02T03:04:05.678Z',
      status: 'SUCCESS',
      requestId: 'r',
      actionParameters: { input: { id: 'c1' } },
      user: { id: 'u', name: 'ann@example.org' },
      sourceIP: '192.0.2.7',
      userAgent: 'Mozilla/5.0',
    },
    becomes: {
      class_uid: 3004,
      activity_id: 4,
      status_id: 1,
      time: 1704164645678,
      entity: { uid: 'c1' },
      actor: { user: { name: 'ann@example.org' } },
    },
  },
  {
    name: 'an issue of the webhook',
    record: {
      trigger: { source: 'ISSUE', type: 'Resolved', ruleId: 'r' },
      issue: { id: 'i', created: '2024-01-02T03:04:05.678Z', severity: 'HIGH', status: 'Resolved' },
      control: { id: 'c', name: 'Probe' },
      resource: { name: 'vm', cloudPlatform: 'AWS', subscriptionId: '1' },
    },
    becomes: {
      class_uid: 2004,
      activity_id: 3,
      severity_id: 4,
      status_id: 4,
      finding_info: { uid: 'i', title: 'Probe' },
      cloud: { provider: 'AWS' },
    },
  },
  {
    name: 'an account that is made',
    record: {
      id: '1',
      action: 'CreateUser',
      timestamp: '2024-01-02T03:04:05.678Z',
      status: 'SUCCESS',
      requestId: 'r',
      actionParameters: { input: { email: 'bob@example.org', name: 'Bob', role: 'GLOBAL_ADMIN' } },
      user: { id: 'u', name: 'ann@example.org' },
      sourceIP: '192.0.2.7',
    },
    becomes: {
      class_uid: 3001,
      activity_name: 'Create',
      status: 'Success',
      user: { name: 'bob@example.org', full_name: 'Bob', groups: [{ name: 'GLOBAL_ADMIN' }] },
      actor: { user: { name: 'ann@example.org' } },
    },
  },
  {
    name: 'somebody signs in',
    record: {
      id: '1',
      action: 'Login',
      timestamp: '2024-01-02T03:04:05.678Z',
      status: 'FAILED',
      actionParameters: {},
      user: { id: 'u', name: 'ann@example.org' },
      sourceIP: '192.0.2.7',
    },
    becomes: { class_uid: 3002, activity_name: 'Logon', status: 'Failure', user: { name: 'ann@example.org' } },
  },
])
