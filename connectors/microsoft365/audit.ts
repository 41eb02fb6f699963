/** The unified audit log of Microsoft 365, as the Management Activity API gives it and as the OfficeActivity table has it. */
import { isMembers, type Members } from '../../platform/members.ts'
import { parseTexts, product } from '../azure/common.ts'
import { compileSource } from '../compile/source.ts'
import {
  account,
  always,
  basename,
  capture,
  email,
  type Field,
  first,
  ip,
  is,
  json,
  lookup,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../compile/table.ts'
import { entityVerb, FIRST_WORD } from '../saas/rows.ts'

const FIELDS = (
  'CreationTime Id Operation OrganizationId RecordType ResultStatus UserKey UserType Version Workload ClientIP ObjectId ' +
  'UserId ActorIpAddress ApplicationId ExternalAccess OrganizationName OriginatingServer Parameters SessionId ' +
  'SourceFileName SourceFileExtension SourceRelativeUrl SiteUrl ItemType EventSource UserAgent LogonError ClientAppId'
).split(' ')

/** Some lakes lower the names. */
const lowered: RecordShape = {
  name: 'lower-case',
  is: (record) => 'operation' in record && 'workload' in record,
  names: Object.fromEntries(FIELDS.map((name): [Field, readonly Field[]] => [name, [name.toLowerCase()]])),
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
  settle: (record) => parseTexts(record, ['Folders', 'OperationProperties', 'Parameters', 'ExtendedProperties']),
}

const unified: RecordShape = {
  name: 'unified',
  is: () => true,
  settle: (record) => {
    // What some workloads know about the client is in a list of named values.
    const { ExtendedProperties } = record
    if (!Array.isArray(ExtendedProperties) || 'UserAgent' in record) return
    const agent = ExtendedProperties.slice(0, 100).find(
      (property) => isMembers(property) && property.Name === 'UserAgent',
    )
    if (isMembers(agent)) record.UserAgent = agent.Value
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

/** A service without a key of its own says so in words, which are no one's. */
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
      Regular: 'User',
      Admin: 'Admin',
      System: 'System',
      Application: 'Service',
    },
    'Other',
  ),
  'actor.session.uid': ['SessionId', 'AppAccessContext.AADSessionId'],
  'actor.app_uid': ['ApplicationId', 'ClientAppId'],
}

/** Of a parameter that a cmdlet was called with. */
const SUBJECT = ['ObjectId', 'MailboxOwnerUPN', 'UserId', 'Operation']

const FILES: Readonly<Record<string, string>> = {
  FileUploaded: 'Upload',
  FileUploadedPartial: 'Upload',
  FileDownloaded: 'Download',
  FileModified: 'Update',
  FileModifiedExtended: 'Update',
  FileDeleted: 'Delete',
  FileRecycled: 'Delete',
  FileDeletedFirstStageRecycleBin: 'Delete',
  FileDeletedSecondStageRecycleBin: 'Delete',
  FileRenamed: 'Rename',
  FileCopied: 'Copy',
  FileMoved: 'Move',
  FileRestored: 'Restore',
  FilePreviewed: 'Preview',
  FileAccessed: 'Open',
  FileAccessedExtended: 'Open',
  FileCheckedOut: 'Lock',
  FileCheckedIn: 'Unlock',
  FileSyncDownloadedFull: 'Sync',
  FileSyncDownloadedPartial: 'Sync',
  FileSyncUploadedFull: 'Sync',
  FileSyncUploadedPartial: 'Sync',
  SharingSet: 'Share',
  SharingInvitationCreated: 'Share',
  SecureLinkCreated: 'Share',
  AddedToSecureLink: 'Share',
  AnonymousLinkCreated: 'Share',
  AnonymousLinkUpdated: 'Share',
  AnonymousLinkUsed: 'Open',
  CompanyLinkCreated: 'Share',
  SharingRevoked: 'Unshare',
  AnonymousLinkRemoved: 'Unshare',
  RemovedFromSecureLink: 'Unshare',
}

const USERS: Readonly<Record<string, string>> = {
  'Add user.': 'Create',
  'Delete user.': 'Delete',
  'Disable account.': 'Disable',
  'Enable account.': 'Enable',
  'Reset user password.': 'Password Reset',
  'Change user password.': 'Password Change',
  'Disable Strong Authentication.': 'MFA Factor Disable',
  'Enable Strong Authentication.': 'MFA Factor Enable',
}

