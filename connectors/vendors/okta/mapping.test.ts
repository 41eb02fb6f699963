import { expect, test } from 'vitest'
import { validate } from '../../../schemas/ocsf/validate.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { okta } from './mapping.ts'

sourceTests(okta, [
  {
    name: 'a session that starts',
    record: {
      eventType: 'user.session.start',
      published: '2024-01-02T03:04:05.678Z',
      severity: 'INFO',
      uuid: 'e-1',
      displayMessage: 'm',
      actor: { id: 'u1', type: 'User', alternateId: 'ann@example.org', displayName: 'Ann' },
      client: {
        ipAddress: '192.0.2.7',
        device: 'Computer',
        userAgent: { rawUserAgent: 'Mozilla/5.0', os: 'Mac OS X' },
        geographicalContext: { city: 'Bern', country: 'Switzerland' },
      },
      outcome: { result: 'SUCCESS' },
      authenticationContext: { externalSessionId: 's1' },
      debugContext: { debugData: { requestId: 'r1', url: '/x?' } },
    },
    becomes: {
      class_uid: 3002,
      activity_id: 1,
      time: 1704164645678,
      status_id: 1,
      severity_id: 1,
      user: { uid: 'u1', name: 'ann@example.org', email_addr: 'ann@example.org' },
      actor: { user: { uid: 'u1', name: 'ann@example.org', email_addr: 'ann@example.org' }, session: { uid: 's1' } },
      src_endpoint: { ip: '192.0.2.7', os: { type_id: 300 }, location: { city: 'Bern' } },
      http_request: { user_agent: 'Mozilla/5.0', uid: 'r1' },
      service: { name: 'Okta' },
      metadata: { event_code: 'user.session.start' },
    },
  },
  {
    name: 'a member of a group, wherever in the list',
    record: {
      eventType: 'group.user_membership.add',
      published: '2024-01-02T03:04:05.678Z',
      severity: 'INFO',
      uuid: 'e-1',
      displayMessage: 'm',
      actor: { id: 'u1', type: 'User', alternateId: 'ann@example.org', displayName: 'Ann' },
      client: {
        ipAddress: '192.0.2.7',
        device: 'Computer',
        userAgent: { rawUserAgent: 'Mozilla/5.0', os: 'Mac OS X' },
        geographicalContext: { city: 'Bern', country: 'Switzerland' },
      },
      outcome: { result: 'SUCCESS' },
      authenticationContext: { externalSessionId: 's1' },
      debugContext: { debugData: { requestId: 'r1', url: '/x?' } },
      target: [
        { id: 'g1', type: 'UserGroup', displayName: 'Admins' },
        { id: 'u2', type: 'User', alternateId: 'bob@example.org', displayName: 'Bob' },
      ],
    },
    becomes: {
      class_uid: 3006,
      activity_id: 3,
      group: { uid: 'g1', name: 'Admins' },
      user: { uid: 'u2', name: 'bob@example.org' },
      actor: { user: { uid: 'u1', name: 'ann@example.org', email_addr: 'ann@example.org' } },
    },
  },
  {
    name: 'a factor that is taken off',
    record: {
      eventType: 'user.mfa.factor.deactivate',
      published: '2024-01-02T03:04:05.678Z',
      severity: 'INFO',
      uuid: 'e-1',
      displayMessage: 'm',
      actor: { id: 'u1', type: 'User', alternateId: 'ann@example.org', displayName: 'Ann' },
      client: {
        ipAddress: '192.0.2.7',
        device: 'Computer',
        userAgent: { rawUserAgent: 'Mozilla/5.0', os: 'Mac OS X' },
        geographicalContext: { city: 'Bern', country: 'Switzerland' },
      },
      outcome: { result: 'FAILURE', reason: 'no' },
      authenticationContext: { externalSessionId: 's1' },
      debugContext: { debugData: { requestId: 'r1', url: '/x?' } },
      target: [{ id: 'u2', type: 'User', alternateId: 'bob@example.org', displayName: 'Bob' }],
    },
    becomes: { class_uid: 3001, activity_id: 11, status_id: 2, status_detail: 'no', user: { uid: 'u2' } },
  },
  {
    name: 'a policy',
    record: {
      eventType: 'policy.lifecycle.create',
      published: '2024-01-02T03:04:05.678Z',
      severity: 'INFO',
      uuid: 'e-1',
      displayMessage: 'm',
      actor: { id: 'u1', type: 'User', alternateId: 'ann@example.org', displayName: 'Ann' },
      client: {
        ipAddress: '192.0.2.7',
        device: 'Computer',
        userAgent: { rawUserAgent: 'Mozilla/5.0', os: 'Mac OS X' },
        geographicalContext: { city: 'Bern', country: 'Switzerland' },
      },
      outcome: { result: 'SUCCESS' },
      authenticationContext: { externalSessionId: 's1' },
      debugContext: { debugData: { requestId: 'r1', url: '/x?' } },
      target: [{ id: 'p1', type: 'PolicyEntity', displayName: 'MFA' }],
    },
    becomes: { class_uid: 3004, activity_id: 1, entity: { uid: 'p1', name: 'MFA', type_id: 5 } },
  },
  {
    name: 'a privilege',
    record: {
      eventType: 'user.account.privilege.grant',
      published: '2024-01-02T03:04:05.678Z',
      severity: 'INFO',
      uuid: 'e-1',
      displayMessage: 'm',
      actor: { id: 'u1', type: 'User', alternateId: 'ann@example.org', displayName: 'Ann' },
      client: {
        ipAddress: '192.0.2.7',
        device: 'Computer',
        userAgent: { rawUserAgent: 'Mozilla/5.0', os: 'Mac OS X' },
        geographicalContext: { city: 'Bern', country: 'Switzerland' },
      },
      outcome: { result: 'SUCCESS' },
      authenticationContext: { externalSessionId: 's1' },
      debugContext: { debugData: { privilegeGranted: 'Super administrator, Report administrator' } },
      target: [{ id: 'u2', type: 'User', alternateId: 'bob@example.org', displayName: 'Bob' }],
    },
    becomes: {
      class_uid: 3005,
      activity_id: 1,
      privileges: ['Super administrator', 'Report administrator'],
      user: { uid: 'u2' },
    },
  },
  {
    name: 'a threat',
    record: {
      eventType: 'security.threat.detected',
      published: '2024-01-02T03:04:05.678Z',
      severity: 'INFO',
      uuid: 'e-1',
      displayMessage: 'm',
      actor: { id: 'u1', type: 'User', alternateId: 'ann@example.org', displayName: 'Ann' },
      client: {
        ipAddress: '192.0.2.7',
        device: 'Computer',
        userAgent: { rawUserAgent: 'Mozilla/5.0', os: 'Mac OS X' },
        geographicalContext: { city: 'Bern', country: 'Switzerland' },
      },
      outcome: { result: 'SUCCESS' },
      authenticationContext: { externalSessionId: 's1' },
      debugContext: { debugData: { requestId: 'r1', url: '/x?' } },
    },
    becomes: {
      class_uid: 2004,
      finding_info: { uid: 'e-1', title: 'm' },
      evidences: [{ src_endpoint: { ip: '192.0.2.7' } }],
    },
  },
  {
    name: 'a token',
    record: {
      eventType: 'system.api_token.create',
      published: '2024-01-02T03:04:05.678Z',
      severity: 'INFO',
      uuid: 'e-1',
      displayMessage: 'm',
      actor: { id: 'u1', type: 'User', alternateId: 'ann@example.org', displayName: 'Ann' },
      client: {
        ipAddress: '192.0.2.7',
        device: 'Computer',
        userAgent: { rawUserAgent: 'Mozilla/5.0', os: 'Mac OS X' },
        geographicalContext: { city: 'Bern', country: 'Switzerland' },
      },
      outcome: { result: 'SUCCESS' },
      authenticationContext: { externalSessionId: 's1' },
      debugContext: { debugData: { requestId: 'r1', url: '/x?' } },
      target: [{ id: 't1', type: 'Token', displayName: 'API token' }],
    },
    becomes: {
      class_uid: 6003,
      activity_id: 1,
      api: { operation: 'system.api_token.create' },
      resources: [{ uid: 't1', type: 'Token' }],
    },
  },
  {
    name: 'an address that is a threat',
    record: {
      eventType: 'security.threat.detected',
      published: '2024-01-02T03:04:05.678Z',
      uuid: 'e-3',
      actor: { id: '192.0.2.9', type: 'IP address', alternateId: 'unknown', displayName: '192.0.2.9' },
      client: { ipAddress: '192.0.2.9' },
      outcome: { result: 'DENY', reason: 'Password Spray' },
    },
    becomes: {
      class_uid: 2004,
      status: 'New',
      status_detail: 'Password Spray',
      evidences: [{ src_endpoint: { ip: '192.0.2.9' } }],
    },
  },
])

