/**
 * Events of each log as shippers spell them, with their expected results. Invented; names and numbers are fictitious.
 */
import type { Members } from '../../../platform/members.ts'
import type { Fixture } from '../../mapping/source-tests.ts'

const sysmon = (EventID: number, data: Members): Members => ({
  Channel: 'Microsoft-Windows-Sysmon/Operational',
  EventID,
  SourceName: 'Microsoft-Windows-Sysmon',
  Hostname: 'pc-1.corp.example',
  Level: '4',
  TimeCreated: '2024-01-02T03:04:05.678Z',
  RecordNumber: 17,
  ...data,
})
const security = (EventID: number, data: Members): Members => ({
  Event: {
    System: {
      Provider: { '#attributes': { Name: 'Microsoft-Windows-Security-Auditing' } },
      EventID,
      Level: 0,
      Keywords: '0x8020000000000000',
      TimeCreated: { '#attributes': { SystemTime: '2024-01-02T03:04:05.678901Z' } },
      EventRecordID: 42,
      Channel: 'Security',
      Computer: 'dc-1.corp.example',
    },
    EventData: data,
  },
})
const beats = (log: string, id: number, data: Members): Members => ({
  '@timestamp': '2024-01-02T03:04:05.678Z',
  log_name: log,
  event_id: id,
  source_name: log.split('/')[0],
  computer_name: 'pc-2.corp.example',
  level: 'Information',
  record_number: '9',
  event_data: data,
})
const TIME = Date.UTC(2024, 0, 2, 3, 4, 5, 678)
const SUBJECT = {
  SubjectUserSid: 'S-1-5-21-1-500',
  SubjectUserName: 'alice',
  SubjectDomainName: 'CORP',
  SubjectLogonId: '0x3e7',
}
const ALICE = { user: { name: 'alice', uid: 'S-1-5-21-1-500', domain: 'CORP' }, session: { uid: '0x3e7' } }
const PROCESS = {
  ProcessGuid: '{11111111-2222-3333-4444-555555555555}',
  ProcessId: '4242',
  Image: 'C:\\Tools\\a.exe',
  User: 'CORP\\alice',
}

const BOB = { TargetUserSid: 'S-1-5-21-1-7', TargetUserName: 'bob', TargetDomainName: 'CORP', TargetLogonId: '0x9' }
const SCM = 'Service Control Manager'
const system = (provider: string, EventID: number, data: Members): Members => ({
  ...beats('System', EventID, data),
  source_name: provider,
})
const defender = (EventID: number, data: Members): Members =>
  beats('Microsoft-Windows-Windows Defender/Operational', EventID, data)
const message = (EventCode: number, Message: string): Members => ({
  LogName: 'Security',
  EventCode,
  ComputerName: 'dc-1.corp.example',
  TimeCreated: '2024-01-02T03:04:05Z',
  Message,
})
const PACKET = {
  ProcessID: '4',
  Protocol: '6',
  SourceAddress: '10.0.0.9',
  SourcePort: '50123',
  DestAddress: '10.0.0.5',
}

