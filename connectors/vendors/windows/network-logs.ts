/** DNS client, firewall, remote desktop, NTLM, SMB and OpenSSH. */
import { dnsType } from '../../mapping/dns-types.ts'
import {
  account,
  accountDomain,
  type Chapter,
  capture,
  first,
  integer,
  ip,
  is,
  lookup,
  type Profile,
  type Rows,
  text,
} from '../../mapping/table.ts'
import { DNS_ANSWERS, logOf } from './common.ts'

type Of = Omit<Profile, 'name' | 'when'>
const onChannel =
  (...channels: string[]) =>
  (id: number | readonly number[], name: string, of: Of): Profile => ({
    name: `${[id].flat().join(',')} ${name}`,
    when: { Channel: channels, EventID: id },
    ...of,
  })

const DNS = ['Microsoft-Windows-DNS-Client/Operational', 'Microsoft-Windows-DNS Client Events/Operational']
const dns = onChannel(...DNS)
const QUERY: Rows = {
  'query.hostname': 'QueryName',
  'query.type': dnsType('QueryType'),
  ...DNS_ANSWERS,
  'src_endpoint.hostname': 'Computer',
  'dst_endpoint.ip': ip('DnsServerIpAddress'),
  'actor.process.pid': integer('ExecutionProcessID'),
  status_code: text('QueryStatus', 'ResponseStatus', 'Status'),
}

export const DNS_CLIENT: Chapter = {
  name: 'dns-client',
  logSource: { service: 'dns-client' },
  rows: { 'metadata.product.name': is('DNS Client') },
  profiles: [
    dns([3008, 3011, 3018, 3020], 'answer', { class: 'dns_activity', activity: 'Response', rows: QUERY }),
    dns([3006, 3007, 3009, 3010, 3016, 3019, 60101], 'query', {
      class: 'dns_activity',
      activity: 'Query',
      rows: QUERY,
    }),
    dns([1012, 1013, 1014, 1015, 1016, 1017, 1018, 1019, 1020, 1021, 1022, 1023], 'no answer', {
      class: 'dns_activity',
      activity: 'Query',
      rows: { ...QUERY, status_id: is('Failure') },
    }),
    {
      name: 'other',
      when: { Channel: DNS },
      class: 'device_config_state_change',
      activity: 'Log',
    },
  ],
}

const DNS_SERVER = ['Microsoft-Windows-DNSServer/Analytical', 'Microsoft-Windows-DNS-Server/Analytical']
const server = onChannel(...DNS_SERVER)
/** The client asks the server; in events of recursion the server asks another one. */
const CLIENT_QUERY: Rows = {
  'query.hostname': capture('QNAME', /^(.{1,255}?)\.?$/),
  'query.type': dnsType('QTYPE'),
  'query.packet_uid': integer('XID'),
  'src_endpoint.ip': ip('DnsPeer', 'Destination'),
  'src_endpoint.port': integer('Port'),
  'dst_endpoint.ip': ip('InterfaceIP'),
  'dst_endpoint.hostname': 'Computer',
}
const RECURSION: Rows = {
  'query.hostname': capture('QNAME', /^(.{1,255}?)\.?$/),
  'query.type': dnsType('QTYPE'),
  'query.packet_uid': integer('XID'),
  'src_endpoint.ip': ip('InterfaceIP'),
  'src_endpoint.hostname': 'Computer',
  'dst_endpoint.ip': ip('Destination', 'DnsPeer'),
}

/** Events 256 to 280: "DNS Logging and Diagnostics", Windows Server. */
export const DNS_SERVER_LOG: Chapter = {
  name: 'dns-server-analytic',
  logSource: { service: 'dns-server-analytic' },
  rows: { 'metadata.product.name': is('DNS Server') },
  profiles: [
    server(256, 'question', { class: 'dns_activity', activity: 'Query', rows: CLIENT_QUERY }),
    server(257, 'answer', {
      class: 'dns_activity',
      activity: 'Response',
      rows: { ...CLIENT_QUERY, status_id: is('Success') },
    }),
    server([258, 259], 'refused', {
      class: 'dns_activity',
      activity: 'Response',
      rows: { ...CLIENT_QUERY, status_id: is('Failure'), status_detail: 'Reason' },
    }),
    server(260, 'question to another server', { class: 'dns_activity', activity: 'Query', rows: RECURSION }),
    server([261, 262], 'answer of another server', { class: 'dns_activity', activity: 'Response', rows: RECURSION }),
    server([263, 264, 265, 266], 'update', { class: 'dns_activity', activity: 'Traffic', rows: CLIENT_QUERY }),
    { name: 'other', when: { Channel: DNS_SERVER }, class: 'device_config_state_change', activity: 'Log' },
  ],
}

const FIREWALL_CHANNEL = 'Microsoft-Windows-Windows Firewall With Advanced Security/Firewall'
const firewall = onChannel(FIREWALL_CHANNEL)
const RULE: Rows = {
  'entity.name': ['RuleName', 'RuleId'],
  'entity.uid': 'RuleId',
  'entity.type_id': is('Policy'),
  'actor.user.uid': 'ModifyingUser',
  'actor.app_name': 'ModifyingApplication',
}