test('what Okta calls unknown is nobody, and a query is no part of a path', () => {
  const event = okta.toOcsf({
    eventType: 'user.session.start',
    published: '2024-01-02T03:04:05.678Z',
    version: '0',
    uuid: 'e-2',
    transaction: { id: 'unknown' },
    actor: { id: 'unknown', type: 'User', alternateId: 'eve@example.org', displayName: 'unknown' },
    client: { ipAddress: '192.0.2.7', zone: 'null' },
    outcome: { result: 'FAILURE' },
    authenticationContext: { externalSessionId: 'unknown' },
    debugContext: { debugData: { requestUri: '/api/v1/users', url: '/api/v1/users?activate=false' } },
  })
  expect(event?.user).toEqual({ name: 'eve@example.org', email_addr: 'eve@example.org' })
  expect(event).not.toHaveProperty('session')
  expect(event).toMatchObject({
    src_endpoint: { ip: '192.0.2.7' },
    http_request: { url: { path: '/api/v1/users', query_string: 'activate=false' } },
    metadata: { log_version: '0', original_event_uid: 'e-2' },
  })
  expect(event?.src_endpoint).not.toHaveProperty('zone')
  expect(event?.metadata).not.toHaveProperty('correlation_uid')
})

const USER = { id: 'u2', type: 'User', alternateId: 'bob@example.org', displayName: 'Bob' }
const APP = { id: 'a1', type: 'AppInstance', displayName: 'Wiki' }
test.each([
  ['security.authenticator.lifecycle.deactivate', 'Entity Management', 'Deactivate'],
  ['security.threat.detected', 'Detection Finding', 'Create'],
  ['system.mfa.factor.deactivate', 'Entity Management', 'Deactivate'],
  ['user.mfa.factor.deactivate', 'Account Change', 'MFA Factor Disable'],
  ['user.mfa.okta_verify.deny_push', 'Authentication', 'Logon'],
  ['user.authentication.slo', 'Authentication', 'Logoff'],
  ['app.oauth2.client.lifecycle.create', 'Entity Management', 'Create'],
  ['app.oauth2.as.token.grant.access_token', 'Authentication', 'Service Ticket Request'],
  ['app.oauth2.as.token.revoke', 'Authentication', 'Other'],
  ['app.oauth2.as.consent.grant', 'User Access Management', 'Assign Privileges'],
  ['application.user_membership.remove', 'User Access Management', 'Revoke Privileges'],
  ['group.application_assignment.add', 'Group Management', 'Assign Privileges'],
])('what %s is', (eventType, class_name, activity_name) => {
  const event = okta.toOcsf({
    eventType,
    published: '2024-01-02T03:04:05.678Z',
    uuid: 'e-3',
    severity: 'INFO',
    displayMessage: 'm',
    actor: { id: 'u1', type: 'User', alternateId: 'ann@example.org', displayName: 'Ann' },
    client: { ipAddress: '192.0.2.7' },
    outcome: { result: 'SUCCESS' },
    target: [APP, USER],
  })
  expect(event).toMatchObject({ class_name, activity_name })
  expect(validate(event, '1.8.0')).toEqual([])
})
