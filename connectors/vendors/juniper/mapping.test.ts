import { expect, test } from 'vitest'
import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { juniper } from './mapping.ts'

const sentence = (program: string, text: string) => recordOf(`<134>Mar 04 10:11:12 srx1 ${program}: ${text}`)
const line = (tag: string, data: string) =>
  recordOf(`<14>1 2024-03-04T10:11:12Z srx1 RT_FLOW - ${tag} [junos@2636.1.1.1.2.129 ${data}]`)

sourceTests(juniper, [
  {
    name: 'a session is closed',
    record: line(
      'RT_FLOW_SESSION_CLOSE',
      'reason="TCP FIN" source-address="10.0.0.7" source-port="5000" destination-address="192.0.2.10" destination-port="443" protocol-id="6" policy-name="out" session-id-32="9" packets-from-client="3" bytes-from-client="400" packets-from-server="4" bytes-from-server="900" elapsed-time="7" nat-source-address="198.51.100.1" nat-source-port="6000" nat-destination-address="192.0.2.10" nat-destination-port="443"',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Close',
      duration: 7000,
      src_endpoint: { ip: '10.0.0.7', port: 5000, proxy_endpoint: { ip: '198.51.100.1', port: 6000 } },
      dst_endpoint: { ip: '192.0.2.10', port: 443 },
      traffic: { bytes_out: 400, bytes_in: 900 },
      firewall_rule: { name: 'out' },
    },
  },
  {
    name: 'an attack whose session is closed by IDP',
    record: line(
      'IDP_ATTACK_LOG_EVENT',
      'source-address="192.0.2.10" destination-address="10.0.0.7" attack-name="HTTP:LOG4J" action="CLOSE" threat-severity="HIGH"',
    ),
    becomes: { class_uid: 2004, action: 'Denied', disposition: 'Reset' },
  },
  {
    name: 'a session that AppTrack counts',
    record: line(
      'APPTRACK_SESSION_CLOSE',
      'source-address="10.0.0.7" destination-address="192.0.2.10" reason="TCP FIN"',
    ),
    becomes: { activity_name: 'Close', action: 'Allowed', disposition: 'Allowed', status: 'Success' },
  },
  {
    name: 'a session that is denied',
    record: line('RT_FLOW_SESSION_DENY', 'source-address="10.0.0.7" destination-address="192.0.2.10"'),
    becomes: { activity_name: 'Refuse', action: 'Denied', status: 'Failure' },
  },
  {
    name: 'a line that is typed may be any command',
    record: line('UI_CMDLINE_READ_LINE', 'username="ann" command="show version "'),
    becomes: { class_uid: 3004, activity_name: 'Other', actor: { user: { name: 'ann' } } },
  },
  {
    name: 'an attack',
    record: line(
      'IDP_ATTACK_LOG_EVENT',
      'source-address="192.0.2.10" source-port="1" destination-address="10.0.0.7" destination-port="80" attack-name="HTTP:LOG4J" action="DROP" threat-severity="HIGH"',
    ),
    becomes: { class_uid: 2004, severity: 'High', finding_info: { title: 'HTTP:LOG4J' }, action: 'Denied' },
  },
  {
    name: 'malware, by its verdict',
    record: line(
      'AAMW_ACTION_LOG',
      `source-address="192.0.2.10" destination-address="10.0.0.7" malware-info="Testfile" action="PERMIT" verdict-number="10" username="N/A" sample-sha256="${'e'.repeat(64)}" file-name="a.exe" url="N/A"`,
    ),
    becomes: {
      class_uid: 2004,
      severity: 'High',
      finding_info: { title: 'Testfile' },
      evidences: [{ file: { name: 'a.exe', hashes: [{ algorithm: 'SHA-256' }] } }],
    },
  },
  {
    name: 'a session of a logical system',
    record: line(
      'RT_FLOW_SESSION_CREATE_LS',
      'source-address="10.0.0.7" source-port="5000" destination-address="192.0.2.10" destination-port="443" protocol-id="6"',
    ),
    becomes: { class_uid: 4001, activity_name: 'Open', action: 'Allowed', disposition: 'Allowed' },
  },
  {
    name: 'a session in words',
    record: sentence(
      'RT_FLOW',
      'RT_FLOW_SESSION_CREATE: session created 10.0.0.7/58662->192.0.2.53/53 junos-dns-udp 198.51.100.1/55893->192.0.2.53/53 TRUST-ACCESS None 17 OUT TRUST INTERNET 6316 N/A(N/A) vlan.192',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Open',
      src_endpoint: { ip: '10.0.0.7', port: 58662, zone: 'TRUST', proxy_endpoint: { ip: '198.51.100.1', port: 55893 } },
      dst_endpoint: { ip: '192.0.2.53', port: 53, zone: 'INTERNET' },
      connection_info: { uid: '6316', protocol_num: 17 },
      firewall_rule: { name: 'OUT' },
      app_name: 'junos-dns-udp',
    },
  },
  {
    name: 'a session in the words of later versions',
    record: sentence(
      'RT_FLOW',
      'RT_FLOW_SESSION_CLOSE: session closed TCP FIN: 10.0.0.7/1->192.0.2.2/22 0x0 junos-ssh 198.51.100.1/9->192.0.2.2/22 0x0 source rule r1 N/A N/A 6 allow trust untrust 77 3(400) 5(900) 7 UNKNOWN UNKNOWN N/A(N/A) ge-0/0/1.0 UNKNOWN',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Close',
      duration: 7000,
      status_detail: 'TCP FIN',
      traffic: { packets_out: 3, bytes_out: 400, packets_in: 5, bytes_in: 900 },
      connection_info: { uid: '77', protocol_num: 6 },
      firewall_rule: { name: 'allow' },
    },
  },
  {
    name: 'a session that is denied, in words',
    record: sentence(
      'RT_FLOW',
      'RT_FLOW_SESSION_DENY: session denied 10.0.0.7/1->192.0.2.2/22 0x0 junos-ssh 6(0) deny-all trust untrust UNKNOWN UNKNOWN N/A(N/A) ge-0/0/1.0 No Denied by policy 17',
    ),
    becomes: {
      activity_name: 'Refuse',
      action: 'Denied',
      firewall_rule: { name: 'deny-all' },
      connection_info: { protocol_num: 6 },
      dst_endpoint: { zone: 'untrust' },
    },
  },
  {
    name: 'an attack in words',
    record: sentence(
      'RT_IDP',
      'IDP_ATTACK_LOG_EVENT: IDP: at 1303673404, ANOMALY Attack log <192.0.2.10/48397->10.0.0.7/80> for TCP protocol and service HTTP application NONE by rule 3 of rulebase IPS in policy Recommended. attack: repeat=0, action=DROP, threat-severity=HIGH, name=HTTP:INVALID:VERSION, NAT <0.0.0.0:0->0.0.0.0:0>, time-elapsed=0, inbytes=0',
    ),
    becomes: {
      class_uid: 2004,
      severity: 'High',
      action: 'Denied',
      finding_info: { title: 'HTTP:INVALID:VERSION' },
      evidences: [{ src_endpoint: { ip: '192.0.2.10', port: 48397 }, dst_endpoint: { ip: '10.0.0.7', port: 80 } }],
    },
  },
  {
    name: 'a page that is blocked',
    record: sentence(
      'RT_UTM',
      'WEBFILTER_URL_BLOCKED: WebFilter: ACTION="URL Blocked" 10.0.0.7(62054)->192.0.2.1(443) CATEGORY="Games" REASON="BY_PRE_DEFINED" PROFILE="p" URL=example.com OBJ=/a username N/A roles N/A',
    ),
    becomes: {
      class_uid: 4002,
      action: 'Denied',
      src_endpoint: { ip: '10.0.0.7', port: 62054 },
      dst_endpoint: { ip: '192.0.2.1', port: 443 },
      http_request: { url: { hostname: 'example.com', path: '/a', url_string: 'example.com/a' } },
    },
  },
  {
    name: 'a logon that fails',
    record: line('SSHD_LOGIN_FAILED', 'username="root" source-address="192.0.2.9"'),
    becomes: { class_uid: 3002, activity_name: 'Logon', status: 'Failure', severity: 'Low', user: { name: 'root' } },
  },
  {
    name: 'an administrator leaves',
    record: line('UI_LOGOUT_EVENT', 'username="bob"'),
    becomes: { class_uid: 3002, activity_name: 'Logoff', status: 'Success' },
  },
])

test('N/A is nobody', () => {
  const data = 'source-address="10.0.0.7" destination-address="192.0.2.10" protocol-id="6" username='
  const actorOf = (user: string) => juniper.toOcsf(line('RT_FLOW_SESSION_DENY', `${data}"${user}"`))?.actor
  expect(actorOf('N/A')).toBeUndefined()
  expect(actorOf('bob')).toEqual({ user: { name: 'bob' } })
})

test('an address that stays what it is was not translated', () => {
  const data =
    'source-address="10.0.0.7" source-port="1" destination-address="192.0.2.10" nat-source-address="10.0.0.7" nat-source-port="1"'
  const event = juniper.toOcsf(line('RT_FLOW_SESSION_CREATE', data))
  expect(event?.src_endpoint).not.toHaveProperty('proxy_endpoint')
})
