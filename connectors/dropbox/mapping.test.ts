import { sourceTests } from '../compile/source-tests.ts'
import { dropbox } from './mapping.ts'

sourceTests(dropbox, [
  {
    name: 'a download',
    record: {
      timestamp: '2024-01-02T03:04:05.678Z',
      event_type: { _tag: 'file_download', description: 'Downloaded' },
      actor: { _tag: 'user', user: { display_name: 'Ann', email: 'ann@example.org', team_member_id: 'm' } },
      origin: { geo_location: { ip_address: '192.0.2.7', city: 'Bern' } },
      assets: [{ '.tag': 'file', display_name: 'a.pdf', file_id: 'id:1', path: { contextual: '/d/a.pdf' } }],
    },
    becomes: {
      class_uid: 6006,
      activity_id: 2,
      time: 1704164645678,
      file: { name: 'a.pdf', path: '/d/a.pdf', type_id: 1 },
      actor: { user: { name: 'Ann' } },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'a file of which only the path is told',
    record: {
      timestamp: '2024-01-02T03:04:05.678Z',
      event_type: { _tag: 'file_delete' },
      actor: { _tag: 'user', user: { email: 'ann@example.org' } },
      origin: { geo_location: { ip_address: '192.0.2.7' } },
      assets: [{ path: { contextual: '/d/a.pdf' } }],
    },
    becomes: { activity_name: 'Delete', file: { name: 'a.pdf', path: '/d/a.pdf' } },
  },
])
