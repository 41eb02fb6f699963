/**
 * CyberArk Identity (once Idaptive and Centrify): rows of its table `Event` as the queries of its API answer them ("Event
 * table" of its developers' documents), and audit events of the Identity Security Platform of the identity service,
 * application code `IDP` ("Audit API").
 */
import { entityVerb, PLAIN, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  always,
  email,
  first,
  ip,
  lookup,
  lookupIn,
  type Profile,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

const KIND = ['EventType', 'message', 'action'] as const
const WHO = ['NormalizedUser', 'UserName', 'username'] as const
const LOGON = ['Login*', 'Mfa*', 'StartAuthentication*', 'AdvanceAuthentication*', 'OAuth*', 'Logout*', 'Impersonate*']
const ACCOUNTS = [
  'CreateUser*',
  'UserCreated*',
  'DeleteUser*',
  'UserDeleted*',
  'UserChange*',
  'UserSet*',
  'UserLocked*',
]
const PASSWORDS = ['UserPassword*', 'ChangePassword*', 'ResetPassword*', 'PasswordReset*', 'PasswordChange*']

const of = (names: readonly string[]) => names.map((name) => `Cloud.Core.${name}`)

const RESULTS = { fail: 'Failure', failed: 'Failure', failure: 'Failure', denied: 'Failure', invalid: 'Failure' }
const result = first(
  ...KIND.map((name) => lookupIn(name, /(fail|denied|invalid)/i, RESULTS)),
  lookup('FailReason', {}, 'Failure'),
  lookup('NormalizedUser', {}, 'Success'),
  lookup('username', {}, 'Success'),
)

/** A profile for each member that may name the kind. */
const on = (name: string, kinds: readonly string[], rest: Omit<Profile, 'name' | 'when'>): Profile[] =>
  KIND.map((member) => ({ name: `${name} by ${member}`, when: { [member]: kinds }, ...rest }))

const USER = { 'user.name': account(...WHO), 'user.domain': accountDomain(...WHO), 'user.email_addr': email(...WHO) }

export const CYBERARK_IDENTITY: SourceTable = {
  id: 'cyberark-identity/1',
  shapes: PLAIN,
  select: KIND,
  rows: {
    time: time('WhenOccurred', 'WhenLogged', 'timestamp'),
    ...product('CyberArk', 'Identity'),
    'metadata.event_code': ['auditCode', 'EventType'],
    'metadata.log_name': ['EventType', 'auditType'],
    'metadata.correlation_uid': text('RequestId', 'sessionId'),
    message: ['EventMessage', 'message', 'action'],
    severity_id: lookup(
      ['Level', 'auditType'],
      { Info: 'Informational', Warning: 'Low', Error: 'Medium' },
      'Informational',
      'Informational',
    ),
    'src_endpoint.ip': ip('FromIPAddress', 'ClientIPAddress', 'customData.IDP.ip_address', 'customData.ip_address'),
    status_detail: ['FailReason', 'EventDetail'],
  },
  logSource: { product: 'cyberark', service: 'identity' },
  vendorId: ['ID', '_RowKey', 'uuid'],
  recognises: ({ EventType, FromIPAddress, WhenOccurred, auditCode, applicationCode }) =>
    (typeof EventType === 'string' &&
      EventType.startsWith('Cloud.') &&
      (FromIPAddress !== undefined || WhenOccurred !== undefined)) ||
    (typeof auditCode === 'string' && applicationCode === 'IDP'),
  chapters: [
    {
      name: 'events',
      profiles: [
        ...on('logon', of(LOGON), {
          class: 'authentication',
          activity: lookupIn(KIND, /(logout)/i, { logout: 'Logoff' }, 'Logon', 'Logon'),
          logSource: { categories: ['authentication'] },
          rows: {
            ...USER,
            'user.uid': text('UserGuid', 'userId'),
            'service.name': always('CyberArk Identity'),
            'session.uid': text('InternalSessionId', 'sessionId'),
            auth_protocol: 'AuthMethod',
            status_id: result,
          },
        }),
        ...on('account', of([...ACCOUNTS, ...PASSWORDS]), {
          class: 'account_change',
          activity: lookupIn(
            KIND,
            /(create|delete|lock|password)/i,
            { create: 'Create', delete: 'Delete', lock: 'Lock', password: 'Password Change' },
            'Other',
            'Other',
          ),
          rows: {
            'actor.user.name': account(...WHO),
            'actor.user.uid': text('UserGuid', 'userId'),
            'user.name': account('EntityName', 'target', 'targetAccount', ...WHO),
            status_id: result,
          },
        }),
        {
          name: 'other',
          when: {},
          class: 'entity_management',
          activity: entityVerb(KIND, /(Create|Add|Update|Change|Modify|Delete|Remove|Set|Enable|Disable|Launch)/i),
          rows: {
            'actor.user.name': account(...WHO),
            'actor.user.uid': text('UserGuid', 'userId'),
            'entity.name': ['EntityName', 'ApplicationName', 'target', 'component', 'EventType', 'auditCode'],
            'entity.type': ['EntityType', 'serviceName', 'EventType', 'auditCode'],
            'entity.uid': text('EntityUuid'),
          },
        },
      ],
    },
  ],
}
export const cyberarkIdentity = compileSource(CYBERARK_IDENTITY)
