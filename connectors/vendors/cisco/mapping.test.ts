import { describe, expect, test } from 'vitest'
import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { cisco } from './mapping.ts'
import { umbrella } from './umbrella.ts'

const line = (text: string) => recordOf(`<166>Mar  4 2024 10:11:12 fw1 : ${text}`)

const FTD =
  'AccessControlRuleAction: Allow, SrcIP: 192.0.2.10, DstIP: 10.0.0.7, SrcPort: 5000, DstPort: 443, Protocol: tcp, IngressInterface: o, EgressInterface: d, IngressZone: Outside, EgressZone: DMZ, ACPolicy: p, AccessControlRuleName: r, User: No Authentication Required'

sourceTests(cisco, [
  {
    name: 'FTD: a connection ends',
    record: line(
      `%FTD-6-430003: ${FTD}, ConnectionDuration: 600, InitiatorPackets: 2, ResponderPackets: 3, InitiatorBytes: 31, ResponderBytes: 40`,
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Close',
      action: 'Allowed',
      duration: 600_000,
      src_endpoint: { ip: '192.0.2.10', zone: 'Outside' },
      dst_endpoint: { ip: '10.0.0.7', zone: 'DMZ' },
      traffic: { packets_out: 2, packets_in: 3, bytes_out: 31, bytes_in: 40 },
      policy: { name: 'p' },
    },
  },
  {
    name: 'FTD: how grave a connection is says its priority, not the level that the device writes at',
    record: line(`%FTD-1-430002: EventPriority: Low, ${FTD}`),
    becomes: { class_uid: 4001, severity: 'Low' },
  },
  {
    name: 'FTD: a connection without a priority',
    record: line(`%FTD-1-430003: ${FTD}`),
    becomes: { class_uid: 4001, severity: 'Informational' },
  },
  {
    name: 'ASA: ends with security groups and users',
    record: line(
      '%ASA-6-302013: Built inbound TCP connection 8 for outside:192.0.2.10/5000(LOCAL\\ada, 17:sales) (192.0.2.10/5000) to inside:10.0.0.7/443(18:web) (10.0.0.7/443) (ada)',
    ),
    becomes: {
      class_uid: 4001,
      actor: { user: { name: 'ada' } },
      src_endpoint: { ip: '192.0.2.10', port: 5000, interface_name: 'outside' },
      dst_endpoint: { ip: '10.0.0.7', port: 443, interface_name: 'inside' },
    },
  },
  {
    name: 'ASA: an end with a security group and no port',
    record: line(
      '%ASA-4-106023: Deny icmp src outside:192.0.2.10(9999:theirs) dst inside:10.0.0.7(8888:ours) (type 3, code 3) by access-group "acl" [0x0, 0x0]',
    ),
    becomes: { src_endpoint: { ip: '192.0.2.10' }, dst_endpoint: { ip: '10.0.0.7' }, firewall_rule: { name: 'acl' } },
  },
  {
    name: 'ASA: ends by their names',
    record: line(
      '%ASA-4-106023: Deny tcp src outside:mailer/5000 dst inside:web.example.com/443 by access-group "acl"',
    ),
    becomes: {
      src_endpoint: { hostname: 'mailer', port: 5000 },
      dst_endpoint: { hostname: 'web.example.com', port: 443 },
    },
  },
  {
    name: 'ASA: a session over SSH ends',
    record: line(
      '%ASA-6-315011: SSH session from 192.0.2.10 on interface outside for user "ada" disconnected by SSH server, reason: "Internal error" (0x00)',
    ),
    becomes: { class_uid: 3002, activity_name: 'Logoff', user: { name: 'ada' }, src_endpoint: { ip: '192.0.2.10' } },
  },
  {
    name: 'FTD: a connection begins',
    record: line(`%FTD-6-430002: ${FTD}`),
    becomes: { class_uid: 4001, activity_name: 'Open', action: 'Allowed' },
  },
  {
    name: 'FTD: a connection is blocked',
    record: line(`%FTD-6-430003: ${FTD.replace('Allow', 'Block with reset')}`),
    becomes: { class_uid: 4001, activity_name: 'Refuse', action: 'Denied' },
  },
  {
    name: 'FTD: a connection is trusted',
    record: line(`%FTD-6-430002: ${FTD.replace('Allow', 'Trust')}`),
    becomes: { activity_name: 'Open', action: 'Allowed' },
  },
  {
    name: 'FTD: an intrusion that would have been dropped',
    record: line(
      '%FTD-1-430001: SrcIP: 192.0.2.10, DstIP: 10.0.0.7, SID: 7, Priority: 2, InlineResult: Would have dropped, Message: m',
    ),
    becomes: { class_uid: 2004, severity: 'Medium', action: 'Observed', disposition: 'Detected' },
  },
  {
    name: 'a command that only shows',
    record: line("%ASA-7-111009: User 'ann' executed cmd: show running-config"),
    becomes: { class_uid: 3004, activity_name: 'Read', actor: { user: { name: 'ann' } } },
  },
  {
    name: 'an address right behind the name of a user that is hidden',
    record: line(
      '%ASA-6-113015: AAA user authentication Rejected : reason = Invalid password : local database : user = *****: user IP = 198.51.100.3',
    ),
    becomes: { class_uid: 3002, status_id: 2, user: { name: '*****' }, src_endpoint: { ip: '198.51.100.3' } },
  },
  {
    name: 'what is accounted for is no logon',
    record: line('%ASA-6-113004: AAA user accounting Successful : server = 10.0.0.2 : user = ann'),
    becomes: { class_uid: 0 },
  },
  {
    name: 'an address that is denied',
    record: line('%ASA-5-304002: Access denied URL http://a.example/b SRC 10.0.0.7 DEST 192.0.2.1 on interface inside'),
    becomes: {
      class_uid: 4002,
      http_request: { url: { url_string: 'http://a.example/b' } },
      src_endpoint: { ip: '10.0.0.7' },
      disposition: 'Blocked',
    },
  },
  {
    name: 'another level of rights',
    record: line('%ASA-5-502103: User priv level changed: Uname: ann From: 1 To: 15'),
    becomes: { class_uid: 3005, user: { name: 'ann' }, privileges: ['15'] },
  },
  {
    name: 'FTD: malware',
    record: line(
      `%FTD-1-430005: SrcIP: 192.0.2.10, DstIP: 10.0.0.7, FileName: a.exe, FileSHA256: ${'e'.repeat(64)}, ThreatName: W32.Eicar`,
    ),
    becomes: {
      class_uid: 2004,
      finding_info: { title: 'W32.Eicar' },
      evidences: [{ src_endpoint: { ip: '192.0.2.10' }, file: { name: 'a.exe', hashes: [{ algorithm: 'SHA-256' }] } }],
    },
  },
  {
    name: 'FTD: a harmless file',
    record: line(
      `%FTD-1-430004: SrcIP: 192.0.2.10, DstIP: 10.0.0.7, Protocol: tcp, FileDirection: Download, FileName: a.pdf, FileSHA256: ${'e'.repeat(64)}, SHA_Disposition: Clean`,
    ),
    becomes: {
      class_uid: 4010,
      activity_name: 'Download',
      severity: 'Informational',
      src_endpoint: { ip: '192.0.2.10' },
      file: { name: 'a.pdf', hashes: [{ algorithm: 'SHA-256' }] },
    },
  },
  {
    name: 'IOS: a port refuses a client',
    record: line(
      '%DOT1X-5-FAIL: Switch 1 R0/0: sessmgrd: Authentication failed for client (0011.2233.4455) with reason (Cred Fail) on Interface Gi1/0/5 AuditSessionID 0A01 Username: kim',
    ),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'kim' }, src_endpoint: { mac: '00:11:22:33:44:55' } },
  },
  {
    name: 'ASA: a connection is built',
    record: line(
      '%ASA-6-302013: Built outbound TCP connection 11757 for outside:192.0.2.10/443 (192.0.2.10/443) to inside:10.0.0.7/51000 (198.51.100.1/51000)',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Open',
      action: 'Allowed',
      src_endpoint: {
        ip: '10.0.0.7',
        port: 51_000,
        interface_name: 'inside',
        proxy_endpoint: { ip: '198.51.100.1', port: 51_000 },
      },
      dst_endpoint: { ip: '192.0.2.10', port: 443, interface_name: 'outside' },
      connection_info: { direction: 'Outbound', uid: '11757' },
      metadata: { event_code: '302013' },
    },
  },
  {
    name: 'ASA: a connection is built inwards, by a user',
    record: line(
      '%ASA-6-302015: Built inbound UDP connection 7 for outside:192.0.2.10/4444 (192.0.2.10/4444)(LOCAL\\eve) to dmz:10.0.0.7/53 (198.51.100.1/53)',
    ),
    becomes: {
      src_endpoint: { ip: '192.0.2.10', port: 4444, interface_name: 'outside' },
      dst_endpoint: { ip: '10.0.0.7', port: 53, interface_name: 'dmz' },
      actor: { user: { name: 'eve', domain: 'LOCAL' } },
    },
  },
  {
    name: 'ASA: an address is translated, which is no connection to what it becomes',
    record: line(
      '%ASA-6-305011: Built dynamic TCP translation from inside:10.0.0.7/51000 to outside:198.51.100.1/1025',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Open',
      src_endpoint: {
        ip: '10.0.0.7',
        port: 51_000,
        interface_name: 'inside',
        proxy_endpoint: { ip: '198.51.100.1', port: 1025, interface_name: 'outside' },
      },
    },
  },
  {
    name: 'ASA: a translation ends',
    record: line(
      '%ASA-6-305012: Teardown dynamic UDP translation from inside:10.0.0.7/53 to outside:198.51.100.1/1026 duration 0:00:30',
    ),
    becomes: { activity_name: 'Close', duration: 30_000, src_endpoint: { proxy_endpoint: { ip: '198.51.100.1' } } },
  },
  {
    name: 'ASA: a connection ends, whose user stands behind the reason',
    record: line(
      '%ASA-6-302014: Teardown TCP connection 7 for outside:192.0.2.10/443 to inside:10.0.0.7/51000 duration 0:00:30 bytes 1234 TCP FINs (eve)',
    ),
    becomes: {
      activity_name: 'Close',
      duration: 30_000,
      traffic: { bytes: 1234 },
      status_detail: 'TCP FINs',
      actor: { user: { name: 'eve' } },
    },
  },
  {
    name: 'ASA: an echo from outside, whose number is no port',
    record: line(
      '%ASA-6-302020: Built inbound ICMP connection for faddr 192.0.2.10/1 gaddr 198.51.100.1/0 laddr 10.0.0.7/0 type 8 code 0',
    ),
    becomes: {
      src_endpoint: { ip: '192.0.2.10' },
      dst_endpoint: { ip: '10.0.0.7' },
      connection_info: { protocol_name: 'ICMP', direction: 'Inbound' },
    },
  },
  {
    name: 'ASA: an inbound connection is denied',
    record: line(
      '%ASA-2-106001: Inbound TCP connection denied from 192.0.2.10/4444 to 10.0.0.7/22 flags SYN  on interface outside',
    ),
    becomes: { activity_name: 'Refuse', connection_info: { direction: 'Inbound' }, dst_endpoint: { port: 22 } },
  },
  {
    name: 'ASA: access to the device itself is denied',
    record: line('%ASA-3-710003: TCP access denied by ACL from 192.0.2.10/51515 to outside:198.51.100.1/22'),
    becomes: { activity_name: 'Refuse', dst_endpoint: { ip: '198.51.100.1', port: 22 } },
  },
  {
    name: 'ASA: a server accepts a user, two spaces before its address',
    record: line('%ASA-6-113004: AAA user authentication Successful : server =  10.0.0.10 : user = eve'),
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'eve' }, dst_endpoint: { ip: '10.0.0.10' } },
  },
  {
    name: 'ASA: a session of the VPN ends',
    record: line(
      '%ASA-4-113019: Group = VPN, Username = eve, IP = 192.0.2.10, Session disconnected. Session Type: SSL, Duration: 1d 1h:02m:03s, Bytes xmt: 12, Bytes rcv: 34, Reason: User Requested',
    ),
    becomes: {
      class_uid: 4014,
      activity_name: 'Close',
      duration: 90_123_000,
      status_detail: 'User Requested',
      traffic: { bytes_in: 12, bytes_out: 34 },
    },
  },
  {
    name: 'ASA: an address is given to a session of the VPN',
    record: line(
      '%ASA-4-722051: Group <VPN> User <eve> IP <192.0.2.10> IPv4 Address <10.9.9.9> IPv6 address <::> assigned to session',
    ),
    becomes: { activity_name: 'Open', tunnel_interface: { ip: '10.9.9.9' } },
  },
  {
    name: 'ASA: the botnet filter sees a listed address',
    record: line(
      '%ASA-4-338002: Dynamic filter monitored blacklisted TCP traffic from inside:10.0.0.7/51515 (198.51.100.1/51515) to outside:192.0.2.66/80 (192.0.2.66/80), destination 192.0.2.66 resolved from dynamic list: bad.example',
    ),
    becomes: {
      class_uid: 2004,
      action: 'Observed',
      evidences: [{ src_endpoint: { ip: '10.0.0.7' }, dst_endpoint: { ip: '192.0.2.66', port: 80 } }],
    },
  },
  {
    name: 'ASA: a signature of its intrusion detection',
    record: line('%ASA-4-400023: IDS:2150 ICMP fragment from 192.0.2.10 to 10.0.0.7 on interface outside'),
    becomes: { finding_info: { title: 'ICMP fragment', analytic: { uid: '2150' } } },
  },
  {
    name: 'ASA: threat detection names who scans',
    record: line('%ASA-4-733101: Host 192.0.2.10 is attacking. Current burst rate is 10 per second'),
    becomes: { class_uid: 2004, evidences: [{ src_endpoint: { ip: '192.0.2.10' } }] },
  },
  {
    name: 'ASA: a rule denies',
    record: line(
      '%ASA-4-106023: Deny tcp src outside:192.0.2.10/40000 dst inside:10.0.0.7/22 by access-group "outside_in" [0x0, 0x0]',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Refuse',
      action: 'Denied',
      severity: 'Low',
      dst_endpoint: { ip: '10.0.0.7', port: 22 },
      firewall_rule: { name: 'outside_in' },
    },
  },
  {
    name: 'ASA: a user is refused',
    record: line(
      '%ASA-6-113015: AAA user authentication Rejected : reason = Invalid password : local database : user = eve : user IP = 192.0.2.10',
    ),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'eve' }, src_endpoint: { ip: '192.0.2.10' } },
  },
  {
    name: 'IOS: a login fails',
    record: line(
      '%SEC_LOGIN-4-LOGIN_FAILED: Login failed [user: eve] [Source: 192.0.2.10] [localport: 22] [Reason: Login Authentication Failed] at 10:11:12 UTC Mon Mar 4 2024',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'eve' },
      src_endpoint: { ip: '192.0.2.10' },
      metadata: { product: { name: 'Cisco IOS' } },
    },
  },
  {
    name: 'Arista EOS: somebody logs on',
    record: line('%AAA-5-LOGIN: user eve logged in [from: 192.0.2.10] [service: sshd] [tty: ssh]'),
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'eve' }, src_endpoint: { ip: '192.0.2.10' } },
  },
  {
    name: 'Arista EOS: a login fails',
    record: line(
      '%AAA-4-LOGIN_FAILED: user eve failed to login [from: 192.0.2.10] [service: sshd] [reason: Authentication failed]',
    ),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'eve' }, src_endpoint: { ip: '192.0.2.10' } },
  },
  {
    name: 'Meraki: a flow',
    record: recordOf(
      '<134>1 1709547072.1 mx1 flows deny src=10.0.0.7 dst=192.0.2.10 protocol=tcp sport=52421 dport=80',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Refuse',
      src_endpoint: { ip: '10.0.0.7', port: 52_421 },
      dst_endpoint: { port: 80 },
    },
  },
  {
    name: 'words',
    record: line('%LINEPROTO-5-UPDOWN: Line protocol on Interface Gi0/1, changed state to down'),
    becomes: { class_uid: 0, message: 'Line protocol on Interface Gi0/1, changed state to down' },
  },
])

