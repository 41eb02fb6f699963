import { sourceTests } from '../compile/source-tests.ts'
import { axonius } from './mapping.ts'

sourceTests(axonius, [
  {
    name: 'a key that is reset',
    record: {
      source: 'axonius',
      time: 1704164645.678,
      event: {
        action: 'AuditAction.ResetApiKey',
        category: 'AuditCategory.UserManagement',
        type: 'user',
        user: 'ann@example.org',
        params: { ip: '192.0.2.7', status: 'successful' },
      },
    },
    becomes: {
      class_uid: 3004,
      activity_id: 3,
      status_id: 1,
      actor: { user: { name: 'ann@example.org' } },
      entity: { type_id: 2 },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
])
