/**
 * The unified audit log of Microsoft 365, as the Management Activity API returns it and as the OfficeActivity table
 * stores it.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { addressed } from '../../families/saas/lists.ts'
import { entityVerb } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  type Aliases,
  always,
  basename,
  capture,
  email,
  type Field,
  first,
  ip,
  is,
  json,
  list,
  lookup,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'
import { INTERRUPTED, parseTexts, product } from '../azure/common.ts'
import {
  DELEGATES,
  FILES,
  GROUP_CMDLETS,
  GROUPS,
  MAIL_ITEMS,
  OTHER_OF_USERS,
  ROLES,
  SITE_GROUPS,
  USERS,
  VERB,
  VERBS,
} from './audit-words.ts'

const FIELDS = (
  'CreationTime Id Operation OrganizationId RecordType ResultStatus UserKey UserType Version Workload ClientIP ObjectId ' +
  'UserId ActorIpAddress ApplicationId ExternalAccess OrganizationName OriginatingServer Parameters SessionId ' +
  'SourceFileName SourceFileExtension SourceRelativeUrl SiteUrl ItemType EventSource UserAgent LogonError ClientAppId'
).split(' ')

/** Some data lakes write the names in lower case. */
const lowered: RecordShape = {
  name: 'lower-case',
  is: (record) => 'operation' in record && 'workload' in record,
  names: Object.fromEntries(FIELDS.map((name): [Field, readonly Field[]] => [name, [name.toLowerCase()]])),
  settle: (record) => address(record, record.parameters, record.modifiedproperties),
}

/**
 * Puts lists of named values under their names: the parameters of a cmdlet, and changes in a directory, with the new
 * value, or the old one if it was removed.
 */
function address(record: Members, parameters: unknown, properties: unknown): void {
  addressed(record, 'parameters_by_name', parameters, ({ Name, Value }) => [Name, Value])
  addressed(record, 'changed', properties, ({ Name, NewValue, OldValue }) => [Name, NewValue || OldValue])
}

const table: RecordShape = {
  name: 'office-activity',
  is: (record) => record.Type === 'OfficeActivity',
  names: {
    CreationTime: ['TimeGenerated', 'Start_Time'],
    Id: ['OfficeId', 'SourceRecordId'],
    ClientIP: ['ClientIP', 'Client_IPAddress'],
    Workload: ['OfficeWorkload'],
    ObjectId: ['OfficeObjectId'],
    UserAgent: ['UserAgent', 'ClientInfoString'],
    ApplicationId: ['AppId'],
  },
  settle: (record) => {
    parseTexts(record, TEXTS)
    address(record, record.Parameters, record.ModifiedProperties)
  },
}
const TEXTS = ['Folders', 'OperationProperties', 'Parameters', 'ExtendedProperties', 'ModifiedProperties', 'Members']

const unified: RecordShape = {
  name: 'unified',
  is: () => true,
  settle: (record) => {
    address(record, record.Parameters, record.ModifiedProperties)
    // Some workloads keep facts about the client in a list of named values.
    const { ExtendedProperties } = record
    if (!Array.isArray(ExtendedProperties) || 'UserAgent' in record) return
    const agent = ExtendedProperties.slice(0, 100).find(
      (property) => isMembers(property) && property.Name === 'UserAgent',
    )
    if (isMembers(agent)) record.UserAgent = agent.Value
  },
}

/** The last part of a name in the directory: `example.com/Users/kim`. */
const lastPart = (value: unknown): string => /[^/\\]{1,320}$/.exec(textOf(value))?.[0] ?? ''

/** Exchange Server's own log of cmdlets, as `Search-AdminAuditLog` gives it. */
const cmdlets: RecordShape = {
  name: 'admin-audit-log',
  is: isCmdlet,
  settle: (record) => {
    if (record.Operation !== undefined) return
    Object.assign(record, {
      ...{ Operation: record.CmdletName, CreationTime: record.RunDate, Workload: 'Exchange' },
      ...{ UserId: lastPart(record.Caller), ObjectId: lastPart(record.ObjectModified), Id: record.Identity },
      ...{
        ResultStatus: textOf(record.Succeeded),
        server: /^[\w.-]{1,255}/.exec(textOf(record.OriginatingServer))?.[0],
      },
    })
    address(record, record.CmdletParameters, record.ModifiedProperties)
  },
}

