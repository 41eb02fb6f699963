import { sourceTests } from '../compile/source-tests.ts'
import { openai } from './mapping.ts'

sourceTests(openai, [
  {
    name: 'a key',
    record: {
      id: 'audit_log-1',
      object: 'organization.audit_log',
      type: 'api_key.created',
      effective_at: 1704164645,
      actor: { type: 'session', session: { user: { id: 'u', email: 'ann@example.org' }, ip_address: '192.0.2.7' } },
      api_key_created: { id: 'key-1', data: { name: 'ci', scopes: ['all'] } },
    },
    becomes: {
      class_uid: 3004,
      activity_id: 1,
      time: 1704164645000,
      entity: { uid: 'key-1', name: 'ci' },
      actor: { user: { uid: 'u' } },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
])
