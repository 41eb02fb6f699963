/** The audit log (`Security`). Kinds are grouped as Microsoft groups its audit policy. */
import {
  account,
  accountDomain,
  always,
  basename,
  type Chapter,
  capture,
  first,
  guid,
  integer,
  ip,
  is,
  list,
  lookup,
  mac,
  type Profile,
  type Rows,
  sid,
  text,
} from '../../mapping/table.ts'
import { AUDIT, logOf, SUBJECT, TARGET, userAt } from './common.ts'
import { SECURITY_ECS } from './ecs.ts'
import {
  ACCOUNT,
  ACTING_PROCESS,
  ALLOWED,
  audit,
  BLOCKED,
  CALLER,
  CHECKED,
  CLIENT,
  COMPUTER_ACCOUNT,
  CREATED_PROCESS,
  DEVICE,
  DIRECTORY_OBJECT,
  entity,
  FAILURE,
  GROUP,
  INSTALLED_SERVICE,
  KERBEROS,
  KEY_STORE,
  knownEntity,
  LINKED_FILE,
  LOGON,
  LOGON_TYPE,
  MEMBER,
  OBJECT,
  PACKET,
  PORT,
  privileges,
  REGISTRY_VALUE,
  SECURITY_LOG,
  SHARE,
  TASK,
} from './security-blocks.ts'
import { sqlAudit } from './sql-audit.ts'

/** Rows of a session that ends or is paused. In the messages of these events the account is in the section Subject. */
const SIGNED_OFF: Rows = {
  'user.name': ['TargetUserName', 'SubjectUserName'],
  'user.uid': sid('TargetUserSid', 'SubjectUserSid'),
  'user.domain': ['TargetDomainName', 'SubjectDomainName'],
  'session.uid': ['TargetLogonId', 'SubjectLogonId'],
  'dst_endpoint.hostname': 'Computer',
}

const LOCKED_OUT: Rows = {
  'user.name': 'TargetUserName',
  'user.uid': sid('TargetSid', 'TargetUserSid'),
  'user.type_id': is('User'),
  'src_endpoint.hostname': 'TargetDomainName',
}

/** A request of a RADIUS client to the network policy server: the subject is the user who requests access. */
const NETWORK_POLICY: Rows = {
  // The name is as the client sent it, often with the domain.
  'user.name': account('SubjectUserName'),
  'user.uid': sid('SubjectUserSid'),
  'user.domain': first('SubjectDomainName', accountDomain('SubjectUserName')),
  'src_endpoint.uid': 'CallingStationID',
  'src_endpoint.mac': mac('CallingStationID'),
  'src_endpoint.ip': ip('CallingStationID'),
  'dst_endpoint.hostname': 'Computer',
  'service.name': always('Network Policy Server'),
  'session.uid': 'AccountSessionIdentifier',
  auth_protocol_id: lookup(
    'AuthenticationType',
    { PAP: 'PAP', CHAP: 'CHAP', 'MD5-CHAP': 'CHAP', EAP: 'EAP', PEAP: 'EAP' },
    'Other',
  ),
  status_code: text('ReasonCode'),
  status_detail: 'Reason',
}

