import { expect, test } from 'vitest'
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
      actor: { user: { name: 'ann@example.org', full_name: 'Ann', email_addr: 'ann@example.org' } },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'a sign-in, known by the login',
    record: {
      type: 'event',
      event_id: 'e2',
      event_type: 'LOGIN',
      created_at: '2024-01-02T03:04:05.678Z',
      created_by: { id: '1', name: 'Ann', login: 'ann@example' },
    },
    becomes: { class_uid: 3002, user: { name: 'ann@example', full_name: 'Ann', uid: '1' } },
  },
])

test('what an event does is no name of a file', () => {
  const event = box.toOcsf({ type: 'event', event_type: 'DELETE', created_at: '2024-01-02T03:04:05Z' })
  expect(event).not.toHaveProperty('file')
})
