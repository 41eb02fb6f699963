/** Events that the sensor reports through the Falcon Data Replicator. */

import { AUDIT } from '../../families/saas/rows.ts'
import { dnsType } from '../../mapping/dns-types.ts'
import {
  allHashes,
  always,
  basename,
  type Chapter,
  capture,
  each,
  fileAt,
  first,
  integer,
  ip,
  is,
  lookup,
  type Profile,
  type Rows,
  text,
  time,
} from '../../mapping/table.ts'

export const DEVICE: Rows = {
  'device.uid': ['aid', 'AgentIdString', 'SensorId'],
  'device.hostname': ['Hostname', 'ComputerName', 'HostnameField'],
  'device.type_id': is('Unknown'),
  'device.os.name': first(
    lookup('event_platform', { Win: 'Windows', Mac: 'macOS', Lin: 'Linux' }),
    text('event_platform'),
  ),
  'device.os.type_id': lookup('event_platform', { Win: 'Windows', Mac: 'macOS', Lin: 'Linux' }, 'Other'),
}
const INTEGRITY = {
  0: 'Untrusted',
  4096: 'Low',
  8192: 'Medium',
  8448: 'Medium',
  12288: 'High',
  16384: 'System',
  20480: 'Protected',
}
const ACTOR: Rows = {
  'actor.process.uid': ['ContextProcessId', 'TargetProcessId', 'SourceProcessId'],
  'actor.user.uid': ['UserSid', 'UID'],
  'actor.user.name': 'UserName',
}

const PLATFORMS = [
  ['Win', 'windows'],
  ['Mac', 'macos'],
  ['Lin', 'linux'],
  // For records of forwarders that remove the platform.
  ['', ''],
] as const

/** A profile for each platform, because each rule for processes is for one platform. */
const onEach = (
  name: string,
  kinds: readonly string[],
  category: string,
  of: Omit<Profile, 'name' | 'when'>,
): Profile[] =>
  PLATFORMS.map(([platform, product]) => ({
    name: `${name}, ${product}`,
    when: { kind: kinds, event_platform: platform },
    ...of,
    logSource: { ...(product && { product }), categories: [category] },
  }))

const endpoint =
  (side: string) =>
  (path: string): Rows => ({
    [`${path}.ip`]: ip(`${side}AddressIP4`, `${side}AddressIP6`),
    [`${path}.port`]: integer(`${side}Port`),
  })
const LOCAL = endpoint('Local')
const REMOTE = endpoint('Remote')