/** `1.2.3.4:10736` and `[::1]:443`. */
const ADDRESS = /^(\[[0-9a-f:.]{2,45}\]|[0-9.]{7,15}):\d{1,5}$/i
const CLIENT: Rows = {
  'src_endpoint.ip': first(
    ip('ClientIP', 'ClientIPAddress', 'ActorIpAddress'),
    capture(['ClientIP', 'ClientIPAddress', 'ActorIpAddress'], ADDRESS, 'ip'),
  ),
  'src_endpoint.port': capture(['ClientIP', 'ClientIPAddress'], /[\]\d]:(\d{1,5})$/, 'integer'),
  'http_request.user_agent': ['UserAgent', 'ClientInfoString', 'ClientAppId'],
}

/** A service without a key has a placeholder here, which is not a user's key. */
const USER_KEY = capture('UserKey', /^(?!Not Available$)(.+)$/)

const CALLER: Rows = {
  'actor.user.name': ['UserId', 'UserKey'],
  'actor.user.uid': USER_KEY,
  'actor.user.email_addr': email('UserId'),
  'actor.user.type_id': lookup(
    'UserType',
    {
      0: 'User',
      2: 'Admin',
      3: 'Admin',
      4: 'System',
      5: 'Service',
      6: 'Service',
      7: 'System',
      8: 'System',
      10: 'User',
      Regular: 'User',
      Guest: 'User',
      Admin: 'Admin',
      DcAdmin: 'Admin',
      System: 'System',
      CustomPolicy: 'System',
      SystemPolicy: 'System',
      Application: 'Service',
      ServicePrincipal: 'Service',
    },
    'Other',
  ),
  'actor.session.uid': ['SessionId', 'AppAccessContext.AADSessionId'],
  'actor.app_uid': ['ApplicationId', 'ClientAppId'],
}

/** The object of an administrative operation; for a cmdlet, the object that it was called on. */
const SUBJECT = ['ObjectId', 'MailboxOwnerUPN', 'UserId', 'Operation']

const TARGET_USER: Rows = {
  'user.name': ['ObjectId', 'Target.0.ID', 'UserId'],
  'user.email_addr': email('ObjectId'),
}

const MAILBOX = /^([^\s@]{1,64}@[^\s@]{1,255})$/
const PERSON = /^(?!SecurityComplianceAlerts$|Not Available$)(.{1,320})$/

const ALERTS: readonly Profile[] = [
  {
    name: 'alert',
    when: { Operation: ['AlertTriggered', 'AlertEntityGenerated', 'AlertUpdated'] },
    class: 'detection_finding',
    activity: lookup('Operation', { AlertUpdated: 'Update' }, 'Create'),
    logSource: { service: 'threat_management' },
    rows: {
      is_alert: is(true),
      // The service that raised the alert is in the user's field; the entity is the user whom the alert is about.
      'actor.user.name': first(capture('AlertEntityId', MAILBOX), capture('UserId', PERSON)),
      'actor.user.email_addr': capture('AlertEntityId', MAILBOX, 'email'),
      'actor.user.uid': capture('UserKey', PERSON),
      'finding_info.uid': ['AlertId', 'Id'],
      'finding_info.title': 'Name',
      'finding_info.desc': 'Comments',
      'finding_info.src_url': ['AlertLinks.0.AlertLinkHref', 'DeepLink'],
      'finding_info.analytic.uid': 'PolicyId',
      'finding_info.analytic.type_id': is('Rule'),
      severity_id: lookup('Severity', { Informational: 'Informational', Low: 'Low', Medium: 'Medium', High: 'High' }),
      status_id: lookup(
        'Status',
        { Active: 'New', Investigating: 'In Progress', Resolved: 'Resolved', Dismissed: 'Suppressed' },
        'Other',
      ),
    },
  },
  {
    name: 'malware in a file',
    when: { Operation: 'FileMalwareDetected' },
    class: 'detection_finding',
    activity: 'Create',
    logSource: { service: 'threat_management' },
    rows: {
      is_alert: is(true),
      status_id: is('New'),
      severity_id: is('Medium'),
      'finding_info.uid': 'Id',
      'finding_info.title': ['VirusInfo', 'Operation'],
      'finding_info.types': list('Operation', /\n/),
      'evidences[0].file.name': first(text('SourceFileName'), basename('ObjectId')),
      'evidences[0].file.path': 'ObjectId',
      'evidences[0].file.type_id': is('Regular File'),
    },
  },
]