export const FIREWALL: Chapter = {
  name: 'firewall-as',
  logSource: { service: 'firewall-as' },
  rows: { ...logOf(FIREWALL_CHANNEL), 'metadata.product.name': is('Windows Firewall') },
  profiles: [
    firewall([2004, 2071, 2097], 'rule added', { class: 'entity_management', activity: 'Create', rows: RULE }),
    firewall([2005, 2073, 2099], 'rule changed', { class: 'entity_management', activity: 'Update', rows: RULE }),
    firewall([2006, 2052, 2098], 'rule deleted', { class: 'entity_management', activity: 'Delete', rows: RULE }),
    firewall([2011, 2012], 'program blocked', {
      class: 'network_activity',
      activity: 'Refuse',
      rows: {
        'dst_endpoint.hostname': 'Computer',
        'dst_endpoint.port': integer('Port'),
        'connection_info.protocol_num': integer('Protocol'),
        'connection_info.direction_id': is('Inbound'),
        'actor.process.pid': integer('ProcessId'),
        'actor.user.uid': 'ModifyingUser',
        app_name: 'ApplicationPath',
      },
    }),
    {
      name: 'settings',
      when: { Channel: FIREWALL_CHANNEL },
      class: 'device_config_state_change',
      activity: 'Log',
      rows: { 'actor.user.uid': 'ModifyingUser', 'actor.app_name': 'ModifyingApplication' },
    },
  ],
}

const SESSIONS = 'Microsoft-Windows-TerminalServices-LocalSessionManager/Operational'
const CONNECTIONS = 'Microsoft-Windows-TerminalServices-RemoteConnectionManager/Operational'

/** Some shippers remove the event's own data, which is then only in the message. */
const USER: Rows = {
  'user.name': first(account('User', 'Param1'), capture('Message', /User: (?:[^\\\r\n]*\\)?([^\\\r\n]*)/)),
  'user.domain': first(
    accountDomain('User'),
    text('Param2'),
    capture('Message', /(?:Domain: |User: (?=[^\r\n]*\\))([^\\\r\n]*)/),
  ),
  'src_endpoint.ip': first(ip('Address', 'Param3'), capture('Message', /Source Network Address: (\S{1,60})/, 'ip')),
  'dst_endpoint.hostname': 'Computer',
}
const session = onChannel(SESSIONS)
const connection = onChannel(CONNECTIONS)
const SESSION: Rows = {
  ...USER,
  'connection_info.session.uid': first(text('SessionID', 'Session'), capture('Message', /Session ID: (\d{1,6})/)),
  'connection_info.direction_id': is('Inbound'),
}

export const REMOTE_DESKTOP: Chapter = {
  name: 'terminalservices-localsessionmanager',
  logSource: { service: 'terminalservices-localsessionmanager' },
  rows: { 'metadata.product.name': is('Remote Desktop Services') },
  profiles: [
    session([21, 23], 'session logon or logoff', {
      class: 'authentication',
      activity: lookup('EventID', { 21: 'Logon', 23: 'Logoff' }),
      rows: { ...USER, 'session.uid': first(text('SessionID'), capture('Message', /Session ID: (\d{1,6})/)) },
    }),
    session([24, 25, 39, 40], 'session disconnected or reconnected', {
      class: 'rdp_activity',
      activity: lookup('EventID', { 25: 'Reconnect' }, 'Disconnect'),
      rows: SESSION,
    }),
    { name: 'sessions', when: { Channel: SESSIONS }, class: 'rdp_activity', activity: 'Other', rows: SESSION },
    connection(1149, 'user authenticated', {
      class: 'authentication',
      activity: 'Logon',
      rows: { ...USER, logon_type_id: is('Remote Interactive'), status_id: is('Success') },
    }),
    connection([258, 261, 263], 'connection received', {
      class: 'rdp_activity',
      activity: 'Initial Request',
      rows: SESSION,
    }),
    { name: 'connections', when: { Channel: CONNECTIONS }, class: 'rdp_activity', activity: 'Other', rows: SESSION },
  ],
}

const NTLM_CHANNEL = 'Microsoft-Windows-NTLM/Operational'

export const NTLM: Chapter = {
  name: 'ntlm',
  logSource: { service: 'ntlm' },
  profiles: [
    {
      name: 'NTLM used',
      when: { Channel: NTLM_CHANNEL },
      class: 'authentication',
      activity: 'Logon',
      rows: {
        'user.name': ['UserName', 'ClientUserName', 'ProcessName'],
        'user.domain': ['DomainName', 'ClientDomainName'],
        'src_endpoint.hostname': ['WorkstationName', 'Computer'],
        'dst_endpoint.hostname': ['TargetName', 'SChannelName', 'Computer'],
        auth_protocol_id: is('NTLM'),
      },
    },
  ],
}

const SSH_CHANNEL = 'OpenSSH/Operational'

export const OPENSSH: Chapter = {
  name: 'openssh',
  logSource: { service: 'openssh' },
  profiles: [
    {
      name: 'sshd',
      when: { Channel: SSH_CHANNEL },
      class: 'ssh_activity',
      activity: 'Other',
      rows: {
        message: 'payload',
        'src_endpoint.ip': capture('payload', /(?:from|user \S{1,100}) ([0-9a-fA-F.:]{3,45}) port \d/, 'ip'),
        'src_endpoint.port': capture(
          'payload',
          /(?:from|user \S{1,100}) [0-9a-fA-F.:]{3,45} port (\d{1,5})/,
          'integer',
        ),
        'dst_endpoint.hostname': 'Computer',
        'actor.user.name': capture('payload', /(?:for|user) (?:invalid user |authenticating user )?(\S{1,100}) /),
        'actor.app_name': 'process',
      },
    },
  ],
}
