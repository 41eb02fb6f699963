import { sourceTests } from '../../mapping/source-tests.ts'
import { duo } from './mapping.ts'

sourceTests(duo, [
  {
    name: 'a push that the user calls a fraud',
    record: {
      event_type: 'authentication',
      factor: 'duo_push',
      result: 'fraud',
      reason: 'user_marked_fraud',
      isotimestamp: '2024-01-02T03:04:05.678Z',
      txid: 't',
      user: { name: 'ann', key: 'K' },
      access_device: { ip: '192.0.2.7', os: 'Mac OS X', hostname: 'null' },
      auth_device: { ip: '192.0.2.8', name: 'phone' },
      application: { name: 'VPN', key: 'D' },
    },
    becomes: {
      class_uid: 3002,
      status_id: 2,
      severity_id: 4,
      is_mfa: true,
      user: { name: 'ann', uid: 'K' },
      service: { name: 'VPN' },
      auth_factors: [{ factor_type_id: 5, device: { ip: '192.0.2.8', name: 'phone' } }],
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'a bypass code',
    record: {
      action: 'bypass_create',
      username: 'Ann',
      object: 'bob',
      isotimestamp: '2024-01-02T03:04:05.678Z',
      description: '{}',
    },
    becomes: { class_uid: 3001, actor: { user: { name: 'Ann' } }, user: { name: 'bob' } },
  },
  {
    name: 'an administrator fails to sign in',
    record: {
      action: 'admin_login_error',
      username: 'Ann',
      isotimestamp: '2024-01-02T03:04:05.678Z',
      description: '{"ip_address": "192.0.2.7", "primary_auth_method": "Password", "error": "Invalid password"}',
    },
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      status_detail: 'Invalid password',
      user: { name: 'Ann' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'a change of how administrators sign in is no sign-in',
    record: {
      action: 'admin_single_sign_on_update',
      username: 'Ann',
      isotimestamp: '2024-01-02T03:04:05.678Z',
      description: '{"enforcement_status":"disabled"}',
    },
    becomes: { class_uid: 3004, activity_name: 'Update', actor: { user: { name: 'Ann' } } },
  },
  {
    name: 'who is let in without a second factor has none',
    record: {
      event_type: 'authentication',
      factor: 'not_available',
      result: 'success',
      reason: 'bypass_user',
      isotimestamp: '2024-01-02T03:04:05.678Z',
      txid: 't',
      user: { name: 'ann', key: 'K' },
      access_device: { ip: '192.0.2.7' },
    },
    becomes: { class_uid: 3002, status: 'Success', is_mfa: false },
  },
  {
    name: 'an enrolment is no logon',
    record: {
      event_type: 'enrollment',
      factor: 'not_available',
      result: 'success',
      action: 'enroll',
      username: 'ann',
      isotimestamp: '2024-01-02T03:04:05.678Z',
      txid: 't',
      user: { name: 'ann', key: 'K' },
      access_device: { ip: '192.0.2.7' },
    },
    becomes: { class_uid: 3001, activity_name: 'MFA Factor Enable', status: 'Success', user: { name: 'ann' } },
  },
  ...Object.entries({ Bypass: 'MFA Factor Disable', Disabled: 'Disable', Active: 'Enable' }).map(
    ([state, activity_name]) => ({
      name: `a user whose state becomes ${state}`,
      record: {
        action: 'user_update',
        username: 'Ann',
        object: 'bob',
        isotimestamp: '2024-01-02T03:04:05.678Z',
        description: `{"status": "${state}"}`,
      },
      becomes: { class_uid: 3001, activity_name, user: { name: 'bob' } },
    }),
  ),
])
