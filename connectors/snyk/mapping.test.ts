import { sourceTests } from '../compile/source-tests.ts'
import { snyk } from './mapping.ts'

sourceTests(snyk, [
  {
    name: 'a user that leaves',
    record: {
      created: '2024-01-02T03:04:05.678Z',
      event: 'org.user.remove',
      groupId: 'g',
      orgId: 'o',
      userId: 'u',
      content: { userPublicId: 'b', email: 'bob@example.org' },
    },
    becomes: {
      class_uid: 3006,
      activity_id: 4,
      time: 1704164645678,
      user: { uid: 'b' },
      actor: { user: { uid: 'u' } },
      group: { uid: 'o' },
    },
  },
])
