import { describe, expect, test } from 'vitest'
import type { Members } from '../../../platform/members.ts'
import { type Fixture, sourceTests } from '../../mapping/source-tests.ts'
import { graphAlerts } from './alerts.ts'
import { microsoft365Audit } from './audit.ts'
import { defender } from './defender.ts'
import { intune } from './intune.ts'
import { messageTrace } from './message-trace.ts'

const TIME = Date.UTC(2024, 0, 2, 3, 4, 5)
const audit = (Operation: string, others: Members = {}): Members => ({
  CreationTime: '2024-01-02T03:04:05',
  Id: 'e1',
  Operation,
  OrganizationId: 'o1',
  RecordType: 15,
  ResultStatus: 'Success',
  UserKey: 'k1',
  UserType: 0,
  Workload: 'AzureActiveDirectory',
  ClientIP: '203.0.113.9',
  UserId: 'alice@corp.example',
  ...others,
})
const ALICE = {
  actor: { user: { name: 'alice@corp.example', uid: 'k1' } },
  src_endpoint: { ip: '203.0.113.9' },
  time: TIME,
}
const AUDITS: readonly Fixture[] = [
  {
    name: 'a logon that fails, though its record says success',
    record: audit('UserLoginFailed', { LogonError: 'InvalidUserNameOrPassword' }),
    becomes: { ...ALICE, class_uid: 3002, status: 'Failure', status_detail: 'InvalidUserNameOrPassword' },
  },
  {
    name: 'a file that is shared',
    record: audit('AddedToSecureLink', {
      Workload: 'OneDrive',
      ObjectId: 'https://corp.example/a/secret.docx',
      SourceFileName: 'secret.docx',
      ItemType: 'File',
      TargetUserOrGroupName: 'mallory@evil.example',
    }),
    becomes: {
      ...ALICE,
      class_uid: 6006,
      activity_name: 'Share',
      file: { name: 'secret.docx' },
      share: 'mallory@evil.example',
    },
  },
  {
    name: 'a rule of a mailbox, in lower case',
    record: {
      creationtime: '2024-01-02 03:04:05',
      id: 'e1',
      operation: 'New-InboxRule',
      workload: 'Exchange',
      userid: 'alice@corp.example',
      userkey: 'k1',
      clientip: '203.0.113.9:1234',
      objectid: 'alice',
      resultstatus: 'True',
      parameters: [{ Name: 'DeleteMessage', Value: 'True' }],
    },
    becomes: {
      ...ALICE,
      class_uid: 3004,
      activity_name: 'Create',
      status: 'Success',
      entity: { name: 'alice', data: [{ Name: 'DeleteMessage', Value: 'True' }] },
    },
  },
  {
    name: 'a user that is made',
    record: audit('Add user.', { ObjectId: 'bob@corp.example' }),
    becomes: { ...ALICE, class_uid: 3001, activity_name: 'Create', user: { name: 'bob@corp.example' } },
  },
  {
    name: 'mail that is read, of a table',
    record: {
      Type: 'OfficeActivity',
      TimeGenerated: '2024-01-02T03:04:05Z',
      OfficeId: 'e1',
      Operation: 'MailItemsAccessed',
      OfficeWorkload: 'Exchange',
      UserId: 'alice@corp.example',
      UserKey: 'k1',
      Client_IPAddress: '203.0.113.9',
      MailboxOwnerUPN: 'bob@corp.example',
    },
    becomes: {
      ...ALICE,
      class_uid: 6003,
      activity_name: 'Read',
      resources: [{ name: 'bob@corp.example', type: 'Mailbox' }],
    },
  },
  {
    name: 'a logon that is asked for more is no failure',
    record: audit('UserLoginFailed', {
      LogonError: 'UserStrongAuthClientAuthNRequiredInterrupt',
      ErrorNumber: '50074',
    }),
    becomes: { class_uid: 3002, status_id: 99, status_code: '50074' },
  },
  {
    name: 'a logon to a mailbox that fails',
    record: audit('MailboxLogin', { Workload: 'Exchange', ResultStatus: 'Failed' }),
    becomes: { class_uid: 3002, status: 'Failure' },
  },
  {
    name: 'a member of a group',
    record: audit('Remove member from group.', {
      ObjectId: 'bob@corp.example',
      ModifiedProperties: [
        { Name: 'Group.ObjectID', NewValue: '', OldValue: 'g1' },
        { Name: 'Group.DisplayName', NewValue: '', OldValue: 'Admins' },
      ],
    }),
    becomes: {
      ...ALICE,
      class_uid: 3006,
      activity_name: 'Remove User',
      user: { name: 'bob@corp.example' },
      group: { name: 'Admins', uid: 'g1' },
    },
  },
  {
    name: 'a member of a team is not who added it',
    record: audit('MemberAdded', {
      Workload: 'MicrosoftTeams',
      TeamName: 'Ops',
      TeamGuid: '19:t@thread',
      Members: [{ UPN: 'bob@corp.example', DisplayName: 'Bob' }],
    }),
    becomes: {
      ...ALICE,
      class_uid: 3006,
      activity_name: 'Add User',
      user: { name: 'bob@corp.example' },
      group: { name: 'Ops' },
    },
  },
  {
    name: 'a member of a group of a site',
    record: audit('AddedToGroup', {
      Workload: 'SharePoint',
      TargetUserOrGroupName: 'bob@corp.example',
      EventData: '<Group>Site Owners</Group>',
    }),
    becomes: {
      class_uid: 3006,
      activity_name: 'Add User',
      user: { name: 'bob@corp.example' },
      group: { name: 'Site Owners' },
    },
  },
  {
    name: 'a role',
    record: audit('Add member to role.', {
      ObjectId: 'bob@corp.example',
      ModifiedProperties: [{ Name: 'Role.DisplayName', NewValue: 'Company Administrator', OldValue: '' }],
    }),
    becomes: {
      ...ALICE,
      class_uid: 3005,
      activity_name: 'Assign Privileges',
      user: { name: 'bob@corp.example' },
      privileges: ['Company Administrator'],
    },
  },
  {
    name: 'a delegate of a mailbox',
    record: audit('Add-MailboxPermission', {
      Workload: 'Exchange',
      ObjectId: 'carol',
      Parameters: [
        { Name: 'Identity', Value: 'carol' },
        { Name: 'User', Value: 'bob@corp.example' },
        { Name: 'AccessRights', Value: 'FullAccess' },
      ],
    }),
    becomes: {
      ...ALICE,
      class_uid: 3005,
      activity_name: 'Assign Privileges',
      user: { name: 'bob@corp.example' },
      privileges: ['FullAccess'],
      resource: { name: 'carol' },
    },
  },
  {
    name: 'a member of a role group',
    record: audit('Add-RoleGroupMember', {
      Workload: 'Exchange',
      Parameters: [
        { Name: 'Identity', Value: 'Organization Management' },
        { Name: 'Member', Value: 'bob' },
      ],
    }),
    becomes: {
      class_uid: 3006,
      activity_name: 'Add User',
      group: { name: 'Organization Management' },
      user: { name: 'bob' },
    },
  },
  {
    name: 'malware in a file',
    record: audit('FileMalwareDetected', {
      Workload: 'OneDrive',
      ObjectId: 'https://corp.example/a/bad.exe',
      SourceFileName: 'bad.exe',
      VirusInfo: 'Trojan:Win32/Wacatac',
    }),
    becomes: {
      class_uid: 2004,
      activity_name: 'Create',
      finding_info: { title: 'Trojan:Win32/Wacatac' },
      evidences: [{ file: { name: 'bad.exe' } }],
    },
  },
  {
    name: 'a threat in mail that was delivered',
    record: audit('TIMailData', {
      Workload: 'ThreatIntelligence',
      UserId: 'ThreatIntel',
      Verdict: 'Phish',
      DeliveryAction: 'Delivered',
      NetworkMessageId: 'n1',
      P2Sender: 'm@evil.example',
      Recipients: ['bob@corp.example'],
      SenderIp: '192.0.2.7',
      Subject: 'Pay',
    }),
    becomes: {
      class_uid: 2004,
      disposition: 'Allowed',
      finding_info: { uid: 'n1', title: 'Phish' },
      evidences: [{ email: { from: 'm@evil.example', to: ['bob@corp.example'] }, src_endpoint: { ip: '192.0.2.7' } }],
    },
  },
  {
    name: 'a link that somebody followed',
    record: audit('TIUrlClickData', { Url: 'https://evil.example/a', UserIp: '192.0.2.7' }),
    becomes: {
      class_uid: 2004,
      evidences: [{ url: { url_string: 'https://evil.example/a' }, user: { name: 'alice@corp.example' } }],
    },
  },
  {
    name: 'protected data in a message',
    record: audit('DlpRuleMatch', {
      Workload: 'Exchange',
      UserId: 'DlpAgent',
      IncidentId: 'i1',
      PolicyDetails: [{ PolicyName: 'Cards', Rules: [{ RuleName: 'High volume', RuleId: 'r1', Severity: 'High' }] }],
      ExchangeMetaData: { From: 'bob@corp.example', To: ['m@evil.example'], Subject: 'cards' },
    }),
    becomes: {
      class_uid: 2006,
      activity_name: 'Create',
      severity: 'High',
      finding_info: { uid: 'i1', title: 'Cards', analytic: { name: 'High volume' } },
      actor: { user: { name: 'bob@corp.example' } },
    },
  },
  ...Object.entries({
    PageViewed: 'Read',
    PageViewedExtended: 'Read',
    ListItemDeleted: 'Delete',
    ListCreated: 'Create',
    'Set-Mailbox': 'Update',
    'Add delegated permission grant.': 'Create',
  }).map(([operation, activity_name]) => ({
    name: operation,
    record: audit(operation),
    becomes: { class_uid: 3004, activity_name },
  })),
  ...Object.entries({ FolderDeleted: 'Delete', SharingInvitationRevoked: 'Unshare', CompanyLinkUsed: 'Open' }).map(
    ([operation, activity_name]) => ({
      name: operation,
      record: audit(operation, { ObjectId: 'https://corp.example/a/b', ItemType: 'Folder' }),
      becomes: { class_uid: 6006, activity_name },
    }),
  ),
  {
    name: 'an alert',
    record: audit('AlertTriggered', {
      Name: 'Unusual volume of file deletion',
      Severity: 'High',
      Status: 'Active',
      AlertId: 'al1',
    }),
    becomes: {
      class_uid: 2004,
      severity: 'High',
      finding_info: { uid: 'al1', title: 'Unusual volume of file deletion' },
    },
  },
]

