import { sourceTests } from '../compile/source-tests.ts'
import { onelogin } from './mapping.ts'

sourceTests(onelogin, [
  {
    name: 'a logon that fails',
    record: {
      event_type_id: 6,
      event_timestamp: '2024-01-02T03:04:05.678Z',
      user_id: 5,
      user_name: 'Ann',
      ipaddr: '192.0.2.7',
    },
    becomes: {
      class_uid: 3002,
      activity_id: 1,
      status_id: 2,
      time: 1704164645678,
      user: { name: 'Ann', uid: '5' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
])