const GROUPS: Readonly<Record<string, string>> = {
  'Add group.': 'Create',
  'Delete group.': 'Delete',
  'Add member to group.': 'Add User',
  'Add owner to group.': 'Add User',
  'Remove member from group.': 'Remove User',
  'Remove owner from group.': 'Remove User',
  MemberAdded: 'Add User',
  MemberRemoved: 'Remove User',
  TeamCreated: 'Create',
  TeamDeleted: 'Delete',
}

const TARGET_USER: Rows = {
  'user.name': ['ObjectId', 'Target.0.ID', 'UserId'],
  'user.email_addr': email('ObjectId'),
}

const ALERTS: readonly Profile[] = [
  {
    name: 'alert',
    when: { Operation: ['AlertTriggered', 'AlertEntityGenerated', 'AlertUpdated'] },
    class: 'detection_finding',
    activity: lookup('Operation', { AlertUpdated: 'Update' }, 'Create'),
    logSource: { service: 'threat_management' },
    rows: {
      is_alert: is(true),
      'finding_info.uid': ['AlertId', 'Id'],
      'finding_info.title': 'Name',
      'finding_info.desc': 'Comments',
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
      // `ResultStatus` says that the record was written, not that the user was let in.
      status_id: lookup('Operation', { UserLoginFailed: 'Failure' }, 'Success'),
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
    when: { Operation: [...Object.keys(USERS), 'Update user.'] },
    class: 'account_change',
    activity: lookup('Operation', USERS, 'Other'),
    rows: TARGET_USER,
  },
  {
    name: 'group',
    when: { Operation: Object.keys(GROUPS) },
    class: 'group_management',
    activity: lookup('Operation', GROUPS),
    rows: { ...TARGET_USER, 'group.name': ['TeamName', 'ModifiedProperties.1.NewValue', 'ObjectId', 'Operation'] },
  },
  {
    name: 'mail items',
    when: {
      Operation: [
        'MailItemsAccessed',
        'Send',
        'SendAs',
        'SendOnBehalf',
        'SoftDelete',
        'HardDelete',
        'MoveToDeletedItems',
        'FolderBind',
        'MessageBind',
      ],
    },
    class: 'api_activity',
    activity: lookup(
      'Operation',
      {
        MailItemsAccessed: 'Read',
        FolderBind: 'Read',
        MessageBind: 'Read',
        Send: 'Create',
        SendAs: 'Create',
        SendOnBehalf: 'Create',
      },
      'Delete',
    ),
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
    activity: entityVerb('Operation', FIRST_WORD),
    rows: {
      'entity.name': SUBJECT,
      'entity.uid': 'ObjectId',
      'entity.type': ['Workload', 'RecordType'],
      'entity.data': json('Parameters', 'ModifiedProperties', 'OperationProperties'),
      'entity.user.name': account('UserId'),
    },
  },
]

const OUTCOMES = {
  Success: 'Success',
  Succeeded: 'Success',
  True: 'Success',
  PartiallySucceeded: 'Other',
  Failed: 'Failure',
  Failure: 'Failure',
  False: 'Failure',
}

export const UNIFIED_AUDIT: SourceTable = {
  id: 'microsoft365-audit/1',
  shapes: [table, lowered, unified],
  select: ['Operation'],
  vendorId: 'Id',
  recognises: (record) => isAudit(record),
  logSource: { product: 'm365', service: 'audit' },
  rows: {
    ...product('Microsoft 365'),
    ...CALLER,
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
  },
  chapters: [
    { name: 'alerts', aliases: { eventName: 'Name', eventSource: 'Source', status: 'ResultStatus' }, profiles: ALERTS },
    {
      name: 'audit',
      rows: CLIENT,
      aliases: {
        eventName: ['Operation', 'Name'],
        eventSource: ['EventSource', 'Source', 'Workload'],
        status: 'ResultStatus',
        Payload: 'Data',
      },
      profiles: PROFILES,
    },
  ],
}

function isAudit(record: Readonly<Members>): boolean {
  if (record.Type === 'OfficeActivity') return true
  const isUpper = 'Operation' in record && ('Workload' in record || 'RecordType' in record) && 'CreationTime' in record
  return isUpper || ('operation' in record && 'workload' in record && 'creationtime' in record)
}

export const microsoft365Audit = compileSource(UNIFIED_AUDIT)
