import { sourceTests } from '../../mapping/source-tests.ts'
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
  {
    name: 'an administrator suspends a member',
    record: {
      timestamp: '2024-01-02T03:04:05.678Z',
      event_type: { _tag: 'member_change_status' },
      actor: { _tag: 'admin', admin: { display_name: 'Ann', email: 'ann@example.org', team_member_id: 'm' } },
      context: { _tag: 'team_member', email: 'bob@example.org', team_member_id: 'n' },
      details: { '.tag': 'member_change_status_details', new_value: { '.tag': 'suspended' } },
    },
    becomes: {
      class_uid: 3001,
      activity_name: 'Disable',
      user: { name: 'bob@example.org', uid: 'n' },
      actor: { user: { name: 'Ann', uid: 'm' } },
    },
  },
  {
    name: 'an administrator resets the password of a member, on behalf of the team',
    record: {
      timestamp: '2024-01-02T03:04:05.678Z',
      event_type: { _tag: 'password_reset' },
      actor: { _tag: 'admin', admin: { _tag: 'team_member', email: 'ann@example.org', team_member_id: 'm' } },
      context: { _tag: 'team' },
      participants: [{ user: { _tag: 'team_member', display_name: 'Bob', account_id: 'dbid:b' } }],
    },
    becomes: {
      class_uid: 3001,
      activity_name: 'Password Reset',
      user: { name: 'Bob', uid: 'dbid:b' },
      actor: { user: { name: 'ann@example.org', type: 'team_member' } },
    },
  },
  {
    name: 'a member is made an administrator',
    record: {
      timestamp: '2024-01-02T03:04:05.678Z',
      event_type: { _tag: 'member_change_admin_role' },
      actor: { _tag: 'admin', admin: { email: 'ann@example.org' } },
      context: { _tag: 'team_member', email: 'bob@example.org' },
      details: { new_value: { '.tag': 'team_admin' } },
    },
    becomes: {
      class_uid: 3005,
      activity_name: 'Assign Privileges',
      user: { name: 'bob@example.org' },
      privileges: ['team_admin'],
    },
  },
  {
    name: 'a sign-in that fails is of the account that was tried, and nobody acted',
    record: {
      timestamp: '2024-01-02T03:04:05.678Z',
      event_type: { _tag: 'login_fail' },
      actor: { _tag: 'anonymous' },
      context: { _tag: 'team_member', email: 'bob@example.org' },
    },
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'bob@example.org' } },
  },
])
