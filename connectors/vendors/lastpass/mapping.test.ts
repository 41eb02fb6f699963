import { sourceTests } from '../../mapping/source-tests.ts'
import { lastpass } from './mapping.ts'

const BASE = { Time: '2026-11-27 10:11:12', Username: 'kim@example.com', IP_Address: '198.51.100.7', Data: '' }

sourceTests(lastpass, [
  {
    name: 'a logon that fails',
    record: { ...BASE, Action: 'Failed Login Attempt' },
    becomes: {
      class_uid: 3002,
      status_id: 2,
      time: 1795774272000,
      user: { name: 'kim@example.com' },
      src_endpoint: { ip: '198.51.100.7' },
    },
  },
  {
    name: 'a logon',
    record: { ...BASE, Action: 'Log in' },
    becomes: { class_uid: 3002, activity_id: 1, status_id: 1 },
  },
  {
    name: 'a new master password',
    record: { ...BASE, Action: 'Master Password Changed' },
    becomes: { class_uid: 3001, activity_name: 'Password Change', user: { name: 'kim@example.com' } },
  },
  {
    name: 'a site that is added',
    record: { ...BASE, Action: 'Site Added', Data: 'shop.example' },
    becomes: { class_uid: 3004, activity_name: 'Create', entity: { name: 'shop.example' } },
  },
])