const LOGONS: readonly Profile[] = [
  audit([6272, 6273, 6278], 'network access', {
    class: 'authentication',
    activity: 'Logon',
    rows: {
      ...NETWORK_POLICY,
      status_id: lookup('EventID', { 6272: 'Success', 6273: 'Failure', 6278: 'Success' }),
    },
  }),
  audit(4624, 'logon', { class: 'authentication', activity: 'Logon', rows: { ...LOGON, status_id: is('Success') } }),
  audit(4625, 'failed logon', {
    class: 'authentication',
    activity: 'Logon',
    rows: { ...LOGON, ...FAILURE, 'user.uid': sid('TargetUserSid'), status_id: is('Failure') },
  }),
  audit([4634, 4647], 'logoff', {
    class: 'authentication',
    activity: 'Logoff',
    rows: {
      ...SIGNED_OFF,
      logon_type_id: LOGON_TYPE,
    },
  }),
  audit(4648, 'logon with explicit credentials', {
    class: 'authentication',
    activity: 'Account Switch',
    rows: {
      ...LOGON,
      // The unnamed GUID is that of the session in which the credentials were entered.
      'session.uuid': guid('TargetLogonGuid'),
      'actor.session.uuid': guid('LogonGuid'),
      'dst_endpoint.hostname': ['TargetServerName', 'Computer'],
      account_switch_type_id: is('Substitute User'),
    },
  }),
  audit(4649, 'replay attack', {
    class: 'authentication',
    activity: 'Other',
    rows: { ...LOGON, severity_id: is('High') },
  }),
  // The end of the screen saver needs no password; unlocking the workstation does.
  audit([4800, 4802, 4803], 'workstation locked, screen saver', {
    class: 'authentication',
    activity: 'Other',
    rows: SIGNED_OFF,
  }),
  audit(4801, 'workstation unlocked', {
    class: 'authentication',
    activity: 'Logon',
    rows: { ...SIGNED_OFF, logon_type_id: is('Unlock') },
  }),
  // It accompanies the 4624 of the same logon, and only 4624 counts as the logon.
  audit(4627, 'groups of a logon', {
    class: 'authorize_session',
    activity: 'Assign Groups',
    rows: {
      ...SUBJECT,
      ...TARGET,
      'session.uid': 'TargetLogonId',
      'group.uid': capture('GroupMembership', /(S-1-[\d-]{1,180})/),
      'dst_endpoint.hostname': 'Computer',
    },
  }),
  audit([4768, 4820], 'ticket granting ticket', {
    class: 'authentication',
    activity: 'Authentication Ticket',
    rows: KERBEROS,
  }),
  audit([4769, 4773, 4821], 'service ticket', {
    class: 'authentication',
    activity: 'Service Ticket Request',
    rows: KERBEROS,
  }),
  audit(4770, 'service ticket renewed', { class: 'authentication', activity: 'Service Ticket Renew', rows: KERBEROS }),
  audit([4771, 4772, 4824], 'preauthentication failed', {
    class: 'authentication',
    activity: 'Preauth',
    rows: KERBEROS,
  }),
  audit([4776, 4777, 4822, 4823], 'NTLM credentials checked', {
    class: 'authentication',
    activity: 'Logon',
    rows: {
      ...TARGET,
      ...CLIENT,
      'dst_endpoint.hostname': 'Computer',
      auth_protocol_id: is('NTLM'),
      ...CHECKED,
    },
  }),
  audit([4774, 4775], 'account mapped for logon', {
    class: 'authentication',
    activity: 'Other',
    rows: {
      'user.name': ['MappingBy', 'ClientUserName'],
      'user.account.name': 'MappedName',
      'dst_endpoint.hostname': 'Computer',
    },
  }),
  audit([4778, 4779], 'session connected or disconnected', {
    class: 'rdp_activity',
    activity: lookup('EventID', { 4778: 'Reconnect', 4779: 'Disconnect' }),
    rows: {
      // Names from the event's message are tried after those of the event's own XML.
      'user.name': ['AccountName', 'SubjectUserName'],
      'user.domain': ['AccountDomain', 'SubjectDomainName'],
      'src_endpoint.hostname': 'ClientName',
      'src_endpoint.ip': ip('ClientAddress', 'IpAddress'),
      'dst_endpoint.hostname': 'Computer',
      'connection_info.session.uid': ['LogonID', 'SubjectLogonId'],
      'connection_info.session.terminal': 'SessionName',
      'connection_info.direction_id': is('Inbound'),
    },
  }),
  audit(4825, 'remote desktop refused', {
    class: 'authentication',
    activity: 'Logon',
    rows: {
      'user.name': 'AccountName',
      'user.domain': 'AccountDomain',
      'session.uid': 'LogonID',
      'src_endpoint.ip': ip('ClientAddress'),
      'dst_endpoint.hostname': 'Computer',
      logon_type_id: is('Remote Interactive'),
      status_id: is('Failure'),
    },
  }),
  audit(4672, 'special privileges assigned', {
    class: 'authorize_session',
    activity: 'Assign Privileges',
    rows: {
      'user.name': 'SubjectUserName',
      'user.uid': sid('SubjectUserSid'),
      'user.domain': 'SubjectDomainName',
      'session.uid': 'SubjectLogonId',
      ...privileges('PrivilegeList'),
    },
  }),
  audit(4964, 'special groups assigned', {
    class: 'authorize_session',
    activity: 'Assign Groups',
    rows: {
      ...SUBJECT,
      ...TARGET,
      'session.uid': 'TargetLogonId',
      'group.uid': capture('SidList', /(S-1-[\d-]{1,180})/),
    },
  }),
  audit(4703, 'token rights adjusted', {
    class: 'authorize_session',
    activity: lookup('EnabledPrivilegeList', {}, 'Assign Privileges', 'Other'),
    rows: {
      ...SUBJECT,
      ...TARGET,
      ...ACTING_PROCESS,
      'session.uid': 'TargetLogonId',
      privileges: list(['EnabledPrivilegeList', 'DisabledPrivilegeList']),
    },
  }),
]

