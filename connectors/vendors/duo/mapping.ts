/**
 * Duo: authentications and the log of administrators. Actions, factors and results: "Admin API", duo.com/docs/adminapi;
 * an action names its object and its verb.
 */

import { AUDIT, client, entityVerb, FORWARDED, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  capture,
  hostname,
  ip,
  is,
  lookup,
  lookupIn,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

const FACTORS = {
  duo_push: 'Push Notification',
  verified_duo_push: 'Push Notification',
  phone_call: 'Phone Call',
  sms_passcode: 'SMS',
  sms_refresh: 'SMS',
  passcode: 'OTP',
  duo_mobile_passcode: 'OTP',
  hardware_token: 'Hardware Token',
  yubikey_code: 'Hardware Token',
  yubikey_passcode: 'Hardware Token',
  digipass_go_7_token: 'Hardware Token',
  duo_mobile_passcode_hotp: 'OTP',
  u2f_token: 'U2F',
  'WebAuthn Security Key': 'WebAuthn',
  'WebAuthn Chrome Touch ID': 'WebAuthn',
  'Platform authenticator': 'WebAuthn',
}
/** Reasons to admit a user without a second factor. */
const WITHOUT = Object.fromEntries(
  [
    ...['bypass_user', 'remembered_device', 'trusted_network', 'trusted_location', 'allowed_by_policy'],
    ...['allow_unenrolled_user', 'allow_unenrolled_user_on_trusted_network'],
  ].map((reason) => [reason, false]),
)

const ADMIN: Rows = { ...person('actor.user', { name: 'username' }), message: 'description' }
const ACCOUNTS = {
  admin_create: 'Create',
  admin_delete: 'Delete',
  user_create: 'Create',
  user_delete: 'Delete',
  user_bulk_enroll: 'Create',
  admin_lockout: 'Lock',
  admin_reset_password: 'Password Reset',
  admin_send_reset_password_email: 'Password Reset',
  admin_self_activate: 'Enable',
  admin_activate_duo_push: 'MFA Factor Enable',
  user_adminapi_lockout: 'Lock',
  user_not_enrolled_lockout: 'Lock',
  user_lockout_cleared: 'Unlock',
  user_pending_delete: 'Disable',
  user_restore: 'Enable',
  bypass_create: 'MFA Factor Enable',
  bypass_delete: 'MFA Factor Disable',
}

export const DUO: SourceTable = {
  id: 'duo/1',
  shapes: PLAIN,
  select: ['event_type', 'action'],
  rows: {
    time: time('isotimestamp', 'timestamp', 'p_event_time'),
    ...AUDIT,
    ...product('Cisco', 'Duo'),
    'metadata.event_code': ['event_type', 'action'],
  },
  logSource: { product: 'cisco', service: 'duo' },
  // A code that is sent for an authentication has that authentication's `txid`.
  vendorId: ['telephony_id', 'txid'],
  recognises: (record) =>
    (record.event_type === 'authentication' && record.factor !== undefined && record.access_device !== undefined) ||
    (typeof record.action === 'string' && record.isotimestamp !== undefined && record.username !== undefined),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'authentications',
      profiles: [
        {
          name: 'authentication',
          when: { event_type: 'authentication' },
          class: 'authentication',
          activity: 'Logon',
          logSource: { categories: ['authentication'] },
          rows: {
            ...person('user', { name: 'user.name', uid: 'user.key', email: 'email' }),
            ...client('access_device.ip'),
            'src_endpoint.hostname': hostname('access_device.hostname'),
            'src_endpoint.os.name': 'access_device.os',
            'src_endpoint.os.type_id': lookup(
              'access_device.os',
              { 'Mac OS X': 'macOS', Windows: 'Windows', Linux: 'Linux', Android: 'Android', iOS: 'iOS' },
              'Other',
            ),
            'src_endpoint.location.city': 'access_device.location.city',
            'src_endpoint.location.country': 'access_device.location.country',
            'service.name': ['application.name', 'integration'],
            'service.uid': 'application.key',
            'dst_endpoint.svc_name': always('Duo'),
            'auth_factors[0].factor_type_id': lookup('factor', FACTORS, 'Other'),
            'auth_factors[0].device.name': 'auth_device.name',
            'auth_factors[0].device.ip': ip('auth_device.ip'),
            'auth_factors[0].device.type_id': is('Unknown'),
            is_mfa: lookup('reason', WITHOUT, true, true),
            // The user who got the request reported it as fraud.
            status_id: lookup(
              'result',
              { success: 'Success', denied: 'Failure', failure: 'Failure', fraud: 'Failure', error: 'Failure' },
              'Other',
            ),
            status_detail: 'reason',
            severity_id: lookup('result', { fraud: 'High', denied: 'Low' }, 'Informational'),
          },
        },
        {
          name: 'enrolment',
          when: { event_type: 'enrollment' },
          class: 'account_change',
          activity: 'MFA Factor Enable',
          rows: {
            ...person('user', { name: 'user.name', uid: 'user.key', email: 'email' }),
            ...person('actor.user', { name: 'user.name', uid: 'user.key', email: 'email' }),
            ...client('access_device.ip'),
            'actor.app_name': ['application.name', 'integration'],
            status_id: lookup('result', { success: 'Success', denied: 'Failure', error: 'Failure' }, 'Other'),
            status_detail: 'reason',
          },
        },
      ],
    },
    {
      name: 'administrators',
      profiles: [
        {
          name: 'administrator logs in',
          when: { action: ['admin_login', 'admin_login_error', 'admin_2fa_error'] },
          class: 'authentication',
          activity: 'Logon',
          rows: {
            ...ADMIN,
            ...person('user', { name: 'username' }),
            // The description is JSON of few short members.
            'src_endpoint.ip': capture('description', /"ip_address": ?"([0-9A-Fa-f.:]{3,45})"/, 'ip'),
            status_detail: capture('description', /"error": ?"([^"]{1,256})"/),
            'service.name': always('Duo Admin Panel'),
            status_id: lookup('action', {
              admin_login: 'Success',
              admin_login_error: 'Failure',
              admin_2fa_error: 'Failure',
            }),
          },
        },
        {
          name: 'single sign-on of administrators',
          when: { action: 'admin_single_sign_on*' },
          class: 'entity_management',
          activity: entityVerb('action'),
          rows: { ...ADMIN, 'entity.name': text('object', 'action'), 'entity.type_id': is('Policy') },
        },
        {
          // The description has the account's new state; an account in bypass needs no second factor.
          name: 'state of an account',
          when: { action: ['user_update', 'admin_update'] },
          class: 'account_change',
          activity: lookupIn(
            'description',
            /"status": ?"([A-Za-z ]{1,32})"/,
            {
              Active: 'Enable',
              Bypass: 'MFA Factor Disable',
              Disabled: 'Disable',
              'Locked out': 'Lock',
              'Pending Deletion': 'Disable',
            },
            'Other',
            'Other',
          ),
          rows: { ...ADMIN, ...person('user', { name: ['object', 'username'], email: 'object' }) },
        },
        {
          name: 'account',
          when: { action: ['admin_*', 'user_*', 'bypass_*'] },
          class: 'account_change',
          activity: lookup('action', ACCOUNTS, 'Other'),
          rows: { ...ADMIN, ...person('user', { name: ['object', 'username'], email: 'object' }) },
        },
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb('action'),
          rows: {
            ...ADMIN,
            'entity.name': text('object', 'action'),
            'entity.type_id': lookup(
              'action',
              {
                policy_create: 'Policy',
                policy_update: 'Policy',
                policy_delete: 'Policy',
                group_create: 'Group',
                group_update: 'Group',
                group_delete: 'Group',
              },
              'Other',
            ),
          },
        },
      ],
    },
  ],
}

export const duo = compileSource(DUO)
