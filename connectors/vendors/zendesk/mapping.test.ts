import { sourceTests } from '../../mapping/source-tests.ts'
import { zendesk } from './mapping.ts'

sourceTests(zendesk, [
  {
    name: 'a role that changes',
    record: {
      id: 1,
      action: 'update',
      actor_id: 2,
      actor_name: 'Ann',
      source_id: 3,
      source_type: 'user',
      source_label: 'Bob',
      change_description: 'Role changed',
      ip_address: '192.0.2.7',
      created_at: '2024-01-02T03:04:05.678Z',
      url: 'https://x.zendesk.com/1.json',
    },
    becomes: {
      class_uid: 3004,
      activity_id: 3,
      time: 1704164645678,
      entity: { name: 'Bob', uid: '3', type_id: 2 },
      actor: { user: { name: 'Ann' } },
      comment: 'Role changed',
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
])
