import { sourceTests } from '../../mapping/source-tests.ts'
import { mongodbAudit } from './audit.ts'

sourceTests(mongodbAudit, [
  {
    name: 'a sign-in with a wrong password',
    record: {
      atype: 'authenticate',
      ts: { $date: '2024-03-04T10:11:12.123+00:00' },
      local: { ip: '192.0.2.1', port: 27_017 },
      remote: { ip: '192.0.2.9', port: 50_000 },
      users: [],
      param: { user: 'ada', db: 'admin', mechanism: 'SCRAM-SHA-256' },
      result: 18,
    },
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'ada', domain: 'admin' },
      src_endpoint: { ip: '192.0.2.9', port: 50_000 },
      dst_endpoint: { ip: '192.0.2.1', port: 27_017 },
    },
  },
  {
    name: 'a result of 0 is success',
    record: {
      atype: 'authenticate',
      ts: { $date: '2024-03-04T10:11:12Z' },
      remote: { ip: '192.0.2.9' },
      param: { user: 'ada' },
      result: 0,
    },
    becomes: { class_uid: 3002, status: 'Success' },
  },
  {
    name: 'a user who creates another',
    record: {
      atype: 'createUser',
      ts: { $date: '2024-03-04T10:11:12Z' },
      remote: { ip: '192.0.2.9' },
      users: [{ user: 'ada', db: 'admin' }],
      param: { user: 'bob', db: 'shop' },
      result: 0,
    },
    becomes: { class_uid: 3001, activity_name: 'Create', user: { name: 'bob' }, actor: { user: { name: 'ada' } } },
  },
  {
    name: 'a collection that is dropped',
    record: {
      atype: 'dropCollection',
      ts: { $date: '2024-03-04T10:11:12Z' },
      remote: { ip: '192.0.2.9' },
      users: [{ user: 'ada' }],
      param: { ns: 'shop.orders' },
      result: 0,
    },
    becomes: { class_uid: 6003, activity_name: 'Delete', resources: [{ name: 'shop.orders' }] },
  },
])
