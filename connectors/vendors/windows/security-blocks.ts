/** Building blocks for rows of the audit log. Field names: Microsoft's reference of audit events. */
import {
  account,
  basename,
  capture,
  fileAt,
  first,
  guid,
  integer,
  inXml,
  ip,
  is,
  list,
  lookup,
  type Profile,
  type Rows,
  sid,
  text,
} from '../../mapping/table.ts'
import { AUDIT_STATUS, processAt, SUBJECT, TARGET } from './common.ts'

export const SECURITY_LOG = 'Security'

type Ids = number | readonly number[]

/** Events of the audit log; the acting subject is known in most of them. */
export function audit(ids: Ids, name: string, of: Omit<Profile, 'name' | 'when'>): Profile {
  return { name: `${[ids].flat().join(',')} ${name}`, when: { Channel: SECURITY_LOG, EventID: ids }, ...of }
}

/** Some shippers confuse `ProcessId` with the header's `ProcessID` and lose it; the message still contains it. */
const processId = (words: string) =>
  first(integer('ProcessId'), capture('Message', new RegExp(`\\s${words}:\\s*(0x[0-9a-fA-F]{1,8})`), 'integer'))

export const ACTING_PROCESS: Rows = {
  ...processAt('actor.process', 'ProcessName', 'ProcessId'),
  'actor.process.pid': processId('Process ID'),
}

export const CALLER: Rows = processAt('actor.process', 'CallerProcessName', 'CallerProcessId')

/** The source of the request; the address of the machine itself is written as `-`. */
export const CLIENT: Rows = {
  'src_endpoint.ip': ip('IpAddress'),
  'src_endpoint.port': integer('IpPort'),
  'src_endpoint.hostname': ['WorkstationName', 'Workstation'],
}

const NTSTATUS: Readonly<Record<string, string>> = {
  '0xc000005e': 'No logon servers available',
  '0xc0000064': 'User name does not exist',
  '0xc000006a': 'Wrong password',
  '0xc000006d': 'Bad user name or password',
  '0xc000006e': 'Account restriction',
  '0xc000006f': 'Outside authorized hours',
  '0xc0000070': 'Unauthorized workstation',
  '0xc0000071': 'Password expired',
  '0xc0000072': 'Account disabled',
  '0xc00000dc': 'Server in wrong state',
  '0xc0000133': 'Clocks too far apart',
  '0xc000015b': 'Logon type not granted',
  '0xc000018c': 'Trust failure',
  '0xc0000192': 'Netlogon not started',
  '0xc0000193': 'Account expired',
  '0xc0000224': 'Password must change',
  '0xc0000225': 'Windows bug, no risk',
  '0xc0000234': 'Account locked out',
  '0xc00002ee': 'Error during logon',
  '0xc0000413': 'Machine not allowed to authenticate',
}

/** A substatus of zero has no meaning; then the status is the reason. */
export const FAILURE: Rows = {
  status_code: first(capture('SubStatus', /^(0x0{0,8}[1-9a-f][0-9a-f]{0,7})$/i), text('Status', 'SubStatus')),
  status_detail: first(lookup('SubStatus', NTSTATUS), lookup('Status', NTSTATUS), text('FailureReason')),
}

const PROTOCOLS = {
  NTLM: 'NTLM',
  NtLmSsp: 'NTLM',
  MICROSOFT_AUTHENTICATION_PACKAGE_V1_0: 'NTLM',
  Kerberos: 'Kerberos',
  Negotiate: 'Other',
  WDigest: 'Digest',
}

/** Windows' numbers are those of OCSF, except zero: Windows uses it for the system at its start, OCSF for unknown. */
export const LOGON_TYPE = lookup(
  'LogonType',
  {
    0: 'System',
    2: 'Interactive',
    3: 'Network',
    4: 'Batch',
    5: 'OS Service',
    7: 'Unlock',
    8: 'Network Cleartext',
    9: 'New Credentials',
    10: 'Remote Interactive',
    11: 'Cached Interactive',
    12: 'Cached Remote Interactive',
    13: 'Cached Unlock',
  },
  'Other',
)

