/** Cloud Audit Logs: callers and methods of Google APIs; sign-in and administration of Workspace among them. */
import { isMembers } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  boolean,
  capture,
  email,
  first,
  integer,
  ip,
  is,
  json,
  list,
  lookup,
  lookupIn,
  objects,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
} from '../../mapping/table.ts'
import { CHALLENGES, ENTRY, entry, nameValues, product } from './common.ts'

/** Workspace puts its activity into an audit entry: a single event with its parameters as a list of named values. */
const shape: RecordShape = {
  ...entry,
  settle: (record) => {
    for (const name of LAKES) {
      if (!isMembers(record.protoPayload) && isMembers(record[name])) record.protoPayload = record[name]
    }
    const { protoPayload } = record
    const metadata = isMembers(protoPayload) ? protoPayload.metadata : undefined
    const events = isMembers(metadata) ? metadata.event : undefined
    if (Array.isArray(events))
      for (const event of events.slice(0, 10)) if (isMembers(event)) nameValues(event, 'parameter')
  },
}

/** Names of the payload in data lakes: in lower case, or as BigQuery's export writes them. */
const LAKES = ['protopayload', 'protopayload_auditlog'] as const

const EVENT = 'protoPayload.metadata.event.0'
const PARAMETER = `${EVENT}.parameter`
const METHOD = 'protoPayload.methodName'

const VERBS: Readonly<Record<string, string>> = {
  ...of('Create', 'insert create add attach import generate deploy run start upload write enable bind grant invoke'),
  ...of('Create', 'launch register sign undelete provision submit begin send compose copy created'),
  ...of(
    'Read',
    'get list read query fetch search lookup describe aggregated batch predict access export download watch',
  ),
  ...of('Read', 'test wait stream view count check generatecontent'),
  ...of('Update', 'update patch set modify change move reset resize rotate replace rename commit upsert use suspend'),
  ...of('Update', 'resume disable stop restore configure promote apply insertallowedip put approve updated'),
  ...of('Delete', 'delete remove detach destroy cancel revoke purge abandon deletecollection drop abort deleted'),
}

function of(meaning: string, words: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map((word) => [word, meaning]))
}

/**
 * The first word of the last step: `v1.compute.firewalls.insert`, `google.iam.admin.v1.CreateServiceAccount`; or the last
 * one, as in `google.admin.AdminService.inboundSsoProfileCreated`.
 */
const VERB = lookupIn(
  METHOD,
  /(?:^|\.)(?:[a-z][A-Za-z0-9]{0,60}?(?=[A-Z][a-z]{1,10}ed$))?([a-z]+|[A-Z][a-z]+)[A-Za-z0-9]{0,64}$/,
  VERBS,
  'Other',
  'Unknown',
)

const CALLER: Rows = {
  'actor.user.name': [
    'protoPayload.authenticationInfo.principalEmail',
    'protoPayload.authenticationInfo.principalSubject',
    'protoPayload.authenticationInfo.thirdPartyPrincipal.subject',
  ],
  'actor.user.uid': 'protoPayload.authenticationInfo.principalSubject',
  'actor.user.email_addr': email('protoPayload.authenticationInfo.principalEmail'),
  'actor.user.type_id': lookupIn(
    'protoPayload.authenticationInfo.principalEmail',
    /(gserviceaccount)\.com$/,
    { gserviceaccount: 'Service' },
    'User',
  ),
  'actor.session.credential_uid': 'protoPayload.authenticationInfo.serviceAccountKeyName',
  'actor.session.issuer':
    'protoPayload.authenticationInfo.serviceAccountDelegationInfo.0.firstPartyPrincipal.principalEmail',
  authorizations: objects('protoPayload.authorizationInfo', {
    'policy.name': 'permission',
    'policy.uid': 'resource',
    decision: lookup('granted', { true: 'granted', false: 'denied' }),
  }),
  'src_endpoint.ip': ip('protoPayload.requestMetadata.callerIp', 'httpRequest.remoteIp'),
  // Google replaces its own addresses by words: `private`, `gce-internal-ip`.
  'src_endpoint.name': capture('protoPayload.requestMetadata.callerIp', /^([a-z][a-z-]{1,62})$/),
  'src_endpoint.vpc_uid': 'protoPayload.requestMetadata.callerNetwork',
  'http_request.user_agent': ['protoPayload.requestMetadata.callerSuppliedUserAgent', 'httpRequest.userAgent'],
}

const CALL: Rows = {
  'api.operation': METHOD,
  'api.service.name': 'protoPayload.serviceName',
  'api.request.uid': ['insertId', 'operation.id', METHOD],
  'api.request.data': json('protoPayload.request'),
  'api.response.data': json('protoPayload.response'),
  'api.response.code': integer('protoPayload.status.code'),
  'api.response.error_message': 'protoPayload.status.message',
  status_id: lookup('protoPayload.status.code', { 0: 'Success' }, 'Failure', 'Success'),
  status_code: 'protoPayload.status.code',
  status_detail: 'protoPayload.status.message',
}