const PROCESSES: readonly Profile[] = [
  audit(4688, 'process creation', {
    class: 'process_activity',
    activity: 'Launch',
    rows: CREATED_PROCESS,
    logSource: { categories: ['process_creation'] },
  }),
  audit(4689, 'process termination', {
    class: 'process_activity',
    activity: 'Terminate',
    rows: {
      ...SUBJECT,
      'process.name': basename('ProcessName'),
      'process.pid': integer('ProcessId'),
      'process.file.path': 'ProcessName',
      'process.file.name': basename('ProcessName'),
      'process.file.type_id': is('Unknown'),
      exit_code: integer('Status'),
    },
    logSource: { categories: ['process_termination'] },
  }),
  audit(4696, 'primary token assigned', {
    class: 'process_activity',
    activity: 'Set User ID',
    rows: {
      ...SUBJECT,
      ...ACTING_PROCESS,
      'process.name': basename('TargetProcessName'),
      'process.pid': integer('TargetProcessId'),
      'process.user.name': 'TargetUserName',
      'process.user.uid': sid('TargetUserSid'),
      'process.user.domain': 'TargetDomainName',
    },
  }),
  audit(4697, 'service installed', {
    class: 'windows_service_activity',
    activity: 'Create',
    rows: { ...SUBJECT, 'actor.process.pid': integer('ClientProcessId'), ...INSTALLED_SERVICE },
  }),
  audit(4698, 'task created', { class: 'scheduled_job_activity', activity: 'Create', rows: TASK }),
  audit(4699, 'task deleted', { class: 'scheduled_job_activity', activity: 'Delete', rows: TASK }),
  audit(4700, 'task enabled', { class: 'scheduled_job_activity', activity: 'Enable', rows: TASK }),
  audit(4701, 'task disabled', { class: 'scheduled_job_activity', activity: 'Disable', rows: TASK }),
  audit(4702, 'task updated', { class: 'scheduled_job_activity', activity: 'Update', rows: TASK }),
  audit([6416, 6419, 6420, 6421, 6422], 'external device', {
    class: 'peripheral_activity',
    activity: lookup('EventID', { 6416: 'Connect', 6419: 'Disable', 6420: 'Disable', 6421: 'Enable', 6422: 'Enable' }),
    rows: DEVICE,
  }),
  audit([6423, 6424], 'external device by policy', {
    class: 'peripheral_activity',
    activity: 'Connect',
    rows: {
      ...DEVICE,
      action_id: lookup('EventID', { 6423: 'Denied', 6424: 'Allowed' }),
      disposition_id: lookup('EventID', { 6423: 'Blocked', 6424: 'Allowed' }),
      status_id: lookup('EventID', { 6423: 'Failure', 6424: 'Success' }),
    },
  }),
]

