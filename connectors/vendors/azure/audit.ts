/** Entra ID's audit log: changes of users, groups, roles, applications and policies of a directory. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { entityVerb, FIRST_WORD } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  email,
  type Field,
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
  time,
} from '../../mapping/table.ts'
import { addAbout } from './audit-about.ts'
import { asColumns, cloud, graph, inProperties, product } from './common.ts'

const FIELDS: readonly Field[] = (
  'id activityDateTime activityDisplayName category operationType correlationId loggedByService result resultReason ' +
  'additionalDetails ' +
  'initiatedBy.user.id initiatedBy.user.userPrincipalName initiatedBy.user.displayName initiatedBy.user.ipAddress ' +
  'initiatedBy.app.displayName initiatedBy.app.appId initiatedBy.app.servicePrincipalId initiatedBy.app.servicePrincipalName'
).split(' ')
const TARGETS: readonly Field[] = [0, 1, 2].flatMap((at) =>
  [
    'id',
    'displayName',
    'type',
    'userPrincipalName',
    'groupType',
    'modifiedProperties.1.newValue',
    'modifiedProperties.0.newValue',
  ].map((name) => `targetResources.${at}.${name}`),
)

const inDiagnostic = inProperties([...FIELDS, ...TARGETS], {
  activityDateTime: ['properties.activityDateTime', 'time'],
  activityDisplayName: ['properties.activityDisplayName', 'operationName', 'operationname'],
  category: ['properties.category', 'category'],
  correlationId: ['properties.correlationId', 'correlationId', 'correlationid'],
  result: ['properties.result', 'resultType', 'resultSignature'],
  resultReason: ['properties.resultReason', 'resultDescription'],
  'initiatedBy.user.ipAddress': ['properties.initiatedBy.user.ipAddress', 'callerIpAddress', 'calleripaddress'],
  'initiatedBy.user.displayName': ['properties.initiatedBy.user.displayName', 'identity'],
  userAgent: ['about.userAgent'],
  tenant: ['tenantId'],
  resource: ['resourceId'],
})
const inTable = asColumns(
  [...FIELDS, ...TARGETS],
  {
    operationType: ['AADOperationType', 'OperationType'],
    activityDateTime: ['ActivityDateTime', 'TimeGenerated'],
    activityDisplayName: ['ActivityDisplayName', 'OperationName'],
    result: ['Result', 'ResultType'],
    resultReason: ['ResultReason', 'ResultDescription'],
    userAgent: ['UserAgent', 'about.userAgent'],
    tenant: ['AADTenantId', 'TenantId'],
    resource: ['ResourceId'],
  },
  ['InitiatedBy', 'TargetResources', 'AdditionalDetails'],
)

const diagnostic: RecordShape = {
  ...inDiagnostic,
  settle(record) {
    if (isMembers(record.properties))
      addAbout(record, record.properties.targetResources, record.properties.additionalDetails)
  },
}
const table: RecordShape = {
  ...inTable,
  settle(record) {
    inTable.settle?.(record)
    addAbout(record, record.TargetResources, record.AdditionalDetails)
  },
}
const resource: RecordShape = {
  ...graph,
  names: { userAgent: ['userAgent', 'about.userAgent'] },
  settle: (record) => addAbout(record, record.targetResources, record.additionalDetails),
}

const CALLER: Rows = {
  'actor.user.name': [
    'initiatedBy.user.userPrincipalName',
    'initiatedBy.user.displayName',
    'initiatedBy.user.id',
    'initiatedBy.app.displayName',
    'initiatedBy.app.servicePrincipalName',
  ],
  'actor.user.uid': ['initiatedBy.user.id', 'initiatedBy.app.servicePrincipalId'],
  'actor.user.email_addr': email('initiatedBy.user.userPrincipalName'),
  'actor.app_name': ['initiatedBy.app.displayName', 'loggedByService'],
  'actor.app_uid': 'initiatedBy.app.appId',
  'src_endpoint.ip': ip('initiatedBy.user.ipAddress'),
  'http_request.user_agent': 'userAgent',
}

const nameOf = (at: number): readonly Field[] => [
  `targetResources.${at}.userPrincipalName`,
  `targetResources.${at}.displayName`,
  `targetResources.${at}.id`,
]

const TARGET_USER: Rows = {
  'user.name': [
    'about.user.userPrincipalName',
    'about.user.displayName',
    'about.user.id',
    ...nameOf(0),
    'initiatedBy.user.userPrincipalName',
    'activityDisplayName',
  ],
  'user.uid': ['about.user.id', 'targetResources.0.id'],
  'user.email_addr': email('about.user.userPrincipalName', 'targetResources.0.userPrincipalName'),
}

const USERS = {
  'Add user': 'Create',
  'Invite external user': 'Create',
  'Invite Internal User': 'Create',
  'Delete user': 'Delete',
  'Hard Delete user': 'Delete',
  'Disable account': 'Disable',
  'Enable account': 'Enable',
  'Restore user': 'Enable',
  'Reset user password': 'Password Reset',
  'Reset password (by admin)': 'Password Reset',
  'Reset password (self-service)': 'Password Reset',
  'Change user password': 'Password Change',
  'Change password (self-service)': 'Password Change',
  'Unlock user account (self-service)': 'Unlock',
  'User registered security info': 'MFA Factor Enable',
  'Admin registered security info': 'MFA Factor Enable',
  'User deleted security info': 'MFA Factor Disable',
  'Admin deleted security info': 'MFA Factor Disable',
  'Disable Strong Authentication': 'MFA Factor Disable',
  'Enable Strong Authentication': 'MFA Factor Enable',
}

const GROUPS = {
  'Add group': 'Create',
  'Delete group': 'Delete',
  'Hard Delete group': 'Delete',
  'Add member to group': 'Add User',
  'Add owner to group': 'Add User',
  'Remove member from group': 'Remove User',
  'Remove owner from group': 'Remove User',
}

/** If there is no field for the role, its name is in quotes, or among the targets. */
const ROLE = list(
  [
    'about.role',
    'targetResources.0.modifiedProperties.1.newValue',
    'targetResources.1.displayName',
    'targetResources.0.displayName',
    'activityDisplayName',
  ],
  /["[\]\\]+/,
)

/** The member of a group, if it is an account: a group may also contain devices and other groups. */
const MEMBER: Rows = {
  'user.name': [
    'about.user.userPrincipalName',
    'about.user.displayName',
    'about.user.id',
    'targetResources.0.userPrincipalName',
  ],
  'user.uid': 'about.user.id',
  'user.email_addr': email('about.user.userPrincipalName', 'targetResources.0.userPrincipalName'),
}

/** Intermediate steps grant nothing: a request for a role, its approval or denial, a failed activation. */
const ASSIGNMENT = lookupIn(
  'activityDisplayName',
  /^(Add|Remove|Delete|User has elevated)(?!.{0,80}(?:request|approval|cancel|failed|denied))/i,
  {
    Add: 'Assign Privileges',
    'User has elevated': 'Assign Privileges',
    Remove: 'Revoke Privileges',
    Delete: 'Revoke Privileges',
  },
  'Other',
  'Unknown',
)

/** Changes of a role's definition, through which no user gains or loses the role. */
const ROLES = ['Add role definition*', 'Delete role definition*', 'Add role from template*', 'Add role', 'Delete role']

const DIRECTORY: Omit<Profile, 'name' | 'when'> = {
  class: 'entity_management',
  activity: entityVerb(['operationType', 'activityDisplayName'], FIRST_WORD),
  rows: {
    'entity.name': [...nameOf(0), ...nameOf(1), 'resource', 'activityDisplayName'],
    'entity.uid': 'targetResources.0.id',
    'entity.type': ['targetResources.0.type', 'category'],
    'entity.data': json('targetResources.0.modifiedProperties'),
    'entity_result.name': nameOf(1),
    comment: 'resultReason',
  },
}

const PROFILES: readonly Profile[] = [
  { name: 'definition of a role', when: { activityDisplayName: ROLES }, ...DIRECTORY },
  {
    name: 'role',
    when: { activityDisplayName: ['Add *', 'Remove *', 'Delete *'], category: 'RoleManagement' },
    class: 'user_access',
    activity: ASSIGNMENT,
    rows: { ...TARGET_USER, privileges: ROLE },
  },
  {
    name: 'role, of a service that names no category',
    when: {
      activityDisplayName: ['Add role assignment*', 'Remove role assignment*', 'User has elevated their access*'],
    },
    class: 'user_access',
    activity: ASSIGNMENT,
    rows: { ...TARGET_USER, privileges: ROLE },
  },
  {
    name: 'user',
    when: { activityDisplayName: [...Object.keys(USERS), 'Update user', 'Set force change user password*'] },
    class: 'account_change',
    activity: lookup('activityDisplayName', USERS, 'Other'),
    rows: TARGET_USER,
  },
  {
    name: 'other of users',
    when: { category: 'UserManagement' },
    class: 'account_change',
    activity: 'Other',
    rows: TARGET_USER,
  },
  {
    name: 'group',
    when: { category: 'GroupManagement' },
    class: 'group_management',
    activity: lookup('activityDisplayName', GROUPS, 'Other'),
    rows: {
      ...MEMBER,
      'group.name': ['about.group.displayName', 'about.group.id', ...nameOf(1), ...nameOf(0), 'activityDisplayName'],
      'group.uid': 'about.group.id',
    },
  },
  { name: 'directory', when: {}, ...DIRECTORY },
]

export const AUDIT: SourceTable = {
  id: 'azure-audit/1',
  shapes: [diagnostic, table, resource],
  select: ['activityDisplayName', 'category'],
  vendorId: 'id',
  recognises: (record) => isAudit(record),
  logSource: { product: 'azure', service: 'auditlogs' },
  rows: {
    ...product('Entra ID'),
    ...cloud('resource'),
    ...CALLER,
    'cloud.org.uid': 'tenant',
    time: time('activityDateTime'),
    severity_id: is('Informational'),
    status_id: lookup(
      'result',
      { success: 'Success', 0: 'Success', failure: 'Failure', failed: 'Failure', None: 'Unknown' },
      'Other',
    ),
    status_detail: 'resultReason',
    'metadata.event_code': 'activityDisplayName',
    'metadata.log_name': 'category',
    'metadata.log_provider': 'loggedByService',
    'metadata.original_event_uid': 'id',
    'metadata.correlation_uid': 'correlationId',
    'metadata.original_time': 'activityDateTime',
    'metadata.tags': objects('additionalDetails', { name: 'key', value: 'value' }),
  },
  chapters: [
    {
      name: 'directory',
      aliases: {
        'properties.message': 'activityDisplayName',
        ActivityDisplayName: 'activityDisplayName',
        OperationName: 'activityDisplayName',
        operationName: 'activityDisplayName',
        ActivityType: 'activityDisplayName',
        activityType: 'activityDisplayName',
        Category: 'category',
        LoggedByService: 'loggedByService',
        Status: 'result',
        'properties.result': 'result',
        'Initiatied.By': 'initiatedBy.user.userPrincipalName',
        Initiatedby: 'initiatedBy.user.userPrincipalName',
        'properties.initiatedBy': 'initiatedBy.user.userPrincipalName',
        Target: 'targetResources.0.displayName',
        'targetResources.type': 'targetResources.0.type',
        TargetResources: 'targetResources',
        'TargetResources.modifiedProperties': 'targetResources.0.modifiedProperties',
        'TargetResources.ModifiedProperties.DisplayName': 'targetResources.0.modifiedProperties.0.displayName',
        'TargetResources.ModifiedProperties.NewValue': 'targetResources.0.modifiedProperties.0.newValue',
        'TargetResources.modifiedProperties.newValue': 'targetResources.0.modifiedProperties.0.newValue',
      },
      profiles: PROFILES,
    },
  ],
}

function isAudit(record: Readonly<Members>): boolean {
  if (record.Type === 'AuditLogs') return true
  if ('ActivityDisplayName' in record && 'TargetResources' in record) return true
  if ('activityDisplayName' in record && 'targetResources' in record) return true
  const { properties } = record
  if (!isMembers(properties) || typeof record.category !== 'string') return false
  const isIntune = 'AuditEventId' in properties || 'Actor' in properties
  const isDirectory =
    'activityDisplayName' in properties || 'initiatedBy' in properties || 'loggedByService' in properties
  return !isIntune && (record.category === 'AuditLogs' || isDirectory)
}

export const azureAudit = compileSource(AUDIT)