const TARGET: Rows = {
  'resources[0].name': ['protoPayload.resourceName', 'resource.type'],
  'resources[0].type': 'resource.type',
  'resources[0].data': json('resource.labels'),
  'resources[0].region': 'protoPayload.resourceLocation.currentLocations.0',
}

const IAM = 'iam.googleapis.com'
const LOGIN = 'login.googleapis.com'
const ADMIN = 'admin.googleapis.com'

const SIGN_IN: Rows = {
  'user.name': ['protoPayload.authenticationInfo.principalEmail', `${PARAMETER}.affected_email_address`],
  'user.email_addr': email('protoPayload.authenticationInfo.principalEmail', `${PARAMETER}.affected_email_address`),
  is_mfa: boolean(`${PARAMETER}.is_second_factor`),
  is_remote: is(true),
  auth_protocol: `${PARAMETER}.login_type`,
  'service.name': 'protoPayload.serviceName',
  // A suspicious logon has no result.
  status_id: first(
    lookup(METHOD, {
      'google.login.LoginService.loginSuccess': 'Success',
      'google.login.LoginService.logout': 'Success',
      'google.login.LoginService.loginFailure': 'Failure',
    }),
    lookup(`${PARAMETER}.login_challenge_status`, CHALLENGES),
    lookup(METHOD, {}, 'Other'),
  ),
  status_detail: [`${PARAMETER}.login_failure_type`, `${EVENT}.eventName`],
  severity_id: lookup(
    [`${PARAMETER}.is_suspicious`, METHOD],
    {
      true: 'High',
      'google.login.LoginService.govAttackWarning': 'Critical',
      'google.login.LoginService.suspiciousLogin': 'High',
      'google.login.LoginService.suspiciousLoginLessSecureApp': 'High',
      'google.login.LoginService.suspiciousProgrammaticLogin': 'High',
    },
    'Informational',
    'Informational',
  ),
}

const METHODS_OF_LOGIN = {
  'google.login.LoginService.loginSuccess': 'Logon',
  'google.login.LoginService.loginFailure': 'Logon',
  'google.login.LoginService.suspiciousLogin': 'Logon',
  'google.login.LoginService.suspiciousLoginLessSecureApp': 'Logon',
  'google.login.LoginService.suspiciousProgrammaticLogin': 'Logon',
  'google.login.LoginService.logout': 'Logoff',
  'google.login.LoginService.loginChallenge': 'Preauth',
  'google.login.LoginService.loginVerification': 'Preauth',
}

const MEMBERS = {
  'google.admin.AdminService.addGroupMember': 'Add User',
  'google.admin.AdminService.removeGroupMember': 'Remove User',
  'google.admin.AdminService.createGroup': 'Create',
  'google.admin.AdminService.deleteGroup': 'Delete',
}

const ACCOUNTS = {
  'google.iam.admin.v1.CreateServiceAccount': 'Create',
  'google.iam.admin.v1.DeleteServiceAccount': 'Delete',
  'google.iam.admin.v1.DisableServiceAccount': 'Disable',
  'google.iam.admin.v1.EnableServiceAccount': 'Enable',
  'google.admin.AdminService.createUser': 'Create',
  'google.admin.AdminService.deleteUser': 'Delete',
  'google.admin.AdminService.suspendUser': 'Disable',
  'google.admin.AdminService.unsuspendUser': 'Enable',
  'google.admin.AdminService.changePassword': 'Password Reset',
  'google.admin.AdminService.turnOff2StepVerification': 'MFA Factor Disable',
  'google.login.LoginService.2svEnroll': 'MFA Factor Enable',
  'google.login.LoginService.2svDisable': 'MFA Factor Disable',
  'google.login.LoginService.passwordEdit': 'Password Change',
  ...Object.fromEntries(
    ['Generic', 'Hijacked', 'PasswordLeak', 'Spamming', 'SpammingThroughRelay'].map((why) => [
      `google.login.LoginService.accountDisabled${why}`,
      'Disable',
    ]),
  ),
}

const ROLES = {
  'google.admin.AdminService.assignRole': 'Assign Privileges',
  'google.admin.AdminService.grantAdminPrivilege': 'Assign Privileges',
  'google.admin.AdminService.grantDelegatedAdminPrivileges': 'Assign Privileges',
  'google.admin.AdminService.unassignRole': 'Revoke Privileges',
  'google.admin.AdminService.revokeAdminPrivilege': 'Revoke Privileges',
}
const OTHER_OF_ACCOUNTS = [
  'google.iam.admin.v1.CreateServiceAccountKey',
  'google.iam.admin.v1.DeleteServiceAccountKey',
  'google.iam.admin.v1.UploadServiceAccountKey',
  'google.login.LoginService.recovery*',
]

/** Workspace's own fields for the affected user. */
const SUBJECT = [`${PARAMETER}.USER_EMAIL`, `${PARAMETER}.affected_email_address`]