/** Data matched a data loss policy. An agent writes the record, so its user is not the actor. */
const PROTECTED: Profile = {
  name: 'protected data',
  when: { Operation: ['DlpRuleMatch', 'DlpRuleUndo'] },
  class: 'data_security_finding',
  // The sender has declared that the match is no violation, or has justified it.
  activity: lookup('Operation', { DlpRuleUndo: 'Suppressed' }, 'Create'),
  rows: {
    is_alert: is(true),
    status_id: lookup('Operation', { DlpRuleUndo: 'Suppressed' }, 'New'),
    severity_id: lookup('PolicyDetails.0.Rules.0.Severity', {
      Informational: 'Informational',
      Low: 'Low',
      Medium: 'Medium',
      High: 'High',
    }),
    'actor.user.name': ['SharePointMetaData.From', 'ExchangeMetaData.From', 'EndpointMetaData.UPN', 'UserId'],
    'actor.user.email_addr': email('SharePointMetaData.From', 'ExchangeMetaData.From', 'UserId'),
    'finding_info.uid': ['IncidentId', 'Id'],
    'finding_info.title': ['PolicyDetails.0.PolicyName', 'Operation'],
    'finding_info.analytic.name': 'PolicyDetails.0.Rules.0.RuleName',
    'finding_info.analytic.uid': 'PolicyDetails.0.Rules.0.RuleId',
    'finding_info.analytic.type_id': is('Rule'),
    'file.name': first(text('SharePointMetaData.FileName'), basename('SharePointMetaData.FilePathUrl', 'ObjectId')),
    'file.path': ['SharePointMetaData.FilePathUrl', 'ObjectId'],
    'file.type_id': is('Regular File'),
    'data_security.policy.name': 'PolicyDetails.0.PolicyName',
    'data_security.policy.uid': 'PolicyDetails.0.PolicyId',
  },
}

const OUTCOMES = {
  Success: 'Success',
  Succeeded: 'Success',
  True: 'Success',
  PartiallySucceeded: 'Other',
  Failed: 'Failure',
  Failure: 'Failure',
  False: 'Failure',
}

/**
 * A threat in a message, or behind a link that a user followed. These records share the log of all other operations.
 */
const THREATS: readonly Profile[] = [
  {
    name: 'threat in mail',
    when: { Operation: 'TIMailData' },
    class: 'detection_finding',
    activity: 'Create',
    rows: {
      is_alert: is(true),
      severity_id: is('Medium'),
      status_id: is('New'),
      disposition_id: lookup(
        'DeliveryAction',
        { Blocked: 'Blocked', Replaced: 'Corrected', Delivered: 'Allowed', DeliveredAsSpam: 'Tagged' },
        'Other',
      ),
      'finding_info.uid': ['NetworkMessageId', 'Id'],
      'finding_info.title': ['Verdict', 'Operation'],
      'finding_info.types': list('DetectionMethod', /\n/),
      'finding_info.src_url': 'EventDeepLink',
      'evidences[0].email.from': email('P2Sender', 'P1Sender'),
      'evidences[0].email.to': list('Recipients', /[,;]/, 'email'),
      'evidences[0].email.subject': 'Subject',
      'evidences[0].email.message_uid': 'InternetMessageId',
      'evidences[0].src_endpoint.ip': ip('SenderIp'),
    },
  },
  {
    name: 'threat behind a link',
    when: { Operation: 'TIUrlClickData' },
    class: 'detection_finding',
    activity: 'Create',
    rows: {
      is_alert: is(true),
      severity_id: is('Medium'),
      status_id: is('New'),
      'finding_info.uid': 'Id',
      'finding_info.title': ['Verdict', 'Operation'],
      'finding_info.src_url': 'EventDeepLink',
      'evidences[0].url.url_string': 'Url',
      'evidences[0].user.name': 'UserId',
      'evidences[0].src_endpoint.ip': ip('UserIp'),
    },
  },
]

