import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { keycloak } from './mapping.ts'

const HEAD = '2026-03-04 10:11:12,120 WARN  [org.keycloak.events] (executor-thread-2) '
const line = (text: string) => recordOf(`<14>Mar  4 10:11:12 kc1 keycloak[1]: ${text}`)

sourceTests(keycloak, [
  {
    name: 'a password is wrong',
    record: line(
      `${HEAD}type="LOGIN_ERROR", realmId="r", clientId="app", userId="cc74", ipAddress="198.51.100.1", error="invalid_user_credentials", username="ada"`,
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      status_detail: 'invalid_user_credentials',
      user: { name: 'ada', uid: 'cc74' },
      src_endpoint: { ip: '198.51.100.1' },
      service: { name: 'app' },
    },
  },
  {
    name: 'somebody signs in, without quotes as before version 21',
    record: line(
      '10:11:12,120 DEBUG [org.keycloak.events] (default task-1) type=LOGIN, realmId=r, clientId=app, userId=cc74, ipAddress=198.51.100.1, auth_method=openid-connect, username=ada',
    ),
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'ada' }, auth_protocol: 'openid-connect' },
  },
  {
    name: 'a password is changed',
    record: line(
      'type="UPDATE_PASSWORD", realmId="r", clientId="app", userId="cc74", ipAddress="198.51.100.1", username="ada"',
    ),
    becomes: { class_uid: 3001, activity_name: 'Password Change', user: { name: 'ada' } },
  },
  {
    name: 'an administrator makes a user',
    record: line(
      `${HEAD}operationType="CREATE", realmId="r", clientId="admin-cli", userId="cc74", ipAddress="198.51.100.1", resourceType="USER", resourcePath="users/1"`,
    ),
    becomes: {
      class_uid: 6003,
      activity_name: 'Create',
      actor: { user: { uid: 'cc74' } },
      resources: [{ type: 'USER', name: 'users/1' }],
    },
  },
])
