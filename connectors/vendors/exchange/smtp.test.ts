import { sourceTests } from '../../mapping/source-tests.ts'
import { exchangeSmtp } from './smtp.ts'

sourceTests(exchangeSmtp, [
  {
    name: 'a client connects',
    record: {
      'date-time': '2026-11-27T10:11:12.123Z',
      'connector-id': 'EX1',
      'session-id': '08D9',
      'local-endpoint': '10.0.0.25:25',
      'remote-endpoint': '198.51.100.9:50123',
      event: '+',
    },
    becomes: { class_uid: 4001, activity_name: 'Open', src_endpoint: { ip: '198.51.100.9', port: 50123 } },
  },
  {
    name: 'a server sends to another one',
    record: {
      'date-time': '2026-11-27T10:11:12.123Z',
      'connector-id': 'Out',
      'session-id': '08D9',
      'local-endpoint': '10.0.0.25:50123',
      'remote-endpoint': '203.0.113.9:25',
      event: '>',
      data: 'MAIL FROM:<kim@example.com>',
    },
    becomes: { class_uid: 4009, email: { from: 'kim@example.com' }, dst_endpoint: { ip: '203.0.113.9' } },
  },
  {
    name: 'somebody is let in',
    record: {
      'date-time': '2026-11-27T10:11:12.123Z',
      'connector-id': 'EX1',
      'session-id': '08D9',
      'local-endpoint': '10.0.0.25:587',
      'remote-endpoint': '198.51.100.9:50123',
      event: '*',
      data: 'EXAMPLE\\kim',
      context: 'authenticated',
    },
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'kim' } },
  },
])
