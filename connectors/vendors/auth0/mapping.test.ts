import { sourceTests } from '../../mapping/source-tests.ts'
import { auth0 } from './mapping.ts'

sourceTests(auth0, [
  {
    name: 'a management call',
    record: {
      log_id: '9',
      data: {
        log_id: '9',
        date: '2024-01-02T03:04:05.678Z',
        type: 'sapi',
        description: 'Update a rule',
        client_id: 'c',
        ip: '192.0.2.7',
        user_id: 'auth0|1',
        details: {
          request: {
            method: 'patch',
            path: '/api/v2/rules/1',
            auth: { user: { email: 'ann@example.org', name: 'Ann' } },
          },
          response: { statusCode: 200 },
        },
      },
    },
    becomes: {
      class_uid: 6003,
      activity_id: 3,
      status_id: 1,
      time: 1704164645678,
      api: { operation: 'Update a rule', response: { code: 200 } },
      actor: { user: { name: 'Ann', uid: 'auth0|1' } },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'a logon that fails',
    record: {
      log_id: '9',
      date: '2024-01-02T03:04:05.678Z',
      type: 'fp',
      client_id: 'c',
      client_name: 'Shop',
      ip: '192.0.2.7',
      user_name: 'ann@example.org',
      user_id: 'auth0|1',
    },
    becomes: {
      class_uid: 3002,
      activity_id: 1,
      status_id: 2,
      user: { name: 'ann@example.org' },
      service: { name: 'Shop' },
    },
  },
  ...(
    [
      ['fcp', 3001, 'Password Change', 'Failure'],
      ['fcpr', 3001, 'Password Reset', 'Failure'],
      ['fens', 3002, 'Logon', 'Failure'],
      ['gd_recovery_failed', 3002, 'Logon', 'Failure'],
      ['gd_auth_succeed', 3002, 'Logon', 'Success'],
      ['feotpft', 3002, 'Service Ticket Request', 'Failure'],
      ['fcoa', 3002, 'Logon', 'Failure'],
      ['mfar', 3002, 'Preauth', 'Success'],
      ['oidc_backchannel_logout_failed', 3002, 'Logoff', 'Failure'],
      ['secte', 3002, 'Service Ticket Request', 'Success'],
      ['fepft', 3002, 'Logon', 'Failure'],
    ] as const
  ).map(([type, classUid, activity, status]) => ({
    name: `${type} is ${activity}, ${status}`,
    record: {
      type,
      log_id: '9',
      date: '2024-01-02T03:04:05Z',
      user_id: 'auth0|1',
      user_name: 'ann',
      client_name: 'app',
      ip: '192.0.2.7',
    },
    becomes: { class_uid: classUid, activity_name: activity, status },
  })),
  {
    name: 'a leaked password is a new finding; methods are written as HTTP does',
    record: {
      type: 'signup_pwd_leak',
      log_id: '9',
      date: '2024-01-02T03:04:05Z',
      ip: '192.0.2.7',
      user_name: 'ann',
      client_name: 'app',
    },
    becomes: { class_uid: 2004, status: 'New', severity: 'Medium' },
  },
  {
    name: 'a call of the management API',
    record: {
      type: 'sapi',
      log_id: '9',
      date: '2024-01-02T03:04:05Z',
      user_id: 'auth0|1',
      client_name: 'app',
      ip: '192.0.2.7',
      details: { request: { method: 'post', path: '/v2/users?a=b' } },
    },
    becomes: { class_uid: 6003, http_request: { http_method: 'POST', url: { path: '/v2/users' } } },
  },
  {
    name: 'a token that calls is nobody',
    record: {
      type: 'sapi',
      log_id: '9',
      date: '2024-01-02T03:04:05Z',
      client_name: 'app',
      client_id: 'c',
      ip: '192.0.2.7',
      details: { request: { method: 'get', path: '/v2/users', auth: { credentials: { jti: 'j1' } } } },
    },
    becomes: { class_uid: 6003, actor: { session: { credential_uid: 'j1' }, app_uid: 'c' } },
  },
  {
    name: 'a notice to the tenant has no class',
    record: { type: 'depnote', log_id: '9', date: '2024-01-02T03:04:05Z', client_name: 'app' },
    becomes: { class_uid: 0, metadata: { event_code: 'depnote' } },
  },
])
