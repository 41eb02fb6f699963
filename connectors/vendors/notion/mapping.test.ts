import { sourceTests } from '../../mapping/source-tests.ts'
import { notion } from './mapping.ts'

sourceTests(notion, [
  {
    name: 'a logon',
    record: {
      event: {
        id: '1',
        timestamp: '2024-01-02T03:04:05.678Z',
        workspace_id: 'w',
        type: 'user.login',
        ip_address: '192.0.2.7',
        actor: { id: 'a', type: 'person', person: { email: 'ann@example.org' } },
        details: { authType: 'email' },
      },
    },
    becomes: { class_uid: 3002, activity_name: 'Logon', status: 'Success', user: { name: 'ann@example.org' } },
  },
  {
    name: 'a page that is exported',
    record: {
      event: {
        id: '1',
        timestamp: '2024-01-02T03:04:05.678Z',
        workspace_id: 'w',
        type: 'page.exported',
        ip_address: '192.0.2.7',
        actor: { id: 'a', type: 'person', person: { email: 'ann@example.org' } },
        details: { target: { page_id: 'p', type: 'page_id' } },
      },
    },
    becomes: {
      class_uid: 6001,
      activity_id: 7,
      time: 1704164645678,
      web_resources: [{ uid: 'p' }],
      actor: { user: { name: 'ann@example.org' } },
    },
  },
])