export const LOGON: Rows = {
  ...SUBJECT,
  ...TARGET,
  ...CLIENT,
  'dst_endpoint.hostname': 'Computer',
  'session.uid': 'TargetLogonId',
  'session.uuid': guid('LogonGuid'),
  logon_type_id: LOGON_TYPE,
  auth_protocol_id: lookup('AuthenticationPackageName', PROTOCOLS, 'Other'),
  is_remote: lookup('LogonType', {
    ...{ 0: false, 2: false, 4: false, 5: false, 7: false, 9: false, 11: false, 13: false },
    ...{ 3: true, 8: true, 10: true, 12: true },
  }),
  // The process that requested the logon, which is not the acting one.
  ...processAt('logon_process', 'ProcessName', 'ProcessId'),
  'logon_process.pid': processId('Process ID'),
}

/** Shippers that remove the keywords of the audit log keep the code, of which only zero means success. */
export const CHECKED: Rows = {
  status_id: first(AUDIT_STATUS, lookup('Status', { '0x0': 'Success', 0: 'Success' }, 'Failure')),
  status_code: text('Status'),
}

/** Audit event 4768 and similar ones: the service is the ticket's target, the network address its client. */
export const KERBEROS: Rows = {
  ...TARGET,
  ...CLIENT,
  'dst_endpoint.hostname': 'Computer',
  'service.name': 'ServiceName',
  'service.uid': 'ServiceSid',
  'session.uuid': guid('LogonGuid'),
  auth_protocol_id: is('Kerberos'),
  ...CHECKED,
  'authentication_token.kerberos_flags': text('TicketOptions'),
  'authentication_token.encryption_details.type': text('TicketEncryptionType'),
  'authentication_token.encryption_details.algorithm_id': lookup(
    'TicketEncryptionType',
    { '0x1': 'DES', '0x3': 'DES', '0x11': 'AES', '0x12': 'AES' },
    'Other',
  ),
}

export const ACCOUNT: Rows = { ...SUBJECT, ...TARGET, 'user.type_id': is('User') }
export const COMPUTER_ACCOUNT: Rows = {
  ...SUBJECT,
  ...TARGET,
  'user.type_id': is('Other'),
  'user.type': is('Computer'),
}

export const GROUP: Rows = {
  ...SUBJECT,
  'group.name': 'TargetUserName',
  'group.uid': ['TargetSid', 'TargetUserSid'],
  'group.domain': 'TargetDomainName',
}
/** The member is written as a distinguished name, in messages also as an account; `-` when only the SID is known. */
export const MEMBER: Rows = {
  ...GROUP,
  'user.name': first(capture('MemberName', /^CN=((?:[^,\\]|\\.){1,256})/i), account('MemberName')),
  'user.domain': capture('MemberName', /^([^=,\\]{1,64})\\/),
  'user.ldap_person.ldap_dn': capture('MemberName', /^(CN=.{1,1024})/i),
  'user.uid': sid('MemberSid'),
}

const OBJECT_TYPES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'Directory',
    'Event',
    'Timer',
    'Device',
    'Mutant',
    'File',
    'Token',
    'Thread',
    'Section',
    'WindowStation',
    'DebugObject',
    'FilterCommunicationPort',
    'Driver',
    'IoCompletion',
    'SymbolicLink',
    'WmiGuid',
    'Process',
    'Desktop',
    'KeyedEvent',
    'Key',
    'Callback',
    'Semaphore',
    'Job',
    'Port',
    'FilterConnectionPort',
    'ALPC Port',
    'SAM_ALIAS',
    'SAM_GROUP',
    'SAM_USER',
    'SAM_DOMAIN',
    'SAM_SERVER',
  ].map((name) => [name, name]),
)

