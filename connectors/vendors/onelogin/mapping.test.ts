import { sourceTests } from '../../mapping/source-tests.ts'
import { onelogin } from './mapping.ts'

sourceTests(onelogin, [
  {
    name: 'a logon that fails',
    record: {
      event_type_id: 6,
      event_timestamp: '2024-01-02T03:04:05.678Z',
      user_id: 5,
      user_name: 'Ann',
      ipaddr: '192.0.2.7',
    },
    becomes: {
      class_uid: 3002,
      activity_id: 1,
      status_id: 2,
      time: 1704164645678,
      user: { name: 'Ann', uid: '5' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  ...(
    [
      [12, 3001, 'Unlock'],
      [15, 3001, 'Disable'],
      [19, 3001, 'Lock'],
      [4, 3005, 'Assign Privileges'],
      [69, 3002, 'Logon'],
      [29, 3002, 'Logoff'],
      [22, 3001, 'MFA Factor Enable'],
      [32, 3001, 'Enable'],
      [551, 3001, 'Disable'],
      [148, 3005, 'Revoke Privileges'],
    ] as const
  ).map(([id, classUid, activity]) => ({
    name: `type ${id} is ${activity}`,
    record: {
      event_type_id: id,
      event_timestamp: '2024-01-02T03:04:05Z',
      user_id: 5,
      user_name: 'Ann',
      role_name: 'r',
    },
    becomes: { class_uid: classUid, activity_name: activity, user: { name: 'Ann' } },
  })),
  {
    name: 'a type that is about payments has no class',
    record: { event_type_id: 30, event_timestamp: '2024-01-02T03:04:05Z', user_id: 5, user_name: 'Ann' },
    becomes: { class_uid: 0, actor: { user: { name: 'Ann' } }, metadata: { event_code: '30' } },
  },
  {
    name: 'a setting is removed',
    record: { event_type_id: 158, event_timestamp: '2024-01-02T03:04:05Z', user_id: 5, policy_name: 'p' },
    becomes: { class_uid: 3004, activity_name: 'Delete', entity: { name: 'p' } },
  },
])