const hunting = (table: string, properties: Members): Members => ({
  time: '2024-01-02T03:04:06Z',
  tenantId: 't1',
  operationName: 'Publish',
  category: `AdvancedHunting-${table}`,
  properties: {
    Timestamp: '2024-01-02T03:04:05Z',
    DeviceName: 'pc-1',
    DeviceId: 'd1',
    ReportId: 7,
    InitiatingProcessFileName: 'cmd.exe',
    InitiatingProcessId: 41,
    InitiatingProcessFolderPath: 'c:\\windows\\system32\\cmd.exe',
    InitiatingProcessAccountName: 'alice',
    InitiatingProcessSHA256: 'a'.repeat(64),
    ...properties,
  },
})
const DEVICE = { time: TIME, device: { hostname: 'pc-1', uid: 'd1' }, cloud: { org: { uid: 't1' } } }
const TABLES: readonly Fixture[] = [
  {
    name: 'a process that starts',
    record: hunting('DeviceProcessEvents', {
      ActionType: 'ProcessCreated',
      FileName: 'a.exe',
      FolderPath: 'c:\\a.exe',
      ProcessId: 42,
      ProcessCommandLine: 'a.exe -x',
      SHA256: 'b'.repeat(64),
    }),
    becomes: {
      ...DEVICE,
      class_uid: 1007,
      activity_name: 'Launch',
      process: { name: 'a.exe', pid: 42, cmd_line: 'a.exe -x', parent_process: { name: 'cmd.exe', pid: 41 } },
      actor: { user: { name: 'alice' }, process: { name: 'cmd.exe' } },
    },
  },
  {
    name: 'a connection',
    record: hunting('DeviceNetworkEvents', {
      ActionType: 'ConnectionSuccess',
      RemoteIP: '203.0.113.9',
      RemotePort: 443,
      LocalIP: '10.0.0.5',
      Protocol: 'Tcp',
    }),
    becomes: {
      ...DEVICE,
      class_uid: 4001,
      activity_name: 'Open',
      status: 'Success',
      connection_info: { direction: 'Outbound' },
      dst_endpoint: { ip: '203.0.113.9', port: 443 },
    },
  },
  ...(
    [
      ['InboundConnectionAccepted', 'Inbound'],
      ['ConnectionFailed', 'Outbound'],
      ['ListeningConnectionCreated', 'Unknown'],
    ] as const
  ).map(([ActionType, direction]) => ({
    name: `who began: ${ActionType}`,
    record: hunting('DeviceNetworkEvents', { ActionType, RemoteIP: '203.0.113.9', Protocol: 'Tcp' }),
    becomes: { class_uid: 4001, connection_info: { direction } },
  })),
  {
    name: 'a file',
    record: hunting('DeviceFileEvents', { ActionType: 'FileCreated', FileName: 'a.txt', FolderPath: 'c:\\a.txt' }),
    becomes: { ...DEVICE, class_uid: 1001, activity_name: 'Create', file: { name: 'a.txt' } },
  },
  {
    name: 'a value of the registry',
    record: hunting('DeviceRegistryEvents', {
      ActionType: 'RegistryValueSet',
      RegistryKey: 'HKLM\\Run',
      RegistryValueName: 'a',
      RegistryValueData: 'b',
    }),
    becomes: { ...DEVICE, class_uid: 201_002, activity_name: 'Set', reg_value: { path: 'HKLM\\Run', name: 'a' } },
  },
  {
    name: 'a logon',
    record: hunting('DeviceLogonEvents', {
      ActionType: 'LogonFailed',
      AccountName: 'bob',
      LogonType: 'Network',
      RemoteIP: '203.0.113.9',
    }),
    becomes: { ...DEVICE, class_uid: 3002, status: 'Failure', user: { name: 'bob' }, logon_type: 'Network' },
  },
  {
    name: 'mail',
    record: hunting('EmailEvents', {
      SenderFromAddress: 'm@evil.example',
      RecipientEmailAddress: 'bob@corp.example',
      Subject: 'Pay',
      EmailDirection: 'Inbound',
      DeliveryAction: 'Blocked',
    }),
    becomes: {
      class_uid: 4009,
      activity_name: 'Receive',
      action: 'Denied',
      email: { from: 'm@evil.example', to: ['bob@corp.example'], subject: 'Pay' },
    },
  },
  {
    name: 'an alert',
    record: hunting('AlertInfo', {
      AlertId: 'al1',
      Title: 'Bad',
      Severity: 'High',
      AttackTechniques: '["Regsvr32 (T1218.010)"]',
    }),
    becomes: {
      class_uid: 2004,
      severity: 'High',
      finding_info: { uid: 'al1', title: 'Bad' },
      attacks: [{ technique: { uid: 'T1218.010', name: 'Regsvr32' } }],
    },
  },
  {
    name: 'an action in a cloud app, queried',
    record: {
      Timestamp: '2024-01-02T03:04:05Z',
      ActionType: 'MailItemsAccessed',
      Application: 'Microsoft Exchange Online',
      AccountDisplayName: 'Alice',
      IPAddress: '203.0.113.9',
      ReportId: 'r1',
      DeviceType: 'Other',
    },
    becomes: {
      class_uid: 6003,
      activity_name: 'Read',
      actor: { user: { name: 'Alice' } },
      src_endpoint: { ip: '203.0.113.9' },
    },
  },
]