/** Events whose names and numbers have another meaning than in similar events. */
const MEANINGS: readonly Fixture[] = [
  {
    name: 'a failed logon whose substatus is zero has its reason in the status',
    record: security(4625, { ...BOB, LogonType: '3', Status: '0xc000015b', SubStatus: '0x0' }),
    becomes: { status_code: '0xc000015b', status_detail: 'Logon type not granted' },
  },
  {
    name: 'a failed logon with a substatus',
    record: security(4625, { ...BOB, LogonType: '3', Status: '0xc000006d', SubStatus: '0xc0000064' }),
    becomes: { status_code: '0xc0000064', status_detail: 'User name does not exist' },
  },
  {
    name: 'the logon of the system at its start',
    record: security(4624, { ...BOB, LogonType: '0' }),
    becomes: { logon_type_id: 1, logon_type: 'System', is_remote: false },
  },
  {
    name: 'a remote logon with cached credentials',
    record: security(4624, { ...BOB, LogonType: '12' }),
    becomes: { logon_type: 'Cached Remote Interactive', is_remote: true },
  },
  {
    name: 'credentials given in one session for another',
    record: security(4648, {
      ...SUBJECT,
      LogonGuid: '{11111111-2222-3333-4444-555555555555}',
      TargetUserName: 'bob',
      TargetLogonGuid: '{66666666-7777-8888-9999-aaaaaaaaaaaa}',
    }),
    becomes: {
      actor: { user: { name: 'alice' }, session: { uid: '0x3e7', uuid: '11111111-2222-3333-4444-555555555555' } },
      user: { name: 'bob' },
      session: { uuid: '66666666-7777-8888-9999-aaaaaaaaaaaa' },
    },
  },
  {
    name: 'the groups of a logon are not a second logon',
    record: security(4627, {
      ...SUBJECT,
      ...BOB,
      LogonType: '3',
      GroupMembership: '\n\t\t%{S-1-1-0}\n\t\t%{S-1-5-11}',
    }),
    becomes: { class_uid: 3003, activity_name: 'Assign Groups', user: { name: 'bob' }, group: { uid: 'S-1-1-0' } },
  },
  {
    name: 'a screen saver that ends',
    record: security(4803, BOB),
    becomes: { class_uid: 3002, activity_name: 'Other', user: { name: 'bob' } },
  },
  {
    name: 'a logoff of which the message is left',
    record: message(
      4634,
      'An account was logged off.\r\n\r\nSubject:\r\n\tSecurity ID:\t\tS-1-5-21-1-7\r\n\tAccount Name:\t\tbob',
    ),
    becomes: { activity_name: 'Logoff', user: { name: 'bob', uid: 'S-1-5-21-1-7' } },
  },
  {
    name: 'a ticket of which the message is left',
    record: message(
      4769,
      'A service ticket.\n\nAccount Information:\n\tAccount Name:\t\tbob\n\nAdditional Information:\n\tFailure Code:\t\t0x1b',
    ),
    becomes: { activity_name: 'Service Ticket Request', status: 'Failure', status_code: '0x1b' },
  },
  {
    name: 'an account that is locked: its domain is the computer that tried',
    record: security(4740, { ...SUBJECT, TargetUserName: 'bob', TargetSid: 'S-1-5-21-1-7', TargetDomainName: 'PC-2' }),
    becomes: { activity_name: 'Lock', user: { name: 'bob' }, src_endpoint: { hostname: 'PC-2' } },
  },
  {
    name: 'an account asked for a blank password',
    record: security(4797, { ...SUBJECT, TargetUserName: 'bob', TargetDomainName: 'PC-2' }),
    becomes: { class_uid: 3004, activity_name: 'Read', entity: { name: 'bob', type: 'User' } },
  },
  {
    name: 'rights of a token that are only taken',
    record: security(4703, { ...SUBJECT, ...BOB, EnabledPrivilegeList: '-', DisabledPrivilegeList: 'SeTcbPrivilege' }),
    becomes: { activity_name: 'Other', privileges: ['SeTcbPrivilege'] },
  },
  {
    name: 'a device that policy forbids',
    record: security(6423, { ...SUBJECT, DeviceDescription: 'Disk' }),
    becomes: { class_uid: 1010, action: 'Denied', disposition: 'Blocked', status: 'Failure' },
  },
  {
    name: 'a connection that comes in: the source is the far end',
    record: security(5156, { ...PACKET, DestPort: '389', Direction: '%%14592' }),
    becomes: {
      activity_name: 'Open',
      src_endpoint: { ip: '10.0.0.9' },
      dst_endpoint: { port: 389 },
      connection_info: { direction: 'Inbound' },
      disposition: 'Allowed',
    },
  },
  {
    name: 'a connection that is blocked',
    record: security(5157, { ...PACKET, DestPort: '445', Direction: '%%14593' }),
    becomes: { activity_name: 'Refuse', action: 'Denied', disposition: 'Blocked', severity: 'Informational' },
  },
  {
    name: 'a connection of which the message is left',
    record: message(
      5156,
      'Network Information:\n\tDirection:\t\tInbound\n\tSource Address:\t\t10.0.0.9\n\tDestination Address:\t10.0.0.5\n\tDestination Port:\t389\n\tProtocol:\t\t6',
    ),
    becomes: {
      src_endpoint: { ip: '10.0.0.9' },
      dst_endpoint: { port: 389 },
      connection_info: { direction: 'Inbound' },
    },
  },
  {
    name: 'a certificate that is issued',
    record: security(4887, {
      RequestId: '7',
      Requester: 'CORP\\bob',
      Subject: 'CN=alice',
      Attributes: 'SAN:upn=alice',
    }),
    becomes: {
      class_uid: 3004,
      activity_name: 'Create',
      entity: { name: 'CN=alice', uid: '7', type: 'Certificate' },
      actor: { user: { name: 'bob', domain: 'CORP' } },
      comment: 'SAN:upn=alice',
    },
  },
  {
    name: 'a certificate that is refused',
    record: security(4888, { RequestId: '8', Requester: 'CORP\\bob', Subject: 'CN=alice' }),
    becomes: { activity_name: 'Create', status: 'Failure' },
  },
  {
    name: 'the firewall is stopped',
    record: security(5025, {}),
    becomes: { class_uid: 6002, activity_name: 'Stop', app: { name: 'Windows Firewall' } },
  },
  {
    name: 'access to the network is denied',
    record: security(6273, {
      SubjectUserName: 'CORP\\bob',
      CallingStationID: '00-11-22-33-44-55',
      AuthenticationType: 'PEAP',
      ReasonCode: '16',
    }),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      status_code: '16',
      auth_protocol: 'EAP',
      src_endpoint: { mac: '00-11-22-33-44-55' },
    },
  },
  ...(
    [
      [7009, { param1: '30000', param2: 'svc' }, 'Start', { status_detail: '30000' }],
      [7001, { param1: 'svc', param2: 'needed', param3: '%%1068' }, 'Start', { status_detail: '%%1068' }],
      [7034, { param1: 'svc', param2: '3' }, 'Stop', {}],
      [7023, { param1: 'svc', param2: '%%126' }, 'Stop', { status_code: '%%126' }],
      [
        7032,
        { param1: '1', param2: 'Restart the service', param3: 'svc', param4: '%%1056' },
        'Start',
        { status_code: '%%1056' },
      ],
      [7035, { param1: 'svc', param2: 'stop' }, 'Stop', {}],
    ] as const
  ).map(([id, data, activity_name, more]) => ({
    name: `${id} names its service`,
    record: system(SCM, id, data),
    becomes: { class_uid: 201004, activity_name, win_service: { name: 'svc' }, ...more },
  })),
  {
    name: 'an update that fails',
    record: system('Microsoft-Windows-WindowsUpdateClient', 20, { updateTitle: 'KB1', errorCode: '0x80070003' }),
    becomes: { activity_name: 'Update', status: 'Failure', status_code: '0x80070003' },
  },
  {
    name: 'malware that is put away',
    record: defender(1117, {
      'Threat Name': 'Virus:DOS/X',
      'Action Name': 'Quarantine',
      Path: 'containerfile:_C:\\a.zip;file:_C:\\a.zip->b.exe',
    }),
    becomes: { action: 'Denied', disposition: 'Quarantined', evidences: [{ file: { path: 'C:\\a.zip->b.exe' } }] },
  },
  {
    name: 'malware on which nothing could be done',
    record: defender(1119, { 'Threat Name': 'Virus:DOS/X', 'Action Name': 'Remove' }),
    becomes: { disposition: 'Uncorrected' },
  },
  {
    name: 'a folder that is guarded',
    record: defender(1123, { Path: 'C:\\a', 'Process Name': 'C:\\b.exe' }),
    becomes: { finding_info: { title: 'Controlled folder access' }, disposition: 'Blocked' },
  },
  {
    name: 'a rule that only writes down',
    record: defender(1122, { Path: 'C:\\a' }),
    becomes: { finding_info: { title: 'Attack surface reduction rule' }, action: 'Observed', disposition: 'Logged' },
  },
  {
    name: 'scanning for malware is switched on',
    record: defender(5009, {}),
    becomes: { class_uid: 6002, activity_name: 'Enable' },
  },
  {
    name: 'signatures that could not be fetched',
    record: defender(2001, { 'Error Code': '0x80072ee7' }),
    becomes: { activity_name: 'Update', status: 'Failure', status_code: '0x80072ee7' },
  },
  { name: 'Defender is well', record: defender(1150, {}), becomes: { class_uid: 6002, activity_name: 'Other' } },
  {
    name: 'a script block that begins to run does not start PowerShell',
    record: beats('Microsoft-Windows-PowerShell/Operational', 4105, { ScriptBlockId: 'x' }),
    becomes: { class_uid: 6002, activity_name: 'Other' },
  },
  {
    name: 'a value of a key that is deleted, by Sysmon',
    record: sysmon(12, { ...PROCESS, EventType: 'DeleteValue', TargetObject: 'HKLM\\Software\\Run\\evil' }),
    becomes: {
      class_uid: 201002,
      activity_name: 'Delete',
      reg_value: { path: 'HKLM\\Software\\Run', name: 'evil' },
    },
  },
  {
    name: 'a key that is deleted, by Sysmon',
    record: sysmon(12, { ...PROCESS, EventType: 'DeleteKey', TargetObject: 'HKLM\\Software\\Run' }),
    becomes: { class_uid: 201001, activity_name: 'Delete', reg_key: { path: 'HKLM\\Software\\Run' } },
  },
  {
    name: 'an executable that Sysmon blocks',
    record: sysmon(27, { ...PROCESS, TargetFilename: 'C:\\b.exe' }),
    becomes: { status: 'Failure', action: 'Denied', disposition: 'Blocked' },
  },
  {
    name: 'a program that AppLocker blocks',
    record: beats('Microsoft-Windows-AppLocker/EXE and DLL', 8004, {
      FilePath: 'C:\\b.exe',
      TargetUser: 'S-1-5-21-1-7',
      TargetProcessId: '7',
    }),
    becomes: { status: 'Failure', action: 'Denied', disposition: 'Blocked' },
  },
  {
    name: 'a package that is not installed',
    record: { ...beats('Application', 11708, { Data: 'Product: A' }), source_name: 'MsiInstaller' },
    becomes: { activity_name: 'Install', status: 'Failure' },
  },
  {
    name: 'a task that does not start',
    record: beats('Microsoft-Windows-TaskScheduler/Operational', 101, { TaskName: '\\a', ResultCode: '2147942402' }),
    becomes: { activity_name: 'Start', status: 'Failure' },
  },
]

