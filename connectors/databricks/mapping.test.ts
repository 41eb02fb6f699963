import { expect, test } from 'vitest'
import { sourceTests } from '../compile/source-tests.ts'
import { databricks } from './mapping.ts'

sourceTests(databricks, [
  {
    name: 'a group that grows',
    record: {
      timestamp: 1704164645678,
      serviceName: 'accounts',
      actionName: 'addPrincipalToGroup',
      requestId: 'r',
      userIdentity: { email: 'ann@example.org' },
      sourceIPAddress: '192.0.2.7',
      requestParams: { targetGroupName: 'admins', targetUserName: 'bob@example.org' },
      response: { statusCode: 200 },
    },
    becomes: {
      class_uid: 3006,
      activity_id: 3,
      time: 1704164645678,
      status_id: 1,
      group: { name: 'admins' },
      user: { name: 'bob@example.org' },
      actor: { user: { name: 'ann@example.org' } },
    },
  },
  {
    name: 'a call that is refused',
    record: {
      timestamp: 1704164645678,
      serviceName: 'unityCatalog',
      actionName: 'deleteTable',
      userIdentity: { email: 'ann@example.org' },
      sourceIPAddress: '192.0.2.7',
      requestParams: { full_name_arg: 'a.b.c' },
      response: { statusCode: 403, errorMessage: 'no' },
    },
    becomes: {
      class_uid: 6003,
      activity_id: 4,
      status_id: 2,
      api: { operation: 'deleteTable', response: { code: 403 } },
      resources: [{ name: 'a.b.c' }],
    },
  },
  {
    name: 'a sign-in whose protocol is not told, by its answer',
    record: {
      timestamp: 1_704_164_645_678,
      serviceName: 'accounts',
      actionName: 'login',
      userIdentity: { email: 'ann@example.org' },
      sourceIPAddress: '192.0.2.7',
      response: { statusCode: 200 },
    },
    becomes: { class_uid: 3002, activity_name: 'Logon', status: 'Success', user: { name: 'ann@example.org' } },
  },
])

test('a protocol that is not told is none', () => {
  const record = {
    serviceName: 'accounts',
    actionName: 'login',
    userIdentity: { email: 'ann@example.org' },
    timestamp: 1,
  }
  expect(databricks.toOcsf(record)).not.toHaveProperty('auth_protocol_id')
})
