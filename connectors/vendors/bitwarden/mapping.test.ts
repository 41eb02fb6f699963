import { sourceTests } from '../../mapping/source-tests.ts'
import { bitwarden } from './mapping.ts'

const event = (type: number, of: object = {}) => ({
  ...{ object: 'event', type, itemId: null, memberId: null, actingUserId: 'u-1', installationId: null },
  ...{ date: '2026-11-27T10:11:12.123Z', device: 9, ipAddress: '198.51.100.9', ...of },
})

sourceTests(bitwarden, [
  {
    name: 'a login that failed',
    record: event(1005, { actingUserEmail: 'kim@example.com', actingUserName: 'Kim', typeName: 'failed login' }),
    becomes: {
      ...{ class_uid: 3002, activity_name: 'Logon', status: 'Failure', severity: 'Medium', time: 1_795_774_272_123 },
      ...{ user: { name: 'kim@example.com', uid: 'u-1' }, src_endpoint: { ip: '198.51.100.9' } },
    },
  },
  { name: 'a login', record: event(1000), becomes: { class_uid: 3002, status: 'Success', user: { uid: 'u-1' } } },
  {
    name: 'two-step login is switched off',
    record: event(1003),
    becomes: { class_uid: 3001, activity_name: 'MFA Factor Disable', user: { uid: 'u-1' } },
  },
  {
    name: 'a member is removed',
    record: event(1503, { memberId: 'm-2' }),
    becomes: { class_uid: 3001, activity_name: 'Delete', user: { uid: 'm-2' }, actor: { user: { uid: 'u-1' } } },
  },
  {
    name: 'a password is copied',
    record: event(1111, { itemId: 'i-1' }),
    becomes: { class_uid: 3004, activity_name: 'Read', entity: { uid: 'i-1', type: 'item' } },
  },
])