const ACCOUNTS: readonly Profile[] = [
  ...(
    [
      [4720, 'created', 'Create'],
      [4722, 'enabled', 'Enable'],
      [4723, 'password change', 'Password Change'],
      [4794, 'DSRM password', 'Password Change'],
      [4724, 'password reset', 'Password Reset'],
      [4725, 'disabled', 'Disable'],
      [4726, 'deleted', 'Delete'],
      [4767, 'unlocked', 'Unlock'],
    ] as const
  ).map(([id, name, activity]) => audit(id, `account ${name}`, { class: 'account_change', activity, rows: ACCOUNT })),
  audit(4740, 'account locked', {
    class: 'account_change',
    activity: 'Lock',
    // The domain in these events is the computer from which the passwords were tried.
    rows: { ...SUBJECT, ...LOCKED_OUT },
  }),
  audit([4738, 4765, 4766, 4780], 'account changed', {
    class: 'account_change',
    activity: 'Other',
    rows: ACCOUNT,
  }),
  audit(4781, 'account renamed', {
    class: 'account_change',
    activity: 'Other',
    rows: {
      ...ACCOUNT,
      'user.name': 'OldTargetUserName',
      'user_result.name': 'NewTargetUserName',
      'user_result.uid': 'TargetSid',
    },
  }),
  audit(4741, 'computer created', { class: 'account_change', activity: 'Create', rows: COMPUTER_ACCOUNT }),
  audit(4742, 'computer changed', { class: 'account_change', activity: 'Other', rows: COMPUTER_ACCOUNT }),
  audit(4743, 'computer deleted', { class: 'account_change', activity: 'Delete', rows: COMPUTER_ACCOUNT }),
  audit([4727, 4731, 4744, 4749, 4754, 4759, 4783, 4790], 'group created', {
    class: 'group_management',
    activity: 'Create',
    rows: GROUP,
  }),
  audit([4730, 4734, 4748, 4753, 4758, 4763, 4789, 4792], 'group deleted', {
    class: 'group_management',
    activity: 'Delete',
    rows: GROUP,
  }),
  audit([4728, 4732, 4746, 4751, 4756, 4761, 4785], 'member added', {
    class: 'group_management',
    activity: 'Add User',
    rows: MEMBER,
  }),
  audit([4729, 4733, 4747, 4752, 4757, 4762, 4786], 'member removed', {
    class: 'group_management',
    activity: 'Remove User',
    rows: MEMBER,
  }),
  // A basic application group has a list of non-members, who are excluded even if another member includes them.
  audit([4787, 4788], 'non-member added or removed', {
    class: 'group_management',
    activity: 'Other',
    rows: MEMBER,
  }),
  audit([4735, 4737, 4745, 4750, 4755, 4760, 4764, 4784, 4791], 'group changed', {
    class: 'group_management',
    activity: 'Other',
    rows: GROUP,
  }),
  audit([4782, 4797], 'password of a user asked for', {
    class: 'entity_management',
    activity: 'Read',
    rows: knownEntity('User', 'TargetUserName'),
  }),
  audit(4798, 'groups of a user read', {
    class: 'entity_management',
    activity: 'Read',
    rows: { ...knownEntity('User', 'TargetUserName', 'TargetSid'), ...CALLER },
  }),
  audit(4799, 'members of a group read', {
    class: 'entity_management',
    activity: 'Read',
    rows: { ...knownEntity('Group', 'TargetUserName', 'TargetSid'), ...CALLER },
  }),
  audit(4704, 'user right assigned', {
    class: 'user_access',
    activity: 'Assign Privileges',
    rows: { ...SUBJECT, 'user.uid': 'TargetSid', ...privileges('PrivilegeList') },
  }),
  audit(4705, 'user right removed', {
    class: 'user_access',
    activity: 'Revoke Privileges',
    rows: { ...SUBJECT, 'user.uid': 'TargetSid', ...privileges('PrivilegeList') },
  }),
  audit(4717, 'system access granted', {
    class: 'user_access',
    activity: 'Assign Privileges',
    rows: { ...SUBJECT, 'user.uid': 'TargetSid', ...privileges('AccessGranted') },
  }),
  audit(4718, 'system access removed', {
    class: 'user_access',
    activity: 'Revoke Privileges',
    rows: { ...SUBJECT, 'user.uid': 'TargetSid', ...privileges('AccessRemoved') },
  }),
]