const PROFILES: readonly Profile[] = [
  {
    name: 'service account or user',
    when: {
      [METHOD]: [...Object.keys(ACCOUNTS), ...OTHER_OF_ACCOUNTS],
      'protoPayload.serviceName': [IAM, ADMIN, LOGIN],
    },
    class: 'account_change',
    activity: lookup(METHOD, ACCOUNTS, 'Other'),
    rows: {
      'user.name': first(
        text(...SUBJECT, 'protoPayload.response.email', 'protoPayload.request.account_id'),
        capture('protoPayload.resourceName', /\/serviceAccounts\/([^/]{1,128})/),
        text('resource.labels.email_id', 'protoPayload.authenticationInfo.principalEmail', 'protoPayload.resourceName'),
      ),
      'user.uid': ['protoPayload.response.unique_id', 'resource.labels.unique_id'],
    },
  },
  {
    name: 'sign-in',
    when: { 'protoPayload.serviceName': LOGIN },
    class: 'authentication',
    activity: lookup(METHOD, METHODS_OF_LOGIN, 'Other'),
    logSource: { service: 'google_workspace.login' },
    rows: SIGN_IN,
  },
  {
    name: 'role',
    when: { [METHOD]: Object.keys(ROLES), 'protoPayload.serviceName': ADMIN },
    class: 'user_access',
    activity: lookup(METHOD, ROLES),
    logSource: { service: 'google_workspace.admin' },
    rows: {
      'user.name': [...SUBJECT, 'protoPayload.resourceName', METHOD],
      'user.email_addr': email(...SUBJECT),
      privileges: list([`${PARAMETER}.ROLE_NAME`, `${PARAMETER}.PRIVILEGE_NAME`, METHOD], /\n/),
    },
  },
  {
    name: 'group',
    when: { [METHOD]: Object.keys(MEMBERS), 'protoPayload.serviceName': ADMIN },
    class: 'group_management',
    activity: lookup(METHOD, MEMBERS),
    logSource: { service: 'google_workspace.admin' },
    rows: {
      'group.name': [`${PARAMETER}.GROUP_EMAIL`, 'protoPayload.resourceName'],
      'user.name': SUBJECT,
      'user.email_addr': email(...SUBJECT),
    },
  },
  {
    name: 'administration',
    when: { 'protoPayload.serviceName': ADMIN },
    class: 'entity_management',
    activity: VERB,
    logSource: { service: 'google_workspace.admin' },
    rows: {
      'entity.name': [
        ...SUBJECT,
        `${PARAMETER}.GROUP_EMAIL`,
        `${PARAMETER}.APPLICATION_NAME`,
        `${PARAMETER}.SETTING_NAME`,
        'protoPayload.resourceName',
      ],
      'entity.type': `${EVENT}.eventType`,
      comment: [`${PARAMETER}.NEW_VALUE`, `${PARAMETER}.NEW_SETTING_VALUE`],
    },
  },
  { name: 'call', when: {}, class: 'api_activity', activity: VERB, rows: TARGET },
]

/** Names in rules of the two Sigma products for Google, and names under which forwarders nest an entry. */
const ALIASES: Readonly<Record<string, string>> = {
  'gcp.audit.method_name': METHOD,
  'gcp.audit.service_name': 'protoPayload.serviceName',
  'gcp.audit.principal.email': 'protoPayload.authenticationInfo.principalEmail',
  eventService: 'protoPayload.serviceName',
  eventName: `${EVENT}.eventName`,
  setting_name: `${PARAMETER}.SETTING_NAME`,
  new_value: `${PARAMETER}.NEW_VALUE`,
  'protoPayload.metadata.event.eventName': `${EVENT}.eventName`,
  'protoPayload.Servicename': 'protoPayload.serviceName',
  'data.protoPayload.methodName': METHOD,
  'data.protoPayload.serviceName': 'protoPayload.serviceName',
  'data.protoPayload.resource.type': 'resource.type',
  'data.protoPayload.logName': 'logName',
  'data.protoPayload.authorizationInfo.permission': 'protoPayload.authorizationInfo.0.permission',
  'data.protoPayload.authorizationInfo.granted': 'protoPayload.authorizationInfo.0.granted',
}

export const GCP_AUDIT: SourceTable = {
  id: 'gcp-audit/1',
  shapes: [shape],
  select: [METHOD, 'protoPayload.serviceName'],
  recognises: (record) => ['protoPayload', ...LAKES].some((name) => isAudit(record[name])),
  logSource: { product: 'gcp', service: 'gcp.audit' },
  rows: {
    ...product('Cloud Audit Logs'),
    ...ENTRY,
    ...CALLER,
    ...CALL,
    'metadata.event_code': METHOD,
    'metadata.labels': list('labels.authorization\\.k8s\\.io/decision', /\n/),
  },
  chapters: [{ name: 'audit', aliases: ALIASES, profiles: PROFILES }],
}

function isAudit(payload: unknown): boolean {
  return isMembers(payload) && ('methodName' in payload || 'serviceName' in payload || 'authenticationInfo' in payload)
}

export const gcpAudit = compileSource(GCP_AUDIT)
