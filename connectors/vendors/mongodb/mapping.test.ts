import { sourceTests } from '../../mapping/source-tests.ts'
import { mongodb } from './mapping.ts'

sourceTests(mongodb, [
  {
    name: 'a user that is invited',
    record: {
      id: '1',
      created: '2024-01-02T03:04:05.678Z',
      eventTypeName: 'INVITED_TO_ORG',
      orgId: 'o',
      userId: 'u',
      username: 'ann@example.org',
      targetUsername: 'bob@example.org',
      remoteAddress: '192.0.2.7',
    },
    becomes: {
      class_uid: 3006,
      activity_id: 3,
      time: 1704164645678,
      user: { name: 'bob@example.org' },
      group: { uid: 'o' },
      actor: { user: { uid: 'u' } },
    },
  },
])
