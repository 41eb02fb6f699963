import { sourceTests } from '../../mapping/source-tests.ts'
import { zoom } from './mapping.ts'

sourceTests(zoom, [
  {
    name: 'a user that is added',
    record: {
      action: 'Add',
      category_type: 'User',
      operation_detail: 'Add User bob@example.org  - User Type: Basic',
      operator: 'ann@example.org',
      time: '2024-01-02T03:04:05.678Z',
    },
    becomes: {
      class_uid: 3004,
      activity_id: 1,
      time: 1704164645678,
      actor: { user: { email_addr: 'ann@example.org' } },
      entity: { type_id: 2, user: { name: 'bob@example.org' } },
    },
  },
  {
    name: 'a change of many',
    record: {
      action: 'Batch Update',
      category_type: 'User',
      operation_detail: 'Update User bob@example.org',
      operator: 'ann@example.org',
      time: '2024-01-02T03:04:05.678Z',
    },
    becomes: { class_uid: 3004, activity_name: 'Update' },
  },
  {
    name: 'a sign-in',
    record: {
      type: 'Sign in',
      email: 'ann@example.org',
      client_type: 'mac',
      ip_address: '192.0.2.7',
      time: '2024-01-02T03:04:05.678Z',
      version: '5',
    },
    becomes: {
      class_uid: 3002,
      activity_id: 1,
      status: 'Success',
      user: { email_addr: 'ann@example.org' },
      actor: { app_name: 'Zoom for mac 5' },
      src_endpoint: { ip: '192.0.2.7', type: 'mac' },
    },
  },
])
