/**
 * Auth0's tenant log. Types: "Log event type codes" and "Event filters", auth0.com/docs. A type that these pages do not
 * describe as a user's act or a call has no class.
 */

import { AUDIT, client, FORWARDED, person, product } from '../../families/saas/rows.ts'
import { httpMethod } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  integer,
  ip,
  is,
  lookup,
  type Rows,
  type SourceTable,
  text,
  time,
  urlPath,
} from '../../mapping/table.ts'

const USER: Rows = {
  ...person('user', {
    name: ['user_name', 'details.request.auth.user.name', 'details.request.body.email', 'user_id'],
    uid: ['user_id', 'details.request.auth.user.user_id'],
    email: ['user_name', 'details.request.auth.user.email'],
  }),
}
const ACTOR: Rows = {
  ...person('actor.user', {
    name: ['user_name', 'details.request.auth.user.name', 'details.request.auth.user.email'],
    uid: ['user_id', 'details.request.auth.user.user_id'],
    email: ['user_name', 'details.request.auth.user.email'],
  }),
  // A caller of the management API has a token, with or without a user.
  'actor.session.credential_uid': 'details.request.auth.credentials.jti',
}
const FROM: Rows = {
  ...client(['ip', 'details.request.ip'], ['user_agent', 'details.request.userAgent']),
  'http_request.http_method': httpMethod('details.request.method'),
  'http_request.url.path': urlPath('details.request.path'),
}
const LOGON: Rows = {
  ...USER,
  ...ACTOR,
  ...FROM,
  'service.name': ['client_name', 'audience', 'hostname', 'client_id'],
  'service.uid': 'client_id',
  'dst_endpoint.hostname': 'hostname',
  'actor.idp.name': 'connection',
  'actor.idp.uid': 'connection_id',
  'session.uid': 'details.session_id',
  'metadata.tenant_uid': 'tenant_name',
}