export const WINDOWS_FIXTURES: readonly Fixture[] = [
  ...MEANINGS,
  ...(
    [
      [4771, 'Failure', { Status: '0x18', PreAuthType: '2', ServiceName: 'krbtgt/CORP' }],
      [4768, 'Failure', { Status: '0x6', ServiceName: 'krbtgt/CORP' }],
      [4769, 'Success', { Status: '0x0', ServiceName: 'srv$' }],
      [4776, 'Failure', { Status: '0xc000006a', Workstation: 'PC-2' }],
    ] as const
  ).map(([id, status, data]) => ({
    name: `${id}, whose shipper says no keywords`,
    record: beats('Security', id, { TargetUserName: 'bob', ...data }),
    becomes: { class_uid: 3002, status, status_code: data.Status, user: { name: 'bob' } },
  })),
  {
    name: 'a process that starts, by Sysmon',
    record: sysmon(1, {
      ...PROCESS,
      CommandLine: 'a.exe "x" \\y',
      CurrentDirectory: 'C:\\',
      IntegrityLevel: 'High',
      Hashes: `MD5=${'A'.repeat(32)},SHA256=${'B'.repeat(64)}`,
      ParentImage: 'C:\\Windows\\explorer.exe',
      ParentProcessId: '7',
      ParentCommandLine: 'explorer.exe',
    }),
    becomes: {
      class_uid: 1007,
      activity_name: 'Launch',
      time: TIME,
      severity: 'Informational',
      metadata: {
        event_code: '1',
        log_provider: 'Microsoft-Windows-Sysmon',
        original_event_uid: '17',
        product: { name: 'Sysmon', vendor_name: 'Microsoft' },
      },
      device: { hostname: 'pc-1.corp.example', os: { name: 'Windows', type_id: 100 } },
      actor: { user: { name: 'alice', domain: 'CORP' } },
      process: {
        name: 'a.exe',
        pid: 4242,
        uid: '11111111-2222-3333-4444-555555555555',
        cmd_line: 'a.exe "x" \\y',
        working_directory: 'C:\\',
        integrity: 'High',
        file: {
          path: 'C:\\Tools\\a.exe',
          name: 'a.exe',
          hashes: [
            { algorithm: 'MD5', value: 'A'.repeat(32) },
            { algorithm: 'SHA-256', value: 'B'.repeat(64) },
          ],
        },
        parent_process: {
          name: 'explorer.exe',
          pid: 7,
          cmd_line: 'explorer.exe',
          file: { path: 'C:\\Windows\\explorer.exe' },
        },
      },
    },
  },
  {
    name: 'a connection, by Sysmon',
    record: sysmon(3, {
      ...PROCESS,
      Protocol: 'tcp',
      Initiated: 'true',
      SourceIp: '10.0.0.5',
      SourcePort: '50000',
      DestinationIp: '2001:DB8::1',
      DestinationPort: '443',
      DestinationHostname: 'c2.example',
    }),
    becomes: {
      class_uid: 4001,
      activity_name: 'Open',
      src_endpoint: { ip: '10.0.0.5', port: 50_000 },
      dst_endpoint: { ip: '2001:db8::1', port: 443, hostname: 'c2.example' },
      connection_info: { protocol_name: 'tcp', direction: 'Outbound' },
      actor: { process: { name: 'a.exe', pid: 4242 } },
    },
  },
  {
    name: 'a registry value, by Sysmon',
    record: sysmon(13, {
      ...PROCESS,
      EventType: 'SetValue',
      TargetObject: 'HKLM\\Software\\Run\\evil',
      Details: 'C:\\evil.exe',
    }),
    becomes: {
      class_uid: 201_002,
      activity_name: 'Set',
      reg_value: { path: 'HKLM\\Software\\Run', name: 'evil', reg_string_data: 'C:\\evil.exe' },
    },
  },
  {
    name: 'a DNS query, by Sysmon',
    record: sysmon(22, {
      ...PROCESS,
      QueryName: 'c2.example',
      QueryStatus: '0',
      QueryResults: 'type:  5 cdn.example;::ffff:10.0.0.9;2001:db8::1;',
    }),
    becomes: {
      class_uid: 4003,
      query: { hostname: 'c2.example' },
      answers: [{ rdata: 'cdn.example' }, { rdata: '10.0.0.9' }, { rdata: '2001:db8::1' }],
      rcode: 'NoError',
      status: 'Success',
      status_code: '0',
      src_endpoint: { hostname: 'pc-1.corp.example' },
    },
  },
  {
    name: 'a DNS query for a name that is none, by Sysmon',
    record: sysmon(22, { ...PROCESS, QueryName: 'no.example', QueryStatus: '9003', QueryResults: '-' }),
    becomes: { rcode: 'NXDomain', status: 'Failure', status_code: '9003' },
  },
  {
    name: 'access to another process, by an old Sysmon through winlogbeat',
    record: beats('Microsoft-Windows-Sysmon/Operational', 10, {
      SourceProcessGUID: '{11111111-2222-3333-4444-555555555555}',
      SourceProcessId: '5',
      SourceImage: 'C:\\mimi.exe',
      TargetProcessGUID: '{21111111-2222-3333-4444-555555555555}',
      TargetProcessId: '600',
      TargetImage: 'C:\\Windows\\System32\\lsass.exe',
      GrantedAccess: '0x1010',
    }),
    becomes: {
      class_uid: 1007,
      activity_name: 'Open',
      requested_permissions: 0x1010,
      actor: { process: { name: 'mimi.exe', pid: 5 } },
      process: { name: 'lsass.exe', pid: 600, file: { path: 'C:\\Windows\\System32\\lsass.exe' } },
    },
  },
  {
    name: 'a logon',
    record: security(4624, {
      ...SUBJECT,
      TargetUserSid: 'S-1-5-21-1-1001',
      TargetUserName: 'bob',
      TargetDomainName: 'CORP',
      TargetLogonId: '0x12345',
      LogonType: '3',
      AuthenticationPackageName: 'Kerberos',
      WorkstationName: '-',
      IpAddress: '::ffff:10.1.2.3',
      IpPort: '50123',
      ProcessId: '0x0',
      ProcessName: '-',
    }),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Success',
      time: TIME,
      logon_type: 'Network',
      auth_protocol: 'Kerberos',
      is_remote: true,
      user: { name: 'bob', uid: 'S-1-5-21-1-1001', domain: 'CORP' },
      actor: ALICE,
      session: { uid: '0x12345' },
      src_endpoint: { ip: '10.1.2.3', port: 50_123 },
      dst_endpoint: { hostname: 'dc-1.corp.example' },
      metadata: { profiles: ['host'], log_name: 'Security' },
    },
  },
  {
    name: 'a failed logon',
    record: security(4625, {
      ...SUBJECT,
      TargetUserSid: 'S-1-0-0',
      TargetUserName: 'bob',
      TargetDomainName: 'CORP',
      Status: '0xc000006d',
      SubStatus: '0xc000006a',
      LogonType: '10',
      IpAddress: '-',
      IpPort: '-',
      AuthenticationPackageName: 'NTLM',
    }),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      status_code: '0xc000006a',
      status_detail: 'Wrong password',
      logon_type: 'Remote Interactive',
      auth_protocol: 'NTLM',
    },
  },
  {
    name: 'a process that starts, by the audit log',
    record: security(4688, {
      ...SUBJECT,
      NewProcessId: '0x1f4',
      NewProcessName: 'C:\\Windows\\cmd.exe',
      ProcessId: '0x4d2',
      ParentProcessName: 'C:\\Windows\\explorer.exe',
      CommandLine: 'cmd /c dir',
      TargetUserName: '-',
      MandatoryLabel: 'S-1-16-12288',
    }),
    becomes: {
      class_uid: 1007,
      actor: ALICE,
      process: {
        name: 'cmd.exe',
        pid: 500,
        cmd_line: 'cmd /c dir',
        integrity: 'High',
        parent_process: { name: 'explorer.exe', pid: 1234 },
      },
    },
  },
  {
    name: 'a member added to a group',
    record: security(4728, {
      ...SUBJECT,
      MemberName: 'CN=bob,DC=corp',
      MemberSid: 'S-1-5-21-1-1001',
      TargetUserName: 'Domain Admins',
      TargetSid: 'S-1-5-21-1-512',
      TargetDomainName: 'CORP',
    }),
    becomes: {
      class_uid: 3006,
      activity_name: 'Add User',
      group: { name: 'Domain Admins', uid: 'S-1-5-21-1-512' },
      user: { name: 'bob', uid: 'S-1-5-21-1-1001', ldap_person: { ldap_dn: 'CN=bob,DC=corp' } },
    },
  },
  {
    name: 'a consumer of WMI, whose words Sysmon quotes',
    record: sysmon(20, { Operation: 'Created', User: 'CORP\\alice', Name: ' "Evil"', Destination: ' "cmd.exe /c x"' }),
    becomes: { class_uid: 3004, activity_name: 'Create', entity: { name: 'Evil', data: ' "cmd.exe /c x"' } },
  },
  {
    name: 'special groups, of which OCSF takes the first',
    record: security(4964, {
      ...SUBJECT,
      TargetUserName: 'bob',
      SidList: '\n\t\t%{S-1-5-21-1-1613}\n\t\t%{S-1-5-21-1-1614}',
    }),
    becomes: { class_uid: 3003, activity_name: 'Assign Groups', group: { uid: 'S-1-5-21-1-1613' } },
  },
  {
    name: 'a filter of the firewall, changed by a service',
    record: security(5447, { UserName: 'NT AUTHORITY\\LOCAL SERVICE', UserSid: 'S-1-5-19', ProcessId: '1076' }),
    becomes: {
      actor: { user: { name: 'LOCAL SERVICE', domain: 'NT AUTHORITY', uid: 'S-1-5-19' }, process: { pid: 1076 } },
    },
  },
  {
    name: 'a member of whom only the number is known',
    record: security(4732, { ...SUBJECT, MemberName: '-', MemberSid: 'S-1-5-21-1-1001', TargetUserName: 'Users' }),
    becomes: { group: { name: 'Users' }, user: { uid: 'S-1-5-21-1-1001' } },
  },
  {
    name: 'a scheduled task, of which the command is wanted',
    record: security(4698, {
      ...SUBJECT,
      TaskName: '\\update',
      TaskContent: `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Actions Context="Author"><Exec><Command>cmd.exe</Command><Arguments>/C whoami &gt; a.tmp 2&gt;&amp;1</Arguments></Exec></Actions>
</Task>`,
    }),
    becomes: {
      class_uid: 1006,
      activity_name: 'Create',
      job: { name: '\\update', cmd_line: 'cmd.exe /C whoami > a.tmp 2>&1' },
      actor: ALICE,
    },
  },
  {
    name: 'the audit log cleared, its data under UserData',
    record: {
      Event: { ...(security(1102, {}).Event as Members), EventData: null, UserData: { LogFileCleared: SUBJECT } },
    },
    becomes: { class_uid: 1008, activity_name: 'Clear', log_name: 'Security', actor: ALICE },
  },
  {
    name: 'a script block',
    record: {
      Channel: 'Microsoft-Windows-PowerShell/Operational',
      EventID: '4104',
      Hostname: 'pc-1',
      TimeCreated: '2024-01-02T03:04:05.678Z',
      ScriptBlockText: 'iex $x',
      ScriptBlockId: '11111111-2222-3333-4444-555555555555',
      ExecutionProcessID: 77,
      UserID: 'S-1-5-21-1-500',
    },
    becomes: {
      class_uid: 1009,
      script: { type: 'PowerShell', script_content: { value: 'iex $x' }, uid: '11111111-2222-3333-4444-555555555555' },
      actor: { process: { pid: 77 }, user: { uid: 'S-1-5-21-1-500' } },
    },
  },
  {
    name: 'a service installed, its data as a list of named values',
    record: {
      Event: {
        System: {
          Provider: { '#attributes': { Name: 'Service Control Manager' } },
          EventID: { '#attributes': { Qualifiers: 16384 }, '#text': 7045 },
          Level: 4,
          TimeCreated: { '#attributes': { SystemTime: '2024-01-02T03:04:05.678Z' } },
          Channel: 'System',
          Computer: 'pc-3',
        },
        EventData: {
          Data: [
            { '#attributes': { Name: 'ServiceName' }, '#text': 'evil' },
            { '#attributes': { Name: 'ImagePath' }, '#text': 'cmd /c evil' },
            { '#attributes': { Name: 'ServiceType' }, '#text': 'user mode service' },
            { '#attributes': { Name: 'StartType' }, '#text': 'auto start' },
            { '#attributes': { Name: 'AccountName' }, '#text': 'LocalSystem' },
          ],
        },
      },
    },
    becomes: {
      class_uid: 201_004,
      activity_name: 'Create',
      win_service: {
        name: 'evil',
        cmd_line: 'cmd /c evil',
        service_type: 'Own Process',
        service_start_type: 'Auto',
        service_start_name: 'LocalSystem',
      },
    },
  },
  {
    name: 'malware found by Defender',
    record: {
      Channel: 'Microsoft-Windows-Windows Defender/Operational',
      EventID: 1116,
      SourceName: 'Microsoft-Windows-Windows Defender',
      Hostname: 'pc-1',
      TimeCreated: '2024-01-02T03:04:05.678Z',
      Level: 3,
      'Threat Name': 'HackTool:Win32/Mimikatz',
      'Severity Name': 'Severe',
      'Detection ID': '{1}',
      Path: 'file:_C:\\mimi.exe',
      'Detection User': 'CORP\\alice',
    },
    becomes: {
      class_uid: 2004,
      severity: 'Critical',
      finding_info: { title: 'HackTool:Win32/Mimikatz', uid: '{1}' },
      malware: [{ name: 'HackTool:Win32/Mimikatz' }],
    },
  },
  {
    name: 'a task registered, its local time told by its receipt',
    record: {
      Channel: 'Microsoft-Windows-TaskScheduler/Operational',
      EventID: 106,
      Hostname: 'pc-1',
      EventTime: '2024-01-01 22:04:05',
      EventReceivedTime: '2024-01-01 22:04:06',
      '@timestamp': '2024-01-02T03:04:06.500Z',
      TaskName: '\\evil',
      UserContext: 'CORP\\alice',
      SeverityValue: 2,
      Severity: 'INFO',
    },
    becomes: {
      class_uid: 1006,
      activity_name: 'Create',
      time: Date.UTC(2024, 0, 2, 3, 4, 5),
      job: { name: '\\evil' },
      actor: { user: { name: 'alice' } },
    },
  },
  {
    name: 'a process that starts, of which only the text is left',
    record: {
      TimeCreated: '2024-01-02T03:04:05.678Z',
      LogName: 'Security',
      EventCode: '4688',
      ComputerName: 'pc-4',
      Keywords: 'Audit Success',
      Type: 'Information',
      Message:
        'A new process has been created.\r\n\r\nCreator Subject:\r\n\tSecurity ID:\t\tS-1-5-21-1-500\r\n\tAccount Name:\t\talice\r\n\tAccount Domain:\t\tCORP\r\n\tLogon ID:\t\t0x3e7\r\n\r\nTarget Subject:\r\n\tSecurity ID:\t\tNULL SID\r\n\tAccount Name:\t\t-\r\n\r\nProcess Information:\r\n\tNew Process ID:\t\t0x1f4\r\n\tNew Process Name:\tC:\\Windows\\cmd.exe\r\n\tCreator Process ID:\t0x4d2\r\n\tProcess Command Line:\tcmd /c dir\r\n',
    },
    becomes: {
      class_uid: 1007,
      status: 'Success',
      actor: ALICE,
      process: { name: 'cmd.exe', pid: 500, cmd_line: 'cmd /c dir', parent_process: { pid: 1234 } },
    },
  },
  {
    name: 'a log that nobody wrote a chapter for',
    record: { Channel: 'Contoso/Operational', EventID: 1, Hostname: 'pc-1', TimeCreated: '2024-01-02T03:04:05.678Z' },
    becomes: { class_uid: 0, metadata: { log_name: 'Contoso/Operational' }, device: { hostname: 'pc-1' } },
  },
]
