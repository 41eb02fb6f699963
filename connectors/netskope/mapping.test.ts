import { sourceTests } from '../compile/source-tests.ts'
import { netskope } from './mapping.ts'

sourceTests(netskope, [
  {
    name: 'a login',
    record: {
      _id: '1',
      timestamp: '2024-01-02T03:04:05.678Z',
      audit_log_event: 'Login Successful',
      severity_level: 2,
      type: 'admin_audit_logs',
      user: 'ann@example.org',
      count: 1,
      supporting_data: { data_type: 'user', data_values: ['192.0.2.7', 'ann@example.org'] },
    },
    becomes: {
      class_uid: 3002,
      activity_id: 1,
      status_id: 1,
      severity_id: 2,
      time: 1704164645678,
      user: { name: 'ann@example.org' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
])
