import { sourceTests } from '../../mapping/source-tests.ts'
import { crowdstrike } from './mapping.ts'

const detected = (PatternDispositionValue: number) => ({
  metadata: { eventType: 'DetectionSummaryEvent', customerIDString: 'c1', eventCreationTime: 1704164645678 },
  event: { DetectId: 'd1', DetectName: 'n', SeverityName: 'High', ComputerName: 'pc', PatternDispositionValue },
})
const audit = (OperationName: string) => ({
  metadata: { eventType: 'AuthActivityAuditEvent', customerIDString: 'c1', eventCreationTime: 1704164645678 },
  event: {
    UserId: 'ann@corp.example',
    OperationName,
    ServiceName: 'CrowdStrike Authentication',
    Success: true,
    AuditKeyValues: [{ Key: 'target_name', ValueString: 'bob@corp.example' }],
  },
})
const sensed = (event_simpleName: string, event: Record<string, unknown>) => ({
  fdr_event_type: event_simpleName,
  aid: 'a1',
  cid: 'c1',
  event: { event_simpleName, event_platform: 'Win', timestamp: '1704164645678', ...event },
})

sourceTests(crowdstrike, [
  ...(
    [
      [16, 'Denied', 'Blocked'],
      [144, 'Denied', 'Quarantined'],
      [272, 'Observed', 'Detected'],
      [2304, 'Observed', 'Detected'],
      [1024, 'Denied', 'Blocked'],
    ] as const
  ).map(([value, action, disposition]) => ({
    name: `what was done, by the flags of ${value}`,
    record: detected(value),
    becomes: { class_uid: 2004, action, disposition },
  })),
  {
    name: 'an alert of the API, told again with another status',
    record: {
      ...{ composite_id: 'c1:ind:a:1', id: 'ind:a:1', cid: 'c1', status: 'in_progress', severity_name: 'High' },
      ...{ created_timestamp: '2024-01-02T03:04:05.678Z', timestamp: '2024-01-02T03:04:05.678Z', pattern_id: 7 },
      ...{ display_name: 'Credential theft', technique_id: 'T1003', device: { hostname: 'pc', device_id: 'd' } },
      ...{ falcon_host_link: 'https://falcon.example/1', cmdline: 'rundll32 x', filename: 'rundll32.exe' },
      process_id: 'p1',
    },
    becomes: {
      ...{
        class_uid: 2004,
        activity_name: 'Update',
        severity: 'High',
        status: 'In Progress',
        device: { hostname: 'pc' },
      },
      finding_info: { uid: 'c1:ind:a:1', title: 'Credential theft', src_url: 'https://falcon.example/1' },
    },
  },
  {
    name: 'who is let in by an administrator has not signed in',
    record: audit('activateUser'),
    becomes: { class_uid: 3001, activity_name: 'Enable', user: { name: 'bob@corp.example' } },
  },
  {
    name: 'a second factor that is taken back',
    record: audit('resetAuthSecret'),
    becomes: { class_uid: 3001, activity_name: 'MFA Factor Disable' },
  },
  {
    name: 'a process ends',
    record: sensed('EndOfProcess', { TargetProcessId: '99', ContextProcessId: '99', ExitCode: '1' }),
    becomes: { class_uid: 1007, activity_name: 'Terminate', process: { uid: '99' }, exit_code: 1 },
  },
  {
    name: 'a process listens',
    record: sensed('NetworkListenIP4', {
      ContextProcessId: '99',
      LocalAddressIP4: '0.0.0.0',
      LocalPort: '4444',
      Protocol: '6',
    }),
    becomes: { class_uid: 4001, activity_name: 'Listen', src_endpoint: { port: 4444 } },
  },
  {
    name: 'a failed logon whose substatus says nothing',
    record: sensed('UserLogonFailed2', { UserName: 'bob', LogonType: '3', Status: '3221225563', SubStatus: '0' }),
    becomes: { class_uid: 3002, status: 'Failure', status_code: '3221225563' },
  },
  {
    name: 'a process',
    record: {
      fdr_event_type: 'ProcessRollup2',
      aid: 'a1',
      cid: 'c1',
      event: {
        event_simpleName: 'ProcessRollup2',
        event_platform: 'Win',
        timestamp: '1704164645678',
        ImageFileName: '\\Device\\HarddiskVolume2\\a\\ps.exe',
        CommandLine: 'ps.exe -e',
        RawProcessId: '3120',
        TargetProcessId: '99',
        ParentProcessId: '55',
        ParentBaseFileName: 'cmd.exe',
        SHA256HashData: 'abababababababababababababababababababababababababababababababab',
        UserSid: 'S-1-5-18',
        IntegrityLevel: '12288',
      },
    },
    becomes: {
      class_uid: 1007,
      activity_id: 1,
      time: 1704164645678,
      device: { uid: 'a1', os: { name: 'Windows', type_id: 100 } },
      process: {
        pid: 3120,
        uid: '99',
        name: 'ps.exe',
        cmd_line: 'ps.exe -e',
        integrity_id: 4,
        file: { name: 'ps.exe' },
        parent_process: { uid: '55', name: 'cmd.exe' },
      },
      actor: { process: { uid: '55' }, user: { uid: 'S-1-5-18' } },
    },
  },
  {
    name: 'a connection',
    record: {
      fdr_event_type: 'NetworkConnectIP4',
      aid: 'a1',
      cid: 'c1',
      event: {
        event_simpleName: 'NetworkConnectIP4',
        event_platform: 'Win',
        timestamp: '1704164645678',
        LocalAddressIP4: '10.0.0.1',
        LocalPort: '137',
        RemoteAddressIP4: '192.0.2.7',
        RemotePort: '443',
        Protocol: '6',
        ContextProcessId: '9',
      },
    },
    becomes: {
      class_uid: 4001,
      activity_id: 1,
      src_endpoint: { ip: '10.0.0.1', port: 137 },
      dst_endpoint: { ip: '192.0.2.7', port: 443 },
      connection_info: { protocol_num: 6 },
      actor: { process: { uid: '9' } },
    },
  },
  {
    name: 'a connection that is accepted comes from the other side',
    record: {
      fdr_event_type: 'NetworkReceiveAcceptIP4',
      aid: 'a1',
      event: {
        event_simpleName: 'NetworkReceiveAcceptIP4',
        event_platform: 'Win',
        timestamp: '1704164645678',
        LocalAddressIP4: '10.0.0.1',
        LocalPort: '3389',
        RemoteAddressIP4: '192.0.2.7',
        RemotePort: '50123',
        Protocol: '6',
      },
    },
    becomes: {
      class_uid: 4001,
      src_endpoint: { ip: '192.0.2.7', port: 50_123 },
      dst_endpoint: { ip: '10.0.0.1', port: 3389 },
      connection_info: { direction: 'Inbound' },
    },
  },
  {
    name: 'a logon that fails',
    record: {
      fdr_event_type: 'UserLogonFailed2',
      aid: 'a1',
      event: {
        event_simpleName: 'UserLogonFailed2',
        event_platform: 'Win',
        timestamp: '1704164645678',
        UserName: 'ann',
        LogonDomain: 'CORP',
        LogonType: '10',
        RemoteAddressIP4: '192.0.2.7',
        Status: '3221225581',
        SubStatus: '3221225578',
      },
    },
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Failure',
      status_code: '3221225578',
      logon_type: 'Remote Interactive',
      user: { name: 'ann', domain: 'CORP' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'a name that is asked for',
    record: {
      fdr_event_type: 'DnsRequest',
      aid: 'a1',
      cid: 'c1',
      event: {
        event_simpleName: 'DnsRequest',
        event_platform: 'Win',
        timestamp: '1704164645678',
        DomainName: 'bad.example',
        RequestType: '1',
        ContextProcessId: '9',
        IP4Records: '192.0.2.8;192.0.2.9;',
      },
    },
    becomes: {
      class_uid: 4003,
      activity_id: 1,
      query: { hostname: 'bad.example' },
      answers: [
        { rdata: '192.0.2.8', type: 'A' },
        { rdata: '192.0.2.9', type: 'A' },
      ],
    },
  },
  {
    name: 'a detection of the stream',
    record: {
      metadata: {
        eventType: 'EppDetectionSummaryEvent',
        eventCreationTime: '2024-01-02T03:04:05.678Z',
        customerIDString: 'c1',
        offset: 1,
      },
      event: {
        CompositeId: 'd1',
        Name: 'Known Malware',
        SeverityName: 'High',
        UTCTimestamp: '2024-01-02T03:04:05.678Z',
        Hostname: 'pc',
        FileName: 'a.exe',
        FilePath: '\\a\\a.exe',
        CommandLine: 'a.exe',
        UserName: 'ann',
        Tactic: 'Execution',
        Technique: 'User Execution',
        PatternDispositionValue: 0,
        ProcessId: '7',
      },
    },
    becomes: {
      class_uid: 2004,
      activity_id: 1,
      severity_id: 4,
      time: 1704164645678,
      finding_info: { uid: 'd1', title: 'Known Malware', attacks: [{ tactic: { name: 'Execution' } }] },
      device: { hostname: 'pc' },
      evidences: [{ process: { name: 'a.exe', user: { name: 'ann' } } }],
      disposition_id: 15,
    },
  },
  {
    name: 'roles that are given',
    record: {
      metadata: {
        eventType: 'AuthActivityAuditEvent',
        eventCreationTime: '2024-01-02T03:04:05.678Z',
        customerIDString: 'c1',
      },
      event: {
        OperationName: 'grantUserRoles',
        ServiceName: 'Crowdstrike Authentication',
        Success: true,
        UTCTimestamp: '2024-01-02T03:04:05.678Z',
        UserId: 'ann@example.org',
        UserIp: '192.0.2.7',
        AuditKeyValues: [
          { Key: 'target_name', ValueString: 'bob@example.org' },
          { Key: 'roles', ValueString: 'falcon_admin' },
        ],
      },
    },
    becomes: {
      class_uid: 3005,
      activity_id: 1,
      status_id: 1,
      user: { name: 'bob@example.org' },
      privileges: ['falcon_admin'],
      actor: { user: { name: 'ann@example.org' } },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
])
