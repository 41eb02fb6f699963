import { sourceTests } from '../../mapping/source-tests.ts'
import { asana } from './mapping.ts'

sourceTests(asana, [
  {
    name: 'a login that fails',
    record: {
      gid: '1',
      created_at: '2024-01-02T03:04:05.678Z',
      event_category: 'logins',
      event_type: 'user_login_failed',
      actor: { gid: '2', name: 'Ann', email: 'ann@example.org', actor_type: 'user' },
      resource: { gid: '2', name: 'Ann', email: 'ann@example.org', resource_type: 'user' },
      context: { client_ip_address: '192.0.2.7', context_type: 'web' },
      details: { method: ['SAML'] },
    },
    becomes: {
      class_uid: 3002,
      status_id: 2,
      auth_protocol_id: 5,
      time: 1704164645678,
      user: { uid: '2' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
])