export const OBJECT: Rows = {
  ...SUBJECT,
  ...ACTING_PROCESS,
  'win_resource.name': ['ObjectName', 'Service', 'ObjectServer'],
  'win_resource.uid': ['HandleId', 'SourceHandleId'],
  'win_resource.type_id': lookup('ObjectType', OBJECT_TYPES, 'Other', 'Unknown'),
  'win_resource.svc_name': 'ObjectServer',
  'win_resource.details': ['AccessList', 'PrivilegeList', 'OperationType'],
}

export const SHARE: Rows = {
  ...SUBJECT,
  'src_endpoint.ip': ip('IpAddress'),
  'src_endpoint.port': integer('IpPort'),
  'dst_endpoint.hostname': 'Computer',
  share: 'ShareName',
  share_type_id: lookup('ObjectType', { File: 'File', Directory: 'File' }, 'Other'),
}

/** The filtering platform writes protocols by number. */
const PROTOCOL_NAMES = { 1: 'icmp', 2: 'igmp', 6: 'tcp', 17: 'udp', 47: 'gre', 50: 'esp', 58: 'ipv6-icmp' }

/**
 * The source is the sender: for inbound packets this is the remote end, so the machine's own name is only in `device`.
 */
export const PACKET: Rows = {
  ...processAt('actor.process', 'Application', 'ProcessId'),
  'actor.process.pid': integer('ProcessId', 'ProcessID'),
  'src_endpoint.ip': ip('SourceAddress', 'IpAddress'),
  'src_endpoint.port': integer('SourcePort', 'IpPort'),
  'dst_endpoint.ip': ip('DestAddress'),
  'dst_endpoint.port': integer('DestPort'),
  'connection_info.protocol_num': integer('Protocol'),
  'connection_info.protocol_name': lookup('Protocol', PROTOCOL_NAMES),
  'connection_info.direction_id': lookup(
    'Direction',
    { '%%14592': 'Inbound', '%%14593': 'Outbound', Inbound: 'Inbound', Outbound: 'Outbound' },
    'Unknown',
    'Unknown',
  ),
}

/** For a port that a process binds, the source is the machine itself. */
export const PORT: Rows = { ...PACKET, 'src_endpoint.hostname': 'Computer' }

export const ALLOWED: Rows = { action_id: is('Allowed'), disposition_id: is('Allowed') }
/**
 * A blocked packet is a firewall's normal work, not a failed audit: `pfirewall.log` reports it at the same severity.
 */
export const BLOCKED: Rows = {
  action_id: is('Denied'),
  disposition_id: is('Blocked'),
  severity_id: is('Informational'),
}

export const TASK: Rows = {
  ...SUBJECT,
  'actor.process.pid': integer('ClientProcessId'),
  'job.name': 'TaskName',
  'job.cmd_line': inXml(['TaskContent', 'TaskContentNew'], ['Actions/Exec/Command', 'Actions/Exec/Arguments']),
}

export const DIRECTORY_OBJECT: Rows = {
  ...SUBJECT,
  'entity.name': ['ObjectDN', 'NewObjectDN', 'OldObjectDN'],
  'entity.uid': guid('ObjectGUID'),
  'entity.type': 'ObjectClass',
  'metadata.correlation_uid': guid('OpCorrelationID'),
}

export const KEY_STORE: Rows = {
  ...SUBJECT,
  'actor.process.pid': integer('ClientProcessId', 'ProcessId'),
  'win_resource.name': ['KeyName', 'Module'],
  'win_resource.type': ['KeyType', 'ProviderName'],
  'win_resource.type_id': is('Other'),
  'win_resource.svc_name': 'ProviderName',
  'win_resource.details': 'Operation',
  status_code: text('ReturnCode'),
}

/** An entity of a type for which OCSF has no number. */
export const entity = (type: string, name: string | readonly string[], uid?: string): Rows => ({
  ...knownEntity('Other', name, uid),
  'entity.type': is(type),
})

