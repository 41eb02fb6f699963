import { sourceTests } from '../compile/source-tests.ts'
import { box } from './mapping.ts'

sourceTests(box, [
  {
    name: 'a download',
    record: {
      type: 'event',
      event_id: 'e',
      event_type: 'DOWNLOAD',
      created_at: '2024-01-02T03:04:05.678Z',
      ip_address: '192.0.2.7',
      created_by: { id: '1', name: 'Ann', login: 'ann@example.org' },
      source: { item_type: 'file', item_id: '9', item_name: 'a.pdf', parent: { name: 'Docs' } },
    },
    becomes: {
      class_uid: 6006,
      activity_id: 2,
      time: 1704164645678,
      file: { name: 'a.pdf', uid: '9', type_id: 1, parent_folder: 'Docs' },
      actor: { user: { name: 'Ann' } },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
])