const PROFILES: readonly Profile[] = [
  {
    name: 'sign-in',
    when: {
      Operation: [
        'UserLoggedIn',
        'UserLoginFailed',
        'MailboxLogin',
        'TeamsSessionStarted',
        'ForeignRealmIndexLogonInitialAuthUsingADFSFederatedToken',
      ],
    },
    class: 'authentication',
    activity: 'Logon',
    rows: {
      'user.name': ['UserId', 'UserKey'],
      'user.uid': USER_KEY,
      'user.email_addr': email('UserId'),
      'service.name': ['Workload', 'ApplicationId', 'Operation'],
      is_remote: is(true),
      // In the directory, `ResultStatus` says that the record was written, not that the user was admitted.
      status_id: first(
        lookup('ErrorNumber', INTERRUPTED),
        lookup('Operation', { UserLoginFailed: 'Failure', UserLoggedIn: 'Success' }),
        lookup('ResultStatus', OUTCOMES, 'Other'),
        lookup('Operation', {}, 'Success'),
      ),
      status_code: 'ErrorNumber',
      status_detail: 'LogonError',
    },
  },
  {
    name: 'file',
    when: { Operation: Object.keys(FILES) },
    class: 'file_hosting',
    activity: lookup('Operation', FILES),
    rows: {
      'file.name': first(text('SourceFileName'), basename('ObjectId', 'SourceRelativeUrl'), text('Operation')),
      'file.path': 'ObjectId',
      'file.ext': 'SourceFileExtension',
      'file.type_id': lookup('ItemType', { File: 'Regular File', Folder: 'Folder' }, 'Other', 'Unknown'),
      'file.uid': ['ListItemUniqueId', 'UniqueSharingId'],
      share: ['TargetUserOrGroupName', 'SiteUrl'],
      share_type: 'TargetUserOrGroupType',
    },
  },
  {
    name: 'user',
    when: { Operation: [...Object.keys(USERS), ...OTHER_OF_USERS] },
    class: 'account_change',
    activity: lookup('Operation', USERS, 'Other'),
    rows: TARGET_USER,
  },
  {
    name: 'role',
    when: { Operation: Object.keys(ROLES) },
    class: 'user_access',
    activity: lookup('Operation', ROLES),
    rows: { ...TARGET_USER, privileges: list(['changed.Role\\.DisplayName', 'Operation'], /\n/) },
  },
  {
    name: 'delegate',
    when: { Operation: Object.keys(DELEGATES) },
    class: 'user_access',
    activity: lookup('Operation', DELEGATES),
    rows: {
      'user.name': ['parameters_by_name.User', 'parameters_by_name.Trustee', 'ObjectId', 'Operation'],
      'user.email_addr': email('parameters_by_name.User', 'parameters_by_name.Trustee'),
      privileges: list(['parameters_by_name.AccessRights', 'Operation'], /,\s*/),
      'resource.name': ['parameters_by_name.Identity', 'ObjectId'],
      'resource.type': is('Mailbox'),
    },
  },
  {
    name: 'group',
    when: { Operation: [...Object.keys(GROUPS), 'Update group.'] },
    class: 'group_management',
    activity: lookup('Operation', GROUPS, 'Other'),
    rows: {
      // For a created or deleted group the object is the group.
      'user.name': first(
        text('Members.0.UPN', 'Members.0.DisplayName'),
        capture('ObjectId', /^([^@\s]{1,200}@.{1,200})$/),
      ),
      'user.email_addr': email('Members.0.UPN', 'ObjectId'),
      'group.name': first(
        text('TeamName', 'changed.Group\\.DisplayName'),
        capture('changed.DisplayName', /"([^"]{1,256})"/),
        text('ObjectId', 'Operation'),
      ),
      'group.uid': ['changed.Group\\.ObjectID', 'AADGroupId', 'TeamGuid'],
    },
  },
  {
    name: 'group of a site',
    when: { Operation: Object.keys(SITE_GROUPS) },
    class: 'group_management',
    activity: lookup('Operation', SITE_GROUPS),
    rows: {
      'user.name': 'TargetUserOrGroupName',
      'user.email_addr': email('TargetUserOrGroupName'),
      'group.name': first(capture('EventData', /<Group>([^<]{1,256})</), text('SiteUrl', 'ObjectId', 'Operation')),
      'resource.name': ['SiteUrl', 'ObjectId'],
    },
  },
  {
    name: 'group of Exchange',
    when: { Operation: Object.keys(GROUP_CMDLETS) },
    class: 'group_management',
    activity: lookup('Operation', GROUP_CMDLETS),
    rows: {
      'user.name': ['parameters_by_name.Member', 'parameters_by_name.Links'],
      'user.email_addr': email('parameters_by_name.Member', 'parameters_by_name.Links'),
      'group.name': ['parameters_by_name.Identity', 'ObjectId', 'Operation'],
    },
  },
  {
    name: 'mail items',
    when: { Operation: Object.keys(MAIL_ITEMS) },
    class: 'api_activity',
    activity: lookup('Operation', MAIL_ITEMS),
    rows: {
      'api.operation': 'Operation',
      'api.service.name': 'Workload',
      'api.request.uid': 'Id',
      'resources[0].name': ['MailboxOwnerUPN', 'ObjectId'],
      'resources[0].uid': 'MailboxGuid',
      'resources[0].type': is('Mailbox'),
      'resources[0].data': json('Folders', 'AffectedItems', 'Item'),
    },
  },
  {
    name: 'administration',
    when: {},
    class: 'entity_management',
    activity: entityVerb('Operation', VERB, VERBS),
    rows: {
      'entity.name': SUBJECT,
      'entity.uid': 'ObjectId',
      'entity.type': ['Workload', 'RecordType'],
      'entity.data': json('Parameters', 'ModifiedProperties', 'OperationProperties'),
    },
  },
]