/** `type` is a caption of `entity.type_id`. */
export const knownEntity = (type: string, name: string | readonly string[], uid?: string): Rows => ({
  ...SUBJECT,
  'entity.name': name,
  ...(uid === undefined ? {} : { 'entity.uid': uid }),
  'entity.type_id': is(type),
})

export const privileges = (...fields: string[]): Rows => ({ privileges: list(fields) })

export const STARTED_BY: Rows = {
  ...processAt('process.parent_process', 'ParentProcessName', 'ProcessId'),
  'process.parent_process.pid': processId('Creator Process ID'),
}

export const CREATED_PROCESS: Rows = {
  ...SUBJECT,
  ...processAt('process', 'NewProcessName', 'NewProcessId'),
  ...STARTED_BY,
  'process.cmd_line': ['CommandLine', 'ProcessCommandLine'],
  'process.user.name': 'TargetUserName',
  'process.user.uid': sid('TargetUserSid'),
  'process.user.domain': 'TargetDomainName',
  'process.session.uid': 'TargetLogonId',
  'process.integrity_id': lookup(
    'MandatoryLabel',
    {
      'S-1-16-0': 'Untrusted',
      'S-1-16-4096': 'Low',
      'S-1-16-8192': 'Medium',
      'S-1-16-8448': 'Medium',
      'S-1-16-12288': 'High',
      'S-1-16-16384': 'System',
      'S-1-16-20480': 'Protected',
    },
    'Other',
  ),
}

export const REGISTRY_VALUE: Rows = {
  ...SUBJECT,
  ...ACTING_PROCESS,
  'reg_value.path': 'ObjectName',
  'reg_value.name': 'ObjectValueName',
  'reg_value.reg_string_data': text('NewValue'),
  'reg_value.type_id': lookup(
    'NewValueType',
    {
      '%%1872': 'REG_NONE',
      '%%1873': 'REG_SZ',
      '%%1874': 'REG_EXPAND_SZ',
      '%%1875': 'REG_BINARY',
      '%%1876': 'REG_DWORD',
      '%%1879': 'REG_MULTI_SZ',
      '%%1883': 'REG_QWORD',
    },
    'Other',
  ),
}

export const INSTALLED_SERVICE: Rows = {
  'win_service.name': 'ServiceName',
  'win_service.cmd_line': ['ServiceFileName', 'ImagePath'],
  'win_service.service_start_name': ['ServiceAccount', 'AccountName'],
  'win_service.service_type_id': lookup(
    'ServiceType',
    {
      '0x1': 'Kernel Driver',
      '0x00000001': 'Kernel Driver',
      'kernel mode driver': 'Kernel Driver',
      '0x2': 'File System Driver',
      '0x00000002': 'File System Driver',
      'file system driver': 'File System Driver',
      '0x10': 'Own Process',
      '0x00000010': 'Own Process',
      'user mode service': 'Own Process',
      '0x20': 'Share Process',
      '0x00000020': 'Share Process',
    },
    'Other',
  ),
  'win_service.service_start_type_id': lookup(
    ['ServiceStartType', 'StartType'],
    {
      0: 'Boot',
      1: 'System',
      2: 'Auto',
      3: 'Demand',
      4: 'Disabled',
      'boot start': 'Boot',
      'system start': 'System',
      'auto start': 'Auto',
      'demand start': 'Demand',
      disabled: 'Disabled',
    },
    'Other',
  ),
}

export const DEVICE: Rows = {
  ...SUBJECT,
  'peripheral_device.name': ['DeviceDescription', 'DeviceId'],
  'peripheral_device.uid': 'DeviceId',
  'peripheral_device.class': 'ClassName',
  'peripheral_device.type_id': is('Other'),
}

export const LINKED_FILE: Rows = {
  ...SUBJECT,
  ...fileAt('file', 'FileName'),
  'file_result.path': 'LinkName',
  'file_result.name': basename('LinkName'),
  'file_result.type_id': is('Unknown'),
}