const ALERTS: readonly Fixture[] = [
  {
    name: 'an alert of Microsoft Graph',
    record: {
      id: 'al1',
      tenantId: 't1',
      title: 'Password Spray',
      severity: 'high',
      status: 'new',
      serviceSource: 'microsoftDefenderForIdentity',
      createdDateTime: '2024-01-02T03:04:05Z',
      mitreTechniques: ['T1110.003'],
      evidence: [{ ipAddress: '203.0.113.9' }, { userAccount: { userPrincipalName: 'alice@corp.example' } }],
    },
    becomes: {
      class_uid: 2004,
      activity_name: 'Create',
      severity: 'High',
      finding_info: { uid: 'al1', title: 'Password Spray' },
      attacks: [{ technique: { uid: 'T1110.003' } }],
      actor: { user: { name: 'alice@corp.example' } },
      evidences: [{ src_endpoint: { ip: '203.0.113.9' } }],
    },
  },
  {
    name: 'an alert about several machines and a file',
    record: {
      id: 'al2',
      title: 'Lateral movement',
      severity: 'high',
      status: 'new',
      serviceSource: 'microsoftDefenderForEndpoint',
      createdDateTime: '2024-01-02T03:04:05Z',
      evidence: [
        { deviceDnsName: 'ws1.example.com' },
        { deviceDnsName: 'ws2.example.com' },
        { fileDetails: { fileName: 'a.exe', sha256: 'a'.repeat(64) } },
      ],
    },
    becomes: {
      class_uid: 2004,
      device: { hostname: 'ws1.example.com' },
      resources: [
        { name: 'ws1.example.com', type: 'host' },
        { name: 'ws2.example.com', type: 'host' },
      ],
      evidences: [{ file: { name: 'a.exe', hashes: [{ algorithm: 'SHA-256' }] } }],
    },
  },
]