const OBJECTS: readonly Profile[] = [
  audit([4656, 4658, 4659, 4660, 4661, 4662, 4663, 4670, 4671, 4673, 4674, 4690, 4691], 'object access', {
    class: 'windows_resource_activity',
    activity: 'Access',
    rows: OBJECT,
  }),
  audit(4657, 'registry value changed', {
    class: 'registry_value_activity',
    activity: lookup('OperationType', { '%%1904': 'Set', '%%1905': 'Modify', '%%1906': 'Delete' }, 'Other'),
    rows: REGISTRY_VALUE,
  }),
  audit(4664, 'hard link', { class: 'file_activity', activity: 'Create', rows: LINKED_FILE }),
  audit([5140, 5168], 'share accessed', { class: 'smb_activity', activity: 'Other', rows: SHARE }),
  audit(5145, 'file of a share', {
    class: 'smb_activity',
    activity: 'File Open',
    rows: {
      ...SHARE,
      'file.path': 'RelativeTargetName',
      'file.name': basename('RelativeTargetName'),
      'file.type_id': is('Unknown'),
    },
  }),
  audit(5142, 'share created', {
    class: 'entity_management',
    activity: 'Create',
    rows: entity('Share', 'ShareName', 'ShareLocalPath'),
  }),
  audit(5143, 'share changed', {
    class: 'entity_management',
    activity: 'Update',
    rows: entity('Share', 'ShareName', 'ShareLocalPath'),
  }),
  audit(5144, 'share deleted', {
    class: 'entity_management',
    activity: 'Delete',
    rows: entity('Share', 'ShareName', 'ShareLocalPath'),
  }),
  audit(5136, 'directory object changed', { class: 'entity_management', activity: 'Update', rows: DIRECTORY_OBJECT }),
  audit(5137, 'directory object created', { class: 'entity_management', activity: 'Create', rows: DIRECTORY_OBJECT }),
  audit(5138, 'directory object restored', { class: 'entity_management', activity: 'Create', rows: DIRECTORY_OBJECT }),
  audit(5139, 'directory object moved', { class: 'entity_management', activity: 'Move', rows: DIRECTORY_OBJECT }),
  audit(5141, 'directory object deleted', { class: 'entity_management', activity: 'Delete', rows: DIRECTORY_OBJECT }),
  audit([5376, 5377, 5379, 5381, 5382], 'credentials read', {
    class: 'entity_management',
    // 5377 restores a backup over the present credentials.
    activity: lookup('EventID', { 5377: 'Update' }, 'Read'),
    rows: {
      ...entity('Credential', ['TargetName', 'Resource', 'BackupFileName', 'SchemaFriendlyName', 'SubjectUserName']),
      'actor.process.pid': integer('ClientProcessId'),
    },
  }),
  audit([5056, 5058, 5059, 5061], 'key store', {
    class: 'windows_resource_activity',
    activity: 'Access',
    rows: KEY_STORE,
  }),
  audit([4692, 4693, 4694, 4695], 'data protection', {
    class: 'entity_management',
    activity: 'Read',
    rows: { ...entity('Master key', ['MasterKeyId', 'DataDescription']), status_code: text('FailureReason') },
  }),
  audit([4886, 4887, 4888], 'certificate asked for', {
    class: 'entity_management',
    activity: lookup('EventID', { 4887: 'Create', 4888: 'Create' }, 'Other'),
    rows: {
      ...entity('Certificate', ['Subject', 'RequestId'], 'RequestId'),
      ...userAt('actor.user', 'Requester'),
      status_id: lookup('EventID', { 4888: 'Failure' }, 'Success'),
      comment: 'Attributes',
    },
  }),
  audit([5888, 5889, 5890], 'COM+ catalog', {
    class: 'entity_management',
    activity: lookup('EventID', { 5888: 'Update', 5889: 'Delete', 5890: 'Create' }),
    rows: entity('COM+ object', 'ObjectCollectionName'),
  }),
]

