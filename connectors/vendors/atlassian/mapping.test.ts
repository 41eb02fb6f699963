import { sourceTests } from '../../mapping/source-tests.ts'
import { atlassian } from './mapping.ts'

sourceTests(atlassian, [
  {
    name: 'a login as another',
    record: {
      id: '1',
      attributes: {
        action: 'user_logged_in_as_user',
        time: '2024-01-02T03:04:05.678Z',
        actor: { id: 'a', name: 'Ann', email: 'ann@example.org' },
        container: [{ id: 'c', attributes: { siteName: 'acme' } }],
        context: [{ type: 'users', attributes: { name: 'Bob', email: 'bob@example.org' } }],
      },
      message: { content: 'Logged in as Bob' },
    },
    becomes: {
      class_uid: 3002,
      activity_id: 7,
      time: 1704164645678,
      user: { name: 'Bob' },
      actor: { user: { name: 'Ann' } },
    },
  },
])
