import { expect, test } from 'vitest'
import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { fortinet } from './mapping.ts'

const HEAD = 'date=2024-03-04 time=10:11:12 tz="+0100" devname="fg1" devid="FG1" logid="0000000013"'
const line = (pairs: string) => recordOf(`<189>${HEAD} ${pairs}`)
const CHANGE = line(
  'type="event" subtype="system" level="notice" user="admin" ui="GUI(10.0.0.9)" action="Add" cfgpath="system.admin" cfgobj="eve" msg="Add system.admin eve"',
)

sourceTests(fortinet, [
  {
    name: 'traffic that is denied',
    record: line(
      'type="traffic" subtype="forward" level="notice" srcip=10.0.0.7 srcport=5000 dstip=192.0.2.10 dstport=25 proto=6 action="deny" policyid=7 sentbyte=0 rcvdbyte=0 duration=3',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Refuse',
      action: 'Denied',
      time: Date.UTC(2024, 2, 4, 9, 11, 12),
      duration: 3000,
      src_endpoint: { ip: '10.0.0.7', port: 5000 },
      firewall_rule: { uid: '7' },
      device: { hostname: 'fg1', uid: 'FG1' },
    },
  },
  {
    name: 'traffic whose source is translated',
    record: line(
      'type="traffic" subtype="forward" level="notice" srcip=10.0.0.7 srcport=5000 dstip=192.0.2.10 dstport=443 proto=6 action="close" trandisp="snat" transip=198.51.100.1 transport=6000',
    ),
    becomes: {
      src_endpoint: { ip: '10.0.0.7', port: 5000, proxy_endpoint: { ip: '198.51.100.1', port: 6000 } },
      dst_endpoint: { ip: '192.0.2.10', port: 443 },
    },
  },
  {
    name: 'a name that has several addresses',
    record: line(
      'type="utm" subtype="dns" eventtype="dns-response" level="notice" srcip=10.0.0.7 srcport=5000 dstip=192.0.2.10 dstport=53 proto=17 qname="a.example" qtype="A" qclass="IN" ipaddr="192.0.2.8, 192.0.2.9" action="pass"',
    ),
    becomes: {
      class_uid: 4003,
      activity_name: 'Response',
      answers: [{ rdata: '192.0.2.8' }, { rdata: '192.0.2.9' }],
    },
  },
  {
    name: 'an attack',
    record: line(
      'type="utm" subtype="ips" level="alert" severity="high" srcip=192.0.2.10 dstip=10.0.0.7 dstport=80 attack="Log4j" attackid=51006 action="dropped"',
    ),
    becomes: {
      class_uid: 2004,
      severity: 'High',
      finding_info: { title: 'Log4j', uid: '51006' },
      disposition: 'Dropped',
    },
  },
  {
    name: 'an attack that FortiWeb saw',
    record: recordOf(
      '<189>date=2024-03-04 time=10:11:12 devname=fw1 device_id=FV-1KD log_id=20000010 type=attack subtype="waf_signature_detection" pri=alert severity_level=Medium action=Alert src=172.22.6.234 src_port=60554 dst=10.0.9.13 dst_port=80 http_method=get http_url="/a.php?file=../" http_host="www.example:8080" http_agent="curl/8" msg="Traversal"',
    ),
    becomes: {
      class_uid: 2004,
      severity: 'Medium',
      metadata: { product: { name: 'FortiWeb', vendor_name: 'Fortinet' } },
      evidences: [
        {
          src_endpoint: { ip: '172.22.6.234', port: 60554 },
          dst_endpoint: { ip: '10.0.9.13', port: 80 },
          http_request: {
            http_method: 'GET',
            user_agent: 'curl/8',
            url: { hostname: 'www.example', path: '/a.php', query_string: 'file=../' },
          },
        },
      ],
    },
  },
  {
    name: 'a mail that FortiMail looked at',
    record: recordOf(
      '<189>date=2024-03-04 time=10:11:12 devname=fm1 device_id=FEVM02 log_id=0300021505 type=spam subtype=default pri=notice session_id="s1" client_name="mx.example" client_ip="192.0.2.94" dst_ip="10.0.0.1" from="eve@mail.example" to="bob@mail.example" subject="your code" msg="DNSBL"',
    ),
    becomes: {
      class_uid: 4009,
      activity_name: 'Scan',
      metadata: { product: { name: 'FortiMail' } },
      email: { from: 'eve@mail.example', to: ['bob@mail.example'], subject: 'your code', uid: 's1' },
      src_endpoint: { ip: '192.0.2.94', hostname: 'mx.example' },
      dst_endpoint: { ip: '10.0.0.1' },
    },
  },
  {
    name: 'a file with a virus, by the hash that has a strength',
    record: line(
      'type="utm" subtype="virus" level="warning" srcip=10.0.0.7 dstip=192.0.2.10 virus="EICAR" filename="eicar.com" action="blocked" checksum="6851cf3c" analyticscksum="275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f"',
    ),
    becomes: {
      class_uid: 2004,
      evidences: [{ file: { name: 'eicar.com', hashes: [{ algorithm: 'SHA-256' }] } }],
    },
  },
  {
    name: 'a logon to the VPN that is refused',
    record: line(
      'type="event" subtype="vpn" level="alert" action="ssl-login-fail" tunneltype="ssl-web" remip=192.0.2.10 user="eve" reason="sslvpn_login_permission_denied"',
    ),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Failure',
      user: { name: 'eve' },
      src_endpoint: { ip: '192.0.2.10' },
    },
  },
  {
    name: 'a user that an agent of the domain has seen to sign in',
    record: line(
      'type="event" subtype="user" level="notice" srcip=10.0.0.7 user="ann" action="auth-logon" status="logon"',
    ),
    becomes: { class_uid: 3002, activity_name: 'Logon', status: 'Success', user: { name: 'ann' } },
  },
  {
    name: 'a connection to the VPN is not yet a tunnel',
    record: line('type="event" subtype="vpn" level="information" action="ssl-new-con" remip=192.0.2.9 user="N/A"'),
    becomes: { class_uid: 4014, activity_id: 99, activity_name: 'ssl-new-con' },
  },
  {
    name: 'an attack whose session is cut',
    record: line(
      'type="utm" subtype="ips" level="alert" severity="high" srcip=10.0.0.7 dstip=192.0.2.10 attack="a" attackid=1 action="reset"',
    ),
    becomes: { class_uid: 2004, action: 'Denied', disposition: 'Blocked' },
  },
  {
    name: 'traffic that nobody answered',
    record: line(
      'type="traffic" subtype="forward" level="notice" srcip=10.0.0.7 dstip=192.0.2.10 proto=6 action="ip-conn"',
    ),
    becomes: { activity_name: 'Fail', action: 'Allowed' },
  },
  {
    name: 'an administrator fails to log in',
    record: line(
      'type="event" subtype="system" level="alert" user="eve" ui="ssh(192.0.2.10)" srcip=192.0.2.10 action="login" status="failed" reason="passwd_invalid"',
    ),
    becomes: { class_uid: 3002, status: 'Failure', service: { name: 'ssh' } },
  },
  {
    name: 'a session that its client resets was allowed',
    record: line('type="traffic" subtype="forward" level="notice" srcip=10.0.0.7 dstip=192.0.2.10 action="client-rst"'),
    becomes: { class_uid: 4001, activity_name: 'Reset', status: 'Success', action: 'Allowed' },
  },
  {
    name: 'a session that ran out of time was allowed',
    record: line('type="traffic" subtype="forward" level="notice" srcip=10.0.0.7 dstip=192.0.2.10 action="timeout"'),
    becomes: { class_uid: 4001, activity_name: 'Close', status: 'Success', action: 'Allowed' },
  },
  {
    name: 'an administrator is added',
    record: CHANGE,
    becomes: {
      class_uid: 3004,
      activity_name: 'Create',
      entity: { name: 'system.admin', uid: 'eve' },
      actor: { user: { name: 'admin' } },
    },
  },
])

test('the log source and fields are those of Sigma', () => {
  expect(fortinet.logSourceOf(CHANGE)).toEqual({ product: 'fortigate', service: 'event', categories: [] })
  expect(fortinet.viewOf(CHANGE).paths('cfgpath')).toEqual([{ path: ['cfgpath'] }])
})

test('N/A is nobody', () => {
  const tunnel = (user: string) =>
    fortinet.toOcsf(line(`type="event" subtype="vpn" action="tunnel-down" remip=192.0.2.10 user="${user}"`))
  expect(tunnel('N/A')).not.toHaveProperty('user')
  expect(tunnel('bob')).toMatchObject({ user: { name: 'bob' } })
})
