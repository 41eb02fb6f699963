import { sourceTests } from '../../mapping/source-tests.ts'
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
  {
    name: 'an account that the product makes itself, which is not who makes it',
    record: {
      source: 'axonius',
      time: 1704164645.678,
      event: {
        action: 'AuditAction.AddExternalUser',
        category: 'AuditCategory.UserManagement',
        type: 'info',
        params: { source: 'SAML', user_name: 'bob@example.org' },
      },
    },
    becomes: { class_uid: 3001, activity_name: 'Create', user: { name: 'bob@example.org' } },
  },
  {
    name: 'a sign-in that fails',
    record: {
      source: 'axonius',
      time: 1704164645.678,
      event: {
        action: 'AuditAction.LoginFrom',
        category: 'AuditCategory.UserSession',
        type: 'user',
        user: 'ann@example.org',
        params: { ip: '192.0.2.7', status: 'failure' },
      },
    },
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Failure',
      user: { name: 'ann@example.org' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
])