export const SENSOR: Chapter = {
  name: 'sensor',
  rows: {
    ...AUDIT,
    time: time('ContextTimeStamp', 'timestamp', 'ProcessStartTime', 'p_event_time'),
    'metadata.event_code': 'kind',
    'metadata.log_version': 'ConfigBuild',
    'metadata.tenant_uid': 'cid',
  },
  aliases: {
    Image: 'ImageFileName',
    ParentImage: ['ParentBaseFileName', 'ParentImageFileName'],
    ProcessId: 'RawProcessId',
    User: ['UserName', 'UserSid'],
    QueryName: 'DomainName',
    DestinationIp: ['RemoteAddressIP4', 'RemoteAddressIP6'],
    DestinationPort: 'RemotePort',
    SourceIp: ['LocalAddressIP4', 'LocalAddressIP6'],
    SourcePort: 'LocalPort',
    TargetFilename: 'TargetFileName',
    sha256: 'SHA256HashData',
  },
  profiles: [
    ...onEach('process', ['ProcessRollup2', 'SyntheticProcessRollup2'], 'process_creation', {
      class: 'process_activity',
      activity: 'Launch',
      rows: {
        ...DEVICE,
        'device.ip': ip('aip'),
        time: time('ProcessStartTime', 'timestamp', 'p_event_time'),
        'process.pid': integer('RawProcessId'),
        'process.uid': 'TargetProcessId',
        'process.cmd_line': 'CommandLine',
        'process.name': basename('ImageFileName'),
        ...fileAt('process.file', 'ImageFileName', {
          hashes: allHashes('SHA256HashData', 'SHA1HashData', 'MD5HashData'),
        }),
        'process.integrity_id': lookup('IntegrityLevel', INTEGRITY, 'Other'),
        'process.session.uid': text('SessionId', 'AuthenticationId'),
        'process.user.uid': ['UserSid', 'UID'],
        'process.parent_process.name': basename('ParentBaseFileName'),
        'process.parent_process.uid': 'ParentProcessId',
        'actor.process.name': basename('ParentBaseFileName'),
        'actor.process.uid': 'ParentProcessId',
        'actor.user.uid': ['UserSid', 'UID'],
        'actor.user.name': 'UserName',
      },
    }),
    ...onEach('process end', ['EndOfProcess', 'TerminateProcess'], 'process_termination', {
      class: 'process_activity',
      activity: 'Terminate',
      rows: {
        ...DEVICE,
        'process.uid': 'TargetProcessId',
        'process.pid': integer('RawProcessId'),
        // The event does not name the process that ended it; an exiting process is its own actor.
        'actor.process.uid': ['ContextProcessId', 'TargetProcessId'],
        'actor.user.uid': ['UserSid', 'UID'],
        exit_code: integer('ExitCode'),
      },
    }),
    ...onEach('listening', ['NetworkListenIP4', 'NetworkListenIP6'], 'network_connection', {
      class: 'network_activity',
      activity: 'Listen',
      rows: {
        ...DEVICE,
        ...ACTOR,
        ...LOCAL('src_endpoint'),
        'connection_info.protocol_num': integer('Protocol'),
        'connection_info.direction_id': is('Local'),
      },
    }),
    ...onEach('connection', ['NetworkConnectIP4', 'NetworkConnectIP6'], 'network_connection', {
      class: 'network_activity',
      activity: 'Open',
      rows: {
        ...DEVICE,
        ...ACTOR,
        ...LOCAL('src_endpoint'),
        ...REMOTE('dst_endpoint'),
        'connection_info.protocol_num': integer('Protocol'),
        'connection_info.direction_id': lookup(
          'ConnectionDirection',
          { 0: 'Outbound', 1: 'Inbound' },
          'Other',
          'Unknown',
        ),
      },
    }),
    // The connecting side is the source; here it is the remote one.
    ...onEach('connection accepted', ['NetworkReceiveAccept*'], 'network_connection', {
      class: 'network_activity',
      activity: 'Open',
      rows: {
        ...DEVICE,
        ...ACTOR,
        ...REMOTE('src_endpoint'),
        ...LOCAL('dst_endpoint'),
        'connection_info.protocol_num': integer('Protocol'),
        'connection_info.direction_id': is('Inbound'),
      },
    }),
    ...onEach('logon', ['UserLogon', 'UserLogoff', 'UserLogonFailed', 'UserLogonFailed2'], 'authentication', {
      class: 'authentication',
      activity: lookup('kind', { UserLogoff: 'Logoff' }, 'Logon'),
      rows: {
        ...DEVICE,
        time: time('LogoffTime', 'LogonTime', 'ContextTimeStamp', 'timestamp', 'p_event_time'),
        'user.name': ['UserName', 'UserPrincipal'],
        'user.uid': ['UserSid', 'UID'],
        'user.domain': 'LogonDomain',
        'session.uid': 'AuthenticationId',
        'src_endpoint.ip': ip('RemoteAddressIP4', 'RemoteAddressIP6', 'RemoteIP'),
        'src_endpoint.hostname': 'ClientComputerName',
        'dst_endpoint.uid': ['aid', 'AgentIdString'],
        'dst_endpoint.hostname': ['Hostname', 'ComputerName'],
        'service.name': always('Falcon sensor'),
        logon_type_id: integer('LogonType'),
        status_id: lookup('kind', { UserLogon: 'Success', UserLogoff: 'Success' }, 'Failure'),
        // A substatus of zero has no meaning; the status is then the reason.
        status_code: first(capture('SubStatus', /^(?!(?:0x)?0{1,16}$)(\w{1,32})$/i), text('Status', 'SubStatus')),
        severity_id: lookup('kind', { UserLogon: 'Informational', UserLogoff: 'Informational' }, 'Low'),
      },
    }),
    ...['', ...PLATFORMS.map(([platform]) => platform)].reverse().map(
      (platform): Profile => ({
        name: `DNS request${platform === '' ? '' : `, ${platform}`}`,
        when: { kind: ['DnsRequest', 'DnsRequest*'], ...(platform === '' ? {} : { event_platform: platform }) },
        class: 'dns_activity',
        activity: 'Query',
        logSource: {
          product: PLATFORMS.find(([known]) => known === platform)?.[1] ?? 'windows',
          categories: ['dns_query'],
        },
        rows: {
          ...DEVICE,
          ...ACTOR,
          'src_endpoint.uid': ['aid', 'AgentIdString'],
          'src_endpoint.ip': ip('aip'),
          'query.hostname': 'DomainName',
          'query.type': dnsType('RequestType'),
          answers: first(
            each('IP4Records', 'rdata', { type: 'A' }, /;/),
            each('IP6Records', 'rdata', { type: 'AAAA' }, /;/),
            each('CNAMERecords', 'rdata', { type: 'CNAME' }, /;/),
            each('FirstIP4Record', 'rdata', { type: 'A' }),
          ),
          status_code: text('QueryStatus'),
        },
      }),
    ),
  ],
}
