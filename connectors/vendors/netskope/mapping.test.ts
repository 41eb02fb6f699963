import { sourceTests } from '../../mapping/source-tests.ts'
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
  {
    name: 'a sign-in that fails, in other words',
    record: {
      timestamp: '2024-01-02T03:04:05.678Z',
      audit_log_event: 'Login Failure - Invalid Password',
      severity_level: 2,
      user: 'ann@example.org',
      supporting_data: { data_type: 'user', data_values: ['192.0.2.7', 'ann@example.org'] },
    },
    becomes: { class_uid: 3002, activity_name: 'Logon', status: 'Failure' },
  },
  {
    name: 'a call that is refused',
    record: {
      timestamp: '2024-01-02T03:04:05.678Z',
      audit_log_event: 'Rest API V2 Call',
      severity_level: 2,
      user: 'service-account',
      supporting_data: { data_type: 'incidents', data_values: [403, 'POST', '/api/v2/incidents', 'trid=1'] },
    },
    becomes: { class_uid: 3004, status: 'Failure', status_code: '403', entity: { name: '/api/v2/incidents' } },
  },
])
