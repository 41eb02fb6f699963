/** JumpCloud: Directory Insights, `POST /insights/directory/v1/events`. */
import { AUDIT, client, entityVerb, PLAIN, person, product, succeeded } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { always, is, lookup, type Rows, type SourceTable, text, time } from '../../mapping/table.ts'

const LOGONS = [
  ...['user_login_attempt', 'admin_login_attempt', 'login_attempt', 'sso_auth', 'radius_auth_attempt', 'ldap_bind'],
  ...['idp_login_attempt', 'saml_login_attempt', 'mfa_auth_attempt', 'auth_attempt'],
]
const LOGOFFS = ['user_logout', 'admin_logout']
const ACCOUNTS = {
  ...{ user_create: 'Create', user_create_provision: 'Create', user_delete: 'Delete', user_activate: 'Enable' },
  ...{ user_suspended: 'Disable', user_unsuspended: 'Enable', user_lockout: 'Lock', user_unlocked: 'Unlock' },
  ...{ user_password_change: 'Password Change', user_password_reset: 'Password Reset', user_update: 'Other' },
  ...{ user_password_set: 'Password Change', admin_create: 'Create', admin_delete: 'Delete', admin_update: 'Other' },
  ...{ user_mfa_enrollment: 'MFA Factor Enable', user_mfa_exclude: 'MFA Factor Disable' },
  ...{ admin_password_change: 'Password Change', admin_password_reset: 'Password Reset' },
}

const BY: Rows = person('actor.user', {
  name: ['initiated_by.username', 'initiated_by.email'],
  uid: 'initiated_by.id',
  email: 'initiated_by.email',
})

export const JUMPCLOUD: SourceTable = {
  id: 'jumpcloud/1',
  shapes: PLAIN,
  select: ['event_type'],
  rows: {
    time: time('timestamp', 'server_timestamp', 'system_timestamp'),
    ...AUDIT,
    ...product('JumpCloud', 'JumpCloud'),
    'metadata.event_code': 'event_type',
    'metadata.log_name': 'service',
    'metadata.tenant_uid': text('organization'),
    ...client('client_ip', ['useragent.name', 'user_agent']),
    status_id: succeeded('success', 'sso_token_success'),
    status_detail: ['error_message', 'message'],
  },
  logSource: { product: 'jumpcloud' },
  vendorId: 'id',
  recognises: (record) =>
    typeof record.event_type === 'string' &&
    record.organization !== undefined &&
    (record.initiated_by !== undefined || record.service !== undefined) &&
    (record['@version'] !== undefined || record.client_ip !== undefined || record.system !== undefined),
  renderings: ['@version', 'geoip'],
  chapters: [
    {
      name: 'directory',
      profiles: [
        {
          name: 'logon',
          when: { event_type: [...LOGONS, ...LOGOFFS] },
          class: 'authentication',
          activity: lookup('event_type', Object.fromEntries(LOGOFFS.map((type) => [type, 'Logoff'])), 'Logon'),
          logSource: { categories: ['authentication'] },
          rows: {
            ...person('user', {
              name: ['initiated_by.username', 'initiated_by.email', 'username'],
              uid: 'initiated_by.id',
              email: 'initiated_by.email',
            }),
            'service.name': ['application.display_label', 'application.name', 'service'],
            'device.hostname': ['system.hostname', 'system.displayName'],
            'device.type_id': is('Unknown'),
            is_mfa: { kind: 'boolean', fields: 'mfa' },
            auth_protocol: 'auth_method',
          },
        },
        {
          name: 'account',
          when: { event_type: Object.keys(ACCOUNTS) },
          class: 'account_change',
          activity: lookup('event_type', ACCOUNTS),
          rows: {
            ...BY,
            ...person('user', {
              name: ['resource.username', 'resource.email', 'initiated_by.username'],
              uid: ['resource.id', 'initiated_by.id'],
              email: 'resource.email',
            }),
          },
        },
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb('event_type'),
          rows: {
            ...BY,
            'entity.name': ['resource.name', 'resource.username', 'resource.type', 'event_type'],
            'entity.uid': 'resource.id',
            'entity.type': ['resource.type', 'event_type'],
            'entity.type_id': is('Other'),
            'metadata.log_provider': always('Directory Insights'),
          },
        },
      ],
    },
  ],
}
export const jumpcloud = compileSource(JUMPCLOUD)
