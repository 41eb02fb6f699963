import { sourceTests } from '../../mapping/source-tests.ts'
import { tines } from './mapping.ts'

sourceTests(tines, [
  {
    name: 'a logon',
    record: {
      id: 1,
      created_at: '2024-01-02T03:04:05.678Z',
      operation_name: 'Login',
      request_ip: '192.0.2.7',
      request_user_agent: 'Mozilla/5.0',
      tenant_id: '1',
      user_email: 'ann@example.org',
      user_id: '2',
      user_name: 'Ann',
    },
    becomes: { class_uid: 3002, activity_name: 'Logon', status: 'Success', user: { name: 'Ann' } },
  },
  {
    name: 'a team that goes',
    record: {
      id: 1,
      created_at: '2024-01-02T03:04:05.678Z',
      operation_name: 'TeamDestruction',
      request_ip: '192.0.2.7',
      request_user_agent: 'Mozilla/5.0',
      tenant_id: '1',
      user_email: 'ann@example.org',
      user_id: '2',
      user_name: 'Ann',
    },
    becomes: {
      class_uid: 3004,
      activity_id: 4,
      time: 1704164645678,
      actor: { user: { name: 'Ann' } },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
])