const ALIASES: Aliases = {
  eventName: ['Operation', 'Name'],
  eventSource: ['EventSource', 'Source', 'Workload'],
  status: 'ResultStatus',
  Payload: 'Data',
}

export const UNIFIED_AUDIT: SourceTable = {
  id: 'microsoft365-audit/1',
  shapes: [table, lowered, cmdlets, unified],
  select: ['Operation'],
  vendorId: 'Id',
  recognises: (record) => isAudit(record) || isCmdlet(record),
  logSource: { product: 'm365', service: 'audit' },
  rows: {
    ...product('Microsoft 365'),
    'cloud.provider': always('Microsoft 365'),
    'cloud.org.uid': 'OrganizationId',
    'cloud.org.name': 'OrganizationName',
    time: time('CreationTime'),
    severity_id: is('Informational'),
    status_id: lookup('ResultStatus', OUTCOMES, 'Other'),
    status_detail: 'LogonError',
    'metadata.event_code': 'Operation',
    'metadata.log_name': 'Workload',
    'metadata.log_version': text('Version'),
    'metadata.original_event_uid': 'Id',
    'metadata.product.feature.name': 'Workload',
    'device.hostname': 'server',
    'device.type_id': is('Server'),
  },
  chapters: [
    {
      name: 'alerts',
      rows: CALLER,
      aliases: { eventName: 'Name', eventSource: 'Source', status: 'ResultStatus' },
      profiles: ALERTS,
    },
    { name: 'protected data', aliases: ALIASES, profiles: [PROTECTED] },
    { name: 'threats', rows: CALLER, aliases: ALIASES, profiles: THREATS },
    {
      name: 'audit',
      rows: { ...CALLER, ...CLIENT },
      aliases: ALIASES,
      profiles: PROFILES,
    },
  ],
}

function isCmdlet(record: Readonly<Members>): boolean {
  return record.CmdletName !== undefined && record.Caller !== undefined && record.RunDate !== undefined
}

function isAudit(record: Readonly<Members>): boolean {
  if (record.Type === 'OfficeActivity') return true
  const isUpper = 'Operation' in record && ('Workload' in record || 'RecordType' in record) && 'CreationTime' in record
  return isUpper || ('operation' in record && 'workload' in record && 'creationtime' in record)
}

export const microsoft365Audit = compileSource(UNIFIED_AUDIT)
