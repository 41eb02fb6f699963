import { expect, test } from 'vitest'
import { sourceTests } from '../../mapping/source-tests.ts'
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
  {
    name: 'a member by the name of a principal',
    record: {
      timestamp: 1_704_164_645_678,
      serviceName: 'accounts',
      actionName: 'removePrincipalFromGroup',
      userIdentity: { email: 'ann@example.org' },
      sourceIPAddress: '192.0.2.7',
      requestParams: { targetGroupName: 'admins', principal: 'bob@example.org' },
    },
    becomes: { class_uid: 3006, activity_name: 'Remove User', user: { name: 'bob@example.org' } },
  },
  {
    name: 'a script that is deleted is no account',
    record: {
      timestamp: 1_704_164_645_678,
      serviceName: 'globalInitScripts',
      actionName: 'delete',
      userIdentity: { email: 'ann@example.org' },
      sourceIPAddress: '192.0.2.7',
      requestParams: { script_id: 's1' },
    },
    becomes: { class_uid: 6003, activity_name: 'Delete', resources: [{ uid: 's1', type: 'globalInitScripts' }] },
  },
  {
    name: 'an account that is deleted is not that of who deletes it',
    record: {
      timestamp: 1_704_164_645_678,
      serviceName: 'accounts',
      actionName: 'delete',
      userIdentity: { email: 'ann@example.org' },
      requestParams: { targetUserName: 'bob@example.org', targetUserId: '7' },
    },
    becomes: {
      class_uid: 3001,
      activity_name: 'Delete',
      user: { name: 'bob@example.org', uid: '7', email_addr: 'bob@example.org' },
      actor: { user: { name: 'ann@example.org' } },
    },
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

test.each(['createUser', 'setAdmin', 'createGroup'])(
  '%s: what nobody names is not made of who does it',
  (actionName) => {
    const event = databricks.toOcsf({
      timestamp: 1,
      serviceName: 'accounts',
      actionName,
      userIdentity: { email: 'ann@example.org' },
    })
    expect(event).not.toHaveProperty('user')
    expect(event).not.toHaveProperty('group')
  },
)
