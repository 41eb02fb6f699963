/** Push Security: events of its browser extension, and its accounts, apps and findings. */
import { isMembers } from '../../../platform/members.ts'
import { AUDIT, client, FORWARDED, PLAIN, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { always, boolean, ip, is, lookup, type Rows, type SourceTable, time } from '../../mapping/table.ts'

const EMPLOYEE: Rows = {
  ...person('actor.user', {
    name: ['new.employee.email', 'new.email', 'new.employeeId'],
    uid: ['new.employee.id', 'new.employeeId'],
    email: ['new.employee.email', 'new.email'],
  }),
  ...client('new.sourceIpAddress', 'new.userAgent'),
  'src_endpoint.os.name': 'new.os',
  'src_endpoint.os.type_id': lookup(
    'new.os',
    { WINDOWS: 'Windows', MACOS: 'macOS', MAC: 'macOS', LINUX: 'Linux' },
    'Other',
  ),
}

export const PUSHSECURITY: SourceTable = {
  id: 'pushsecurity/1',
  shapes: PLAIN,
  select: ['object', 'type'],
  rows: {
    time: time('timestamp', 'new.creationTimestamp', 'p_event_time'),
    ...AUDIT,
    ...product('Push Security', 'Push'),
    'metadata.event_code': 'object',
    'metadata.log_version': 'version',
  },
  logSource: { product: 'pushsecurity' },
  recognises: (record) => typeof record.object === 'string' && /^[A-Z_]+$/.test(record.object) && isMembers(record.new),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'activity',
      logSource: { service: 'activity' },
      profiles: [
        {
          name: 'logon',
          when: { object: 'LOGIN' },
          class: 'authentication',
          activity: 'Logon',
          rows: {
            ...EMPLOYEE,
            ...person('user', { name: 'new.email', uid: 'new.accountId', email: 'new.email' }),
            'service.name': 'new.appType',
            'service.uid': 'new.appId',
            'actor.idp.name': 'new.identityProvider',
            'actor.app_name': 'new.browser',
            'dst_endpoint.svc_name': 'new.appType',
            auth_protocol_id: lookup(
              'new.loginType',
              { OIDC_LOGIN: 'OpenID', SAML_LOGIN: 'SAML', PASSWORD_LOGIN: 'Other' },
              'Other',
            ),
            severity_id: lookup(
              ['new.leakedPassword', 'new.weakPassword'],
              { true: 'Medium', false: 'Informational' },
              'Informational',
              'Informational',
            ),
          },
        },
        {
          name: 'banner',
          when: { object: 'APP_BANNER' },
          class: 'web_resources_activity',
          activity: lookup('new.action', { DISPLAYED: 'Read', ACKNOWLEDGED: 'Other' }, 'Other'),
          rows: {
            ...EMPLOYEE,
            'web_resources[0].name': 'new.appType',
            'web_resources[0].desc': 'new.appBanner.title',
            'web_resources[0].type': 'new.appBanner.mode',
          },
        },
      ],
    },
    {
      name: 'controls',
      logSource: { service: 'controls' },
      profiles: [
        {
          name: 'control',
          when: {
            object: [
              'PASSWORD_PHISHING',
              'PHISHING_TOOL*',
              'BLOCKED_URL*',
              'SESSION_TOKEN*',
              'CLONED_LOGIN*',
              'STOLEN_*',
              'URL_*',
              'MALICIOUS_*',
            ],
          },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            ...person('actor.user', {
              name: 'new.employee.email',
              uid: 'new.employee.id',
              email: 'new.employee.email',
            }),
            severity_id: is('High'),
            'finding_info.uid': 'id',
            'finding_info.title': 'object',
            action_id: lookup('new.mode', { BLOCK: 'Denied', MONITOR: 'Observed', WARN: 'Observed' }, 'Other'),
            disposition_id: lookup('new.mode', { BLOCK: 'Blocked', MONITOR: 'Logged', WARN: 'Alert' }, 'Other'),
            'evidences[0].url.url_string': 'new.url',
            'evidences[0].http_request.referrer': 'new.referrerUrl',
            'evidences[0].src_endpoint.ip': ip('new.sourceIpAddress'),
            'evidences[0].user.name': 'new.employee.email',
          },
        },
      ],
    },
    {
      name: 'entities',
      logSource: { service: 'entities' },
      profiles: [
        {
          name: 'account',
          when: { object: 'ACCOUNT' },
          class: 'account_change',
          activity: lookup('type', { CREATE: 'Create', UPDATE: 'Other', DELETE: 'Delete' }, 'Other', 'Other'),
          rows: {
            ...person('user', {
              name: ['new.email', 'old.email'],
              uid: ['new.id', 'old.id'],
              email: ['new.email', 'old.email'],
            }),
            'user.has_mfa': boolean('new.mfaRegistered'),
            'user.domain': 'new.appType',
            'actor.app_name': always('Push'),
          },
        },
        {
          name: 'entity',
          when: {},
          class: 'entity_management',
          activity: lookup('type', { CREATE: 'Create', UPDATE: 'Update', DELETE: 'Delete' }, 'Other', 'Unknown'),
          rows: {
            'entity.name': ['new.type', 'new.appType', 'old.type'],
            'entity.uid': ['new.id', 'old.id', 'id'],
            'entity.type': 'object',
            'entity.type_id': is('Other'),
            comment: 'new.state',
          },
        },
      ],
    },
  ],
}
export const pushsecurity = compileSource(PUSHSECURITY)