const DEVICES: readonly Fixture[] = [
  {
    name: 'what an administrator changed',
    record: {
      category: 'AuditLogs',
      operationName: 'Create MobileApp',
      tenantId: 't1',
      time: '2024-01-02T03:04:05Z',
      resultType: 'Success',
      properties: { AuditEventId: 'e1', Actor: { UPN: 'alice@corp.example' }, TargetDisplayNames: ['tool.exe'] },
    },
    becomes: {
      class_uid: 3004,
      activity_name: 'Create',
      entity: { name: 'tool.exe' },
      actor: { user: { name: 'alice@corp.example' } },
    },
  },
  {
    name: 'a device that does not comply',
    record: {
      category: 'OperationalLogs',
      operationName: 'Compliance',
      time: '2024-01-02T03:04:05Z',
      properties: { IntuneDeviceId: 'd1', DeviceHostName: 'pc-1', AlertType: 'Managed Device Not Compliant' },
    },
    becomes: { class_uid: 5019, device: { hostname: 'pc-1', is_compliant: false } },
  },
]

const MESSAGES: readonly Fixture[] = [
  {
    name: 'a message that was not delivered',
    record: {
      MessageTraceId: 'm1',
      MessageId: '<1@corp.example>',
      Received: '2024-01-02T03:04:05.3612002',
      SenderAddress: 'm@evil.example',
      RecipientAddress: 'bob@corp.example',
      Subject: 'Pay',
      Status: 'Failed',
      FromIP: '203.0.113.9',
      Size: 10,
    },
    becomes: {
      class_uid: 4009,
      activity_name: 'Trace',
      status: 'Failure',
      src_endpoint: { ip: '203.0.113.9' },
      email: { size: 10 },
    },
  },
]

describe('audit', () => sourceTests(microsoft365Audit, AUDITS))
describe('advanced hunting', () => sourceTests(defender, TABLES))
describe('alerts', () => sourceTests(graphAlerts, ALERTS))
describe('Intune', () => sourceTests(intune, DEVICES))
describe('message trace', () => sourceTests(messageTrace, MESSAGES))

test("Sysmon's names lead to Defender's columns", () => {
  const record = hunting('DeviceProcessEvents', { ActionType: 'ProcessCreated' })
  const view = defender.viewOf(record)
  expect(view.paths('CommandLine')).toContainEqual({ path: ['properties', 'ProcessCommandLine'] })
  expect(view.paths('ParentImage')).toContainEqual({ path: ['properties', 'InitiatingProcessFolderPath'] })
  expect(defender.logSourceOf(record)).toMatchObject({ product: 'windows', categories: ['process_creation'] })
})

test('a key that is not available is nobody', () => {
  const event = microsoft365Audit.toOcsf(audit('Update user.', { UserKey: 'Not Available' }))
  expect(event).toMatchObject({ actor: { user: { name: 'alice@corp.example' } } })
  expect(event?.actor).not.toHaveProperty('user.uid')
})