describe('Umbrella', () => {
  sourceTests(umbrella, [
    {
      name: 'a name is blocked',
      record: {
        action: 'Blocked',
        internalIp: '10.0.0.7',
        externalIp: '192.0.2.1',
        timestamp: '2024-03-04 10:11:12.000',
        responseCode: 'NOERROR',
        domain: 'evil.example.',
      },
      becomes: {
        class_uid: 4003,
        action: 'Denied',
        query: { hostname: 'evil.example' },
        rcode: 'NoError',
        src_endpoint: { ip: '10.0.0.7' },
      },
    },
  ])
})

test('the log sources are those of Sigma', () => {
  expect(cisco.logSourceOf(line('%BGP-3-NOTIFICATION: sent to neighbor 192.0.2.1'))).toEqual({
    product: 'cisco',
    service: 'bgp',
    categories: [],
  })
})

test('what a translation makes of an address is no other end, and an address that stays was not translated', () => {
  const translation = cisco.toOcsf(
    line('%ASA-6-305011: Built static TCP translation from inside:10.0.0.7/51000 to outside:198.51.100.1/1025'),
  )
  expect(translation).not.toHaveProperty('dst_endpoint')
  const flow = cisco.toOcsf(
    line(
      '%ASA-6-302013: Built inbound TCP connection 7 for outside:192.0.2.10/4444 (192.0.2.10/4444) to dmz:10.0.0.7/53 (198.51.100.1/53)',
    ),
  )
  expect(flow?.src_endpoint).not.toHaveProperty('proxy_endpoint')
  expect(flow).toMatchObject({ dst_endpoint: { ip: '10.0.0.7', proxy_endpoint: { ip: '198.51.100.1', port: 53 } } })
  const echo = (local: string) =>
    cisco.toOcsf(
      line(
        `%ASA-6-302020: Built inbound ICMP connection for faddr 192.0.2.10/1 gaddr 198.51.100.1/7 laddr ${local}/0 type 8 code 0`,
      ),
    )
  expect(echo('10.0.0.7')?.dst_endpoint).toEqual({ ip: '10.0.0.7', proxy_endpoint: { ip: '198.51.100.1' } })
  expect(echo('198.51.100.1')?.dst_endpoint).toEqual({ ip: '198.51.100.1' })
})
