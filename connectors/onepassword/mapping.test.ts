import { sourceTests } from '../compile/source-tests.ts'
import { onepassword } from './mapping.ts'

sourceTests(onepassword, [
  {
    name: 'a sign-in that fails',
    record: {
      uuid: 'x',
      session_uuid: 's',
      timestamp: '2024-01-02T03:04:05.678Z',
      category: 'credentials_failed',
      type: 'password_secret_bad',
      target_user: { uuid: 'u', name: 'Ann', email: 'ann@example.org' },
      client: { app_name: '1Password for Mac', ip_address: '192.0.2.7', os_name: 'MacOSX' },
    },
    becomes: {
      class_uid: 3002,
      activity_id: 1,
      time: 1704164645678,
      status_id: 2,
      status_detail: 'password_secret_bad',
      user: { uid: 'u', email_addr: 'ann@example.org' },
      src_endpoint: { ip: '192.0.2.7', os: { type_id: 300 } },
      session: { uid: 's' },
    },
  },
  {
    name: 'an item that is used',
    record: {
      uuid: 'x',
      timestamp: '2024-01-02T03:04:05.678Z',
      item_uuid: 'i',
      vault_uuid: 'v',
      used_version: 2,
      action: 'reveal',
      user: { uuid: 'u', name: 'Ann' },
      client: { ip_address: '192.0.2.7', app_name: '1Password Browser Extension', app_version: '20195' },
    },
    becomes: {
      class_uid: 6003,
      activity_id: 2,
      resources: [
        { uid: 'i', type: 'item' },
        { uid: 'v', type: 'vault' },
      ],
      actor: { user: { uid: 'u' }, app_name: '1Password Browser Extension 20195' },
    },
  },
  {
    name: 'an audit event',
    record: {
      uuid: 'x',
      timestamp: '2024-01-02T03:04:05.678Z',
      actor_uuid: 'u',
      action: 'delete',
      object_type: 'user',
      object_uuid: 'o',
      session: { ip: '192.0.2.7', uuid: 's' },
    },
    becomes: { class_uid: 3004, activity_id: 4, entity: { uid: 'o', type_id: 2 }, actor: { user: { uid: 'u' } } },
  },
])