export const AUTH0: SourceTable = {
  id: 'auth0/1',
  // A log stream wraps each event; the API gives it bare.
  shapes: [
    {
      name: 'stream',
      is: (record) => typeof record.data === 'object' && record.data !== null,
      under: 'data',
      names: { p_event_time: ['p_event_time'] },
    },
    { name: 'bare', is: () => true },
  ],
  select: ['type'],
  rows: {
    time: time('date', 'p_event_time'),
    ...AUDIT,
    ...product('Okta', 'Auth0'),
    'metadata.event_code': 'type',
    'metadata.original_time': 'date',
    message: 'description',
  },
  logSource: { product: 'auth0', service: 'tenant' },
  vendorId: ['log_id', '_id'],
  recognises: (record) => {
    const event =
      typeof record.data === 'object' && record.data !== null ? (record.data as Record<string, unknown>) : record
    return (
      typeof event.type === 'string' &&
      (event.log_id !== undefined || (event.client_id !== undefined && event.date !== undefined))
    )
  },
  renderings: FORWARDED,
  chapters: [
    {
      name: 'tenant log',
      profiles: [
        {
          name: 'logout',
          when: { type: ['slo', 'flo', 'oidc_backchannel_logout*', 'universal_logout*', 'federated_logout_failed'] },
          class: 'authentication',
          activity: 'Logoff',
          rows: { ...LOGON, status_id: status() },
        },
        {
          name: 'token',
          when: {
            type: [
              'seacft',
              'feacft',
              'sertft',
              'fertft',
              'ferrt',
              'sercft',
              'fercft',
              'seccft',
              'feccft',
              'seoobft',
              'feoobft',
              'seotpft',
              'feotpft',
              'fepotpft',
              'sede',
              'fede',
              'sd',
              'fd',
              'ssa',
              'fsa',
              'secte',
              'fecte',
              'sepk*',
              'ciba_exchange_*',
            ],
          },
          class: 'authentication',
          activity: 'Service Ticket Request',
          rows: { ...LOGON, status_id: status(), status_detail: 'details.error.message' },
        },
        {
          name: 'logon',
          when: {
            type: [
              's',
              'f',
              'fp',
              'fu',
              'fc',
              'fco',
              'scoa',
              'fcoa',
              'w',
              // A password exchanged for a token.
              'sepft',
              'fepft',
              'sens',
              'fens',
              'gd_recovery_*',
              'gd_auth_failed',
              'gd_auth_rejected',
              'gd_auth_succeed',
              'gd_otp_rate*',
              'gd_webauthn_challenge_failed',
              'passkey_challenge_failed',
            ],
          },
          class: 'authentication',
          activity: 'Logon',
          logSource: { categories: ['authentication'] },
          rows: { ...LOGON, status_id: status(), status_detail: 'details.error.message' },
        },
        {
          // A code or a push was sent, or a factor was requested: no user is signed in yet.
          name: 'before a logon',
          when: {
            type: ['cls', 'cs', 'mfar', 'gd_send_*', 'gd_start_auth', 'passkey_challenge_started', 'ciba_start_*'],
          },
          class: 'authentication',
          activity: 'Preauth',
          rows: { ...LOGON, status_id: status(), status_detail: 'details.error.message' },
        },
        {
          name: 'refresh token revoked',
          when: { type: 'srrt' },
          class: 'authentication',
          activity: 'Other',
          rows: { ...LOGON, status_id: status() },
        },
        {
          name: 'attack protection',
          when: { type: ['limit_*', 'pwd_leak', 'signup_pwd_leak', 'reset_pwd_leak', 'pla'] },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            severity_id: lookup(
              'type',
              {
                limit_delegation: 'Low',
                limit_wc: 'Medium',
                limit_mu: 'Medium',
                pwd_leak: 'High',
                signup_pwd_leak: 'Medium',
                // The rating of a logon, whatever its result.
                pla: 'Informational',
              },
              'Medium',
            ),
            ...ACTOR,
            'finding_info.uid': text('log_id', '_id', 'id', 'type'),
            'finding_info.title': ['description', 'type'],
            'evidences[0].src_endpoint.ip': ip('ip', 'details.request.ip'),
            'evidences[0].user.name': ['user_name', 'user_id'],
            status_id: is('New'),
          },
        },
        {
          name: 'account',
          when: {
            type: [
              'ss',
              'fs',
              'sv',
              'fv',
              'si',
              'fi',
              'svr',
              'fvr',
              'scp',
              'fcp',
              'fcph',
              'scpn',
              'fcpn',
              'scpr',
              'fcpr',
              'scu',
              'fcu',
              'sce',
              'fce',
              'sdu',
              'fdu',
              'du',
              'sui',
              'fui',
              'gd_enrollment_complete',
              'gd_unenroll',
              'gd_update*',
              'gd_start_enroll*',
              'gd_webauthn_enrollment_failed',
              'ublkdu',
            ],
          },
          class: 'account_change',
          activity: lookup(
            'type',
            {
              ss: 'Create',
              fs: 'Create',
              scp: 'Password Change',
              fcp: 'Password Change',
              scpr: 'Password Reset',
              fcpr: 'Password Reset',
              sdu: 'Delete',
              du: 'Delete',
              fdu: 'Delete',
              gd_enrollment_complete: 'MFA Factor Enable',
              gd_unenroll: 'MFA Factor Disable',
              ublkdu: 'Unlock',
            },
            'Other',
          ),
          rows: { ...USER, ...FROM, ...ACTOR, status_id: status() },
        },
        {
          name: 'management call',
          when: { type: ['sapi', 'fapi', 'mgmt_api_read', 'kms_key_management_*'] },
          class: 'api_activity',
          activity: lookup(
            'details.request.method',
            { get: 'Read', post: 'Create', put: 'Update', patch: 'Update', delete: 'Delete' },
            'Other',
            'Unknown',
          ),
          rows: {
            ...ACTOR,
            ...FROM,
            'actor.app_name': 'client_name',
            'actor.app_uid': 'client_id',
            'api.operation': ['description', 'type'],
            'api.response.code': integer('details.response.statusCode'),
            'api.service.name': always('Auth0 Management'),
            'resources[0].name': 'details.request.path',
            'resources[0].type': is('path'),
            status_id: lookup('type', { fapi: 'Failure', kms_key_management_failure: 'Failure' }, 'Success'),
          },
        },
        {
          name: 'other',
          when: {},
          class: 'base_event',
          activity: 'Other',
          rows: { ...ACTOR, 'metadata.tenant_uid': 'tenant_name' },
          unclassified: 'notices of the tenant, its actions, flows and connectors, and types that are not documented',
        },
      ],
    },
  ],
}

/** Types that begin with f are failures, except a few. */
function status() {
  const failed = [
    'f',
    'fp',
    'fu',
    'fc',
    'fens',
    'fs',
    'fi',
    'fv',
    'fvr',
    'fcp',
    'fcph',
    'fcpn',
    'fcpr',
    'fcu',
    'fce',
    'fdu',
    'fui',
    'feacft',
    'fertft',
    'ferrt',
    'fercft',
    'feccft',
    'fepft',
    'fepotpft',
    'feotpft',
    'feoobft',
    'fede',
    'fd',
    'fcoa',
    'fsa',
    'fco',
    'flo',
    'fecte',
    'ciba_exchange_failed',
    'ciba_start_failed',
    'federated_logout_failed',
    'oidc_backchannel_logout_failed',
    'passkey_challenge_failed',
    'universal_logout_failed',
    'gd_auth_fail_email_verification',
    'gd_send_email_verification_failure',
    'gd_auth_failed',
    'gd_auth_rejected',
    'gd_recovery_failed',
    'gd_recovery_rate_limit_exceed',
    'gd_otp_rate_limit_exceed',
    'gd_send_pn_failure',
    'gd_send_sms_failure',
    'gd_send_voice_failure',
    'gd_start_enroll_failed',
    'gd_webauthn_challenge_failed',
    'gd_webauthn_enrollment_failed',
  ]
  // A warning during a logon does not show its result.
  return lookup('type', { ...Object.fromEntries(failed.map((type) => [type, 'Failure'])), w: 'Unknown' }, 'Success')
}

export const auth0 = compileSource(AUTH0)
