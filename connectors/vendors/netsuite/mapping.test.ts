import { sourceTests } from '../../mapping/source-tests.ts'
import { netsuite } from './mapping.ts'

sourceTests(netsuite, [
  {
    name: 'a logon that fails',
    record: {
      Date: '2026-11-27 10:11:12',
      User: 'Kim Lee',
      Role: 'Admin',
      'Email Address': 'kim@example.com',
      'IP Address': '198.51.100.9',
      Status: 'Failure',
      Detail: 'WrongPassword',
    },
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'kim@example.com' },
      src_endpoint: { ip: '198.51.100.9' },
    },
  },
])