const NETWORK: readonly Profile[] = [
  audit([5150, 5151, 5152, 5153, 5157], 'packet or connection blocked', {
    class: 'network_activity',
    activity: 'Refuse',
    rows: { ...PACKET, ...BLOCKED },
    logSource: { categories: ['firewall'] },
  }),
  audit(5159, 'bind blocked', {
    class: 'network_activity',
    activity: 'Refuse',
    rows: { ...PORT, ...BLOCKED },
    logSource: { categories: ['firewall'] },
  }),
  audit(5154, 'listening', { class: 'network_activity', activity: 'Listen', rows: { ...PORT, ...ALLOWED } }),
  audit(5155, 'listening blocked', { class: 'network_activity', activity: 'Listen', rows: { ...PORT, ...BLOCKED } }),
  audit(5156, 'connection allowed', {
    class: 'network_activity',
    activity: 'Open',
    rows: { ...PACKET, ...ALLOWED },
    logSource: { categories: ['firewall', 'network_connection'] },
  }),
  audit(5158, 'bound to a port', { class: 'network_activity', activity: 'Other', rows: { ...PORT, ...ALLOWED } }),
  audit(5031, 'application blocked', {
    class: 'network_activity',
    activity: 'Refuse',
    // The machine is the connection's destination.
    rows: {
      'dst_endpoint.hostname': 'Computer',
      app_name: 'Application',
      'connection_info.direction_id': is('Inbound'),
      ...BLOCKED,
    },
  }),
]

const policy = { class: 'device_config_state_change', activity: 'Log' } as const

const POLICIES: readonly Profile[] = [
  audit([4719, 4817, 4902, 4906, 4907, 4912], 'audit policy', { ...policy, rows: { ...SUBJECT, ...ACTING_PROCESS } }),
  audit([4616, 4713, 4714, 4715, 4739, 4826], 'system policy', {
    ...policy,
    rows: { ...SUBJECT, ...ACTING_PROCESS },
  }),
  audit(4706, 'trust created', {
    class: 'entity_management',
    activity: 'Create',
    rows: entity('Domain trust', 'DomainName', 'DomainSid'),
  }),
  audit(4707, 'trust removed', {
    class: 'entity_management',
    activity: 'Delete',
    rows: entity('Domain trust', 'DomainName', 'DomainSid'),
  }),
  audit(4716, 'trust changed', {
    class: 'entity_management',
    activity: 'Update',
    rows: entity('Domain trust', 'DomainName', 'DomainSid'),
  }),
  audit([4865, 4866, 4867], 'forest trust', {
    class: 'entity_management',
    activity: lookup('EventID', { 4865: 'Create', 4866: 'Delete', 4867: 'Update' }),
    rows: entity('Forest trust', ['ForestRoot', 'DnsName'], 'DomainSid'),
  }),
  audit([4946, 4947, 4948, 4953, 4957, 4958], 'firewall rule', {
    class: 'entity_management',
    activity: lookup('EventID', { 4946: 'Create', 4947: 'Update', 4948: 'Delete' }, 'Other'),
    rows: {
      'entity.name': ['RuleName', 'RuleId'],
      'entity.uid': 'RuleId',
      'entity.type_id': is('Policy'),
    },
    logSource: { categories: ['firewall'] },
  }),
  audit(4945, 'firewall rule listed', {
    class: 'entity_management',
    activity: 'Read',
    rows: {
      'entity.name': ['RuleName', 'RuleId'],
      'entity.uid': 'RuleId',
      'entity.type_id': is('Policy'),
    },
  }),
  audit([4944, 4949, 4950, 4951, 4952, 4954, 4956, 5027, 5028, 5029, 5030, 5032, 5035, 5037], 'firewall state', policy),
  audit([5024, 5025, 5033, 5034], 'firewall started or stopped', {
    class: 'application_lifecycle',
    activity: lookup('EventID', { 5024: 'Start', 5025: 'Stop', 5033: 'Start', 5034: 'Stop' }),
    rows: { 'app.name': always('Windows Firewall'), 'app.vendor_name': is('Microsoft') },
  }),
  audit([5440, 5441, 5442, 5443, 5444, 5446, 5447, 5448, 5449, 5450], 'filtering platform', {
    ...policy,
    rows: {
      ...userAt('actor.user', 'UserName'),
      'actor.user.uid': 'UserSid',
      'actor.process.pid': integer('ProcessId'),
    },
  }),
  audit([5120, 5121, 5122, 5123, 5124, 5125, 5126, 5127], 'OCSP responder', { ...policy, rows: SUBJECT }),
]

