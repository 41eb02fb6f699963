import { expect, test } from 'vitest'
import { sourceTests } from '../../mapping/source-tests.ts'
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
  ...Object.entries({
    NEW_USER: [3001, 'Create'],
    MULTI_FACTOR_AUTH_DISABLE: [3001, 'MFA Factor Disable'],
    ADMIN_LOGIN: [3002, 'Account Switch'],
    CHANGE_ADMIN_ROLE: [3005, 'Assign Privileges'],
    GROUP_ADD_USER: [3006, 'Add User'],
  }).map(([event_type, [class_uid, activity_name]]) => ({
    name: `what ${event_type} does to whom`,
    record: {
      type: 'event',
      event_id: 'e3',
      event_type,
      created_at: '2024-01-02T03:04:05.678Z',
      created_by: { id: '1', name: 'Ann', login: 'ann@example.org' },
      source: { type: 'user', id: '2', name: 'Bob', login: 'bob@example.org' },
      additional_details: { group_id: 'g1', group_name: 'Ops' },
    },
    becomes: {
      class_uid,
      activity_name,
      user: { name: 'bob@example.org' },
      actor: { user: { name: 'ann@example.org' } },
    },
  })),
  ...Object.entries({ ITEM_DOWNLOAD: 'Download', SHARE_EXPIRATION: 'Unshare', CONTENT_ACCESS: 'Open' }).map(
    ([event_type, activity_name]) => ({
      name: `what ${event_type} does to a file`,
      record: {
        type: 'event',
        event_id: 'e4',
        event_type,
        created_at: '2024-01-02T03:04:05.678Z',
        ip_address: '192.0.2.7',
        created_by: { id: '1', login: 'ann@example.org' },
        source: { item_type: 'file', item_id: '9', item_name: 'a.pdf' },
      },
      becomes: { class_uid: 6006, activity_name, file: { name: 'a.pdf' } },
    }),
  ),
])

test('what an event does is no name of a file', () => {
  const event = box.toOcsf({ type: 'event', event_type: 'DELETE', created_at: '2024-01-02T03:04:05Z' })
  expect(event).not.toHaveProperty('file')
})