const LOG_ITSELF: readonly Profile[] = [
  ...(
    [
      [1100, 'stopped', 'Stop'],
      [1101, 'events dropped', 'Other'],
      [1102, 'cleared', 'Clear'],
      [1104, 'full', 'Other'],
      [1105, 'archived', 'Archive'],
      [1108, 'error', 'Other'],
    ] as const
  ).map(([id, name, activity]) =>
    audit(id, `log ${name}`, {
      class: 'event_log_actvity',
      activity,
      rows: { ...SUBJECT, log_name: is('Security'), log_type_id: is('OS') },
    }),
  ),
  audit([4904, 4905], 'event source', {
    class: 'event_log_actvity',
    activity: lookup('EventID', { 4904: 'Enable', 4905: 'Disable' }),
    rows: { ...SUBJECT, ...ACTING_PROCESS, log_name: is('Security'), log_provider: 'AuditSourceName' },
  }),
  audit([4608, 4609], 'system start or stop', {
    class: 'application_lifecycle',
    activity: lookup('EventID', { 4608: 'Start', 4609: 'Stop' }),
    rows: { 'app.name': always('Windows'), 'app.vendor_name': is('Microsoft') },
  }),
  audit([4610, 4611, 4614, 4622], 'security package loaded', {
    class: 'entity_management',
    activity: 'Enable',
    rows: entity('Security package', [
      'AuthenticationPackageName',
      'LogonProcessName',
      'NotificationPackageName',
      'SecurityPackageName',
    ]),
  }),
  audit([4928, 4929, 4930, 4931, 4932, 4933, 4934, 4935, 4936, 4937], 'replication', {
    class: 'base_event',
    activity: 'Other',
    unclassified: 'OCSF has no class for the replication of a directory',
    rows: { status_code: text('StatusCode', 'AuditStatusCode') },
  }),
  audit([4985, 5051], 'transaction', {
    class: 'base_event',
    activity: 'Other',
    unclassified: 'the state of a transaction is no activity of OCSF',
    rows: { ...SUBJECT, ...ACTING_PROCESS },
  }),
  audit(8222, 'shadow copy', {
    class: 'entity_management',
    activity: 'Create',
    rows: {
      'actor.user.uid': 'UserID',
      'entity.name': first(text('ShadowDevice'), text('Provider_Name')),
      'entity.type': is('Shadow copy'),
      'entity.type_id': is('Other'),
    },
  }),
  {
    name: 'other',
    when: { Channel: SECURITY_LOG },
    class: 'base_event',
    activity: 'Other',
    unclassified: 'an audit event that has no profile',
    rows: SUBJECT,
  },
]

export const SECURITY: Chapter = {
  name: 'security',
  logSource: { service: 'security' },
  // Rules for Sysmon's categories also cover the audit log's own events of these kinds.
  aliases: {
    Image: ['NewProcessName', 'Application', 'ProcessName'],
    ParentImage: 'ParentProcessName',
    User: 'SubjectUserName',
    LogonId: 'SubjectLogonId',
    IntegrityLevel: 'MandatoryLabel',
    SourceIp: 'SourceAddress',
    DestinationIp: 'DestAddress',
    DestinationPort: 'DestPort',
    TargetObject: 'ObjectName',
    Details: 'NewValue',
    ...SECURITY_ECS,
  },
  rows: { ...logOf('Security'), 'metadata.product.name': is('Windows Security'), ...AUDIT },
  profiles: [
    ...sqlAudit('Security'),
    ...LOGONS,
    ...PROCESSES,
    ...ACCOUNTS,
    ...OBJECTS,
    ...NETWORK,
    ...POLICIES,
    ...LOG_ITSELF,
  ],
}
