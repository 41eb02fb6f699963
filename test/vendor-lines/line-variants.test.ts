/** Variants of lines whose usual form is known: each is read as the usual form is. */
import { expect, test } from 'vitest'
import { readLines } from './read-lines.ts'

const T = '2026-11-27T10:11:12.000Z'
const SSH = 'Failed password for root from 198.51.100.4 port 4242 ssh2'
const ROOT = { table: 'linux/1', class: 3002, target: 'root', src: '198.51.100.4', srcPort: 4242 }

const read = (lines: string) => readLines(`${lines}\n`)

test.each<readonly [string, string, object]>([
  [
    'a relay with an address before the header of the sender',
    `<38>Nov 27 10:11:13 192.0.2.5 Nov 27 10:11:12 h2 sshd[12]: ${SSH}`,
    { ...ROOT, host: 'h2', time: T },
  ],
  [
    'a relay before a whole line',
    `<38>Nov 27 10:11:13 relay1 <38>Nov 27 10:11:12 h2 sshd[12]: ${SSH}`,
    { ...ROOT, host: 'h2', time: T },
  ],
  [
    'a relay of the older form before the newer one',
    `<38>Nov 27 10:11:13 relay1 1 2026-11-27T11:11:12+01:00 h2 sshd 12 - - ${SSH}`,
    { ...ROOT, host: 'h2', time: T },
  ],
  [
    'a program that quotes a line stays itself',
    `<38>Nov 27 10:11:12 h2 app: Nov 27 10:11:11 h3 sshd[12]: ${SSH}`,
    { host: 'h2', time: T },
  ],
  [
    "Apache's digest: the realm is no part of the name",
    "[Fri Nov 27 10:11:12.000000 2026] [auth_digest:error] [pid 11:tid 22] [client 2001:db8::4:5555] AH01794: user `kim' in realm `r' not found: /d",
    { class: 3002, status: 2, target: 'kim', src: '2001:db8::4', srcPort: 5555, time: T },
  ],
  [
    'a line of Apache in a record that names the machine',
    '{"message":"[Fri Nov 27 10:11:12.000000 2026] [ssl:error] [pid 1:tid 2] [client 198.51.100.4:5555] AH02039: Certificate Verification: Error (19)","host":{"name":"web1"}}',
    { class: 4001, host: 'web1', src: '198.51.100.4', time: T },
  ],
  [
    'BIND with a key and a view',
    "27-Nov-2026 10:11:12.000 xfer-out: info: client @0x7f 198.51.100.9#5353/key k (example.com): view x: transfer of 'example.com/IN': AXFR started",
    { class: 4003, src: '198.51.100.9', srcPort: 5353, domain: 'example.com', time: T },
  ],
  [
    'SQL Server in French: the words have apostrophes too',
    "2026-11-27 10:11:12.00 Ouverture de session Échec de l'ouverture de session de l'utilisateur 'sa'. Raison : x. [CLIENT : 198.51.100.9]",
    { table: 'mssql/1', class: 3002, status: 2, target: 'sa', src: '198.51.100.9', time: T },
  ],
  [
    'SQL Server in Spanish',
    "2026-11-27 10:11:12.00 Inicio de sesión Error de inicio de sesión del usuario 'sa'. Motivo: x. [CLIENTE: 198.51.100.9]",
    { table: 'mssql/1', class: 3002, status: 2, target: 'sa', src: '198.51.100.9' },
  ],
  [
    'SQL Server in Chinese',
    "2026-11-27 10:11:12.00 登录          用户 'sa' 登录失败。 原因: x。 [客户端: 198.51.100.9]",
    { table: 'mssql/1', class: 3002, status: 2, target: 'sa', src: '198.51.100.9' },
  ],
  [
    'SQL Server in Russian',
    '2026-11-27 10:11:12.00 Вход          Ошибка входа пользователя "sa". Причина: x. [КЛИЕНТ: <local machine>]',
    { table: 'mssql/1', class: 3002, status: 2, target: 'sa', src: '' },
  ],
  [
    'the date of a file of MikroTik',
    'nov/27/2026 10:11:12 system,error,critical login failure for user admin from 198.51.100.9 via ssh',
    { class: 3002, status: 2, target: 'admin', src: '198.51.100.9', time: T },
  ],
  [
    'ONTAP: a logon that failed',
    '<14>Nov 27 10:11:12 na1 na1: 0000000b.0052 [kern_audit:info:2385] 8003e900001a:8003e9000019 :: cluster1:ssh :: 198.51.100.54:50000 :: cluster1:kim :: Login Attempt :: Error: Authentication failed.',
    { class: 3002, status: 2, target: 'kim', src: '198.51.100.54', srcPort: 50000 },
  ],
  [
    'Fabric OS: the user of an audit line',
    '<14>Nov 27 10:11:13 sw1 raslogd: AUDIT, 2026/11/27-10:11:12 (GMT), [SEC-3020], INFO, SECURITY, kim/admin/198.51.100.8/ssh/CLI, ad_0/sw1/CHASSIS/, 9.0, , , , , , , Event: login, Status: success, Info: Successful login attempt via REMOTE',
    { table: 'appliances/1', class: 3002, status: 1, target: 'kim', src: '198.51.100.8', time: T },
  ],
  [
    'Fabric OS: a change',
    '12 AUDIT, 2026/11/27-10:11:12 (UTC), [ZONE-3005], INFO, ZONE, kim/admin/198.51.100.8/telnet/CLI, ad_0/sw1/CHASSIS, , Event: cfgEnable, Status: success, Info: cfg1',
    { table: 'appliances/1', class: 6003, user: 'kim', src: '198.51.100.8', time: T },
  ],
  [
    'FortiMail: the address stands in the console',
    '<134>date=2026-11-27 time=10:11:12 device_id=FE100 log_id=0001 type=event subtype=admin pri=information user=kim ui=GUI(2001:db8::41) action=login status=failure msg="x"',
    { table: 'fortinet/1', class: 3002, status: 2, target: 'kim', src: '2001:db8::41' },
  ],
  [
    'Azure Firewall, a name for its end',
    '{"category":"AzureFirewallApplicationRule","time":"2026-11-27T10:11:12Z","resourceId":"/SUBSCRIPTIONS/1/RESOURCEGROUPS/RG/PROVIDERS/MICROSOFT.NETWORK/AZUREFIREWALLS/FW1","operationName":"AzureFirewallApplicationRuleLog","properties":{"msg":"HTTPS request from 10.0.0.81:50000 to www.example.com:443. Action: Allow. Rule Collection: c. Rule: r"}}',
    { class: 4001, status: 1, src: '10.0.0.81', srcPort: 50000, dst: '', dstPort: 443, time: T },
  ],
  [
    'Azure Firewall, with members',
    '{"category":"AZFWNetworkRule","time":"2026-11-27T10:11:12Z","resourceId":"/SUBSCRIPTIONS/1/RESOURCEGROUPS/RG/PROVIDERS/MICROSOFT.NETWORK/AZUREFIREWALLS/FW1","operationName":"AZFWNetworkRule","properties":{"Protocol":"TCP","SourceIp":"10.0.0.81","SourcePort":50000,"DestinationIp":"203.0.113.81","DestinationPort":443,"Action":"Deny"}}',
    { class: 4001, status: 2, src: '10.0.0.81', srcPort: 50000, dst: '203.0.113.81', dstPort: 443 },
  ],
  [
    'Azure Firewall, a question',
    '{"category":"AZFWDnsQuery","time":"2026-11-27T10:11:12Z","resourceId":"/SUBSCRIPTIONS/1/RESOURCEGROUPS/RG/PROVIDERS/MICROSOFT.NETWORK/AZUREFIREWALLS/FW1","operationName":"AZFWDnsQuery","properties":{"SourceIp":"10.0.0.81","SourcePort":50000,"QueryName":"bad.example.","QueryType":"A"}}',
    { class: 4003, src: '10.0.0.81', domain: 'bad.example' },
  ],
  [
    "a program's own record in Google's log",
    '{"insertId":"i","logName":"projects/p/logs/stdout","resource":{"type":"k8s_container","labels":{}},"timestamp":"2026-11-27T10:11:12Z","severity":"WARNING","jsonPayload":{"event":"login_failed","user":"kim","client_ip":"198.51.100.9"}}',
    { class: 3002, status: 2, target: 'kim', src: '198.51.100.9', time: T },
  ],
  [
    'Windows DNS: a packet id of fewer digits',
    '11/27/2026 10:11:12 AM 0E4C PACKET  000000D58F45A560 UDP Rcv 10.0.0.9        1b2   Q [0001   D   NOERROR] A      (3)www(7)example(3)com(0)',
    { table: 'windows-dns/1', class: 4003, src: '10.0.0.9', domain: 'www.example.com' },
  ],
  [
    'a date that may be two days, near its receipt',
    `{"date_time":"${new Date().toISOString().slice(8, 10)}/${new Date().toISOString().slice(5, 7)}/${new Date().getUTCFullYear()} 00:00:01","event":"login failed","user":"kim","ip":"198.51.100.9"}`,
    { time: `${new Date().toISOString().slice(0, 10)}T00:00:01.000Z`, target: 'kim' },
  ],
  [
    'a date and a clock in two members of a table',
    'Event Date,Event Time,Time Zone,User,IP Address,Action,Result\n27/11/2026,10:11:12,UTC,kim,198.51.100.9,login,failure',
    { class: 3002, status: 2, target: 'kim', src: '198.51.100.9', time: T },
  ],
  [
    'a blank and hours from UTC behind the date of a line',
    `2026-11-27 10:11:12 +0100 h sshd[12]: ${SSH}`,
    { ...ROOT, host: 'h', time: '2026-11-27T09:11:12.000Z' },
  ],
  [
    'halves of the day are no host',
    'Nov 27, 2026 01:11:12 PM app: login failed for user kim from 198.51.100.4',
    { target: 'kim', host: '', src: '198.51.100.4', time: '2026-11-27T13:11:12.000Z' },
  ],
  [
    'a clock that is not set, without a priority',
    '*Nov 27 10:11:12.345 CET: %SEC_LOGIN-4-LOGIN_FAILED: Login failed [user: kim] [Source: 198.51.100.4] [localport: 22] [Reason: x]',
    { table: 'cisco/1', class: 3002, status: 2, target: 'kim', time: '2026-11-27T09:11:12.345Z' },
  ],
  [
    'ModSecurity in the error log of nginx',
    '2026/11/27 10:11:12 [error] 29#29: *4 [client 198.51.100.9] ModSecurity: Access denied with code 403 (phase 2). Matched "x" [id "949110"] [msg "Anomaly Score Exceeded"] [severity "2"] [hostname "10.0.0.5"] [uri "/"], client: 198.51.100.9, server: shop.example.com, request: "GET /?a=1 HTTP/1.1", host: "shop.example.com"',
    { table: 'nginx-error/1', class: 2004, src: '198.51.100.9', time: T },
  ],
  [
    'ModSecurity by syslog, without the level of the server',
    '<131>Nov 27 10:11:12 web1 httpd[123]: [client 198.51.100.9] ModSecurity: Access denied with code 403 (phase 2). Pattern match "x" at ARGS. [id "942100"] [msg "SQL Injection"] [severity "CRITICAL"] [hostname "shop.example.com"] [uri "/a"]',
    { table: 'apache-error/1', class: 2004, src: '198.51.100.9', host: 'web1', time: T },
  ],
  [
    'WatchGuard with the serial before the time',
    '<140>Nov 27 10:11:12 FB1 80AA0001 (2026-11-27T10:11:12) firewall: msg_id="3000-0148" Allow 1-Trusted 0-External 60 tcp 20 63 10.0.0.9 203.0.113.4 50000 443 offset 10 S 123 win 8192 (HTTPS-00)',
    { table: 'watchguard/1', class: 4001, host: 'FB1', src: '10.0.0.9', srcPort: 50_000, dst: '203.0.113.4' },
  ],
  [
    'SonicWall refuses an administrator',
    '<129>id=firewall sn=18B1 time="2026-11-27 10:11:12 UTC" fw=203.0.113.5 pri=1 c=32 m=30 msg="Administrator login denied due to bad credentials" n=7 usr="admin" src=198.51.100.9:4000:X1 dst=203.0.113.5:443:X1',
    { table: 'flow-firewalls/1', class: 3002, status: 2, target: 'admin', src: '198.51.100.9', time: T },
  ],
  [
    'SonicWall ends a session',
    '<129>id=firewall sn=18B1 time="2026-11-27 10:11:12 UTC" fw=203.0.113.5 pri=6 c=16 m=261 msg="User logged out - inactivity timer expired" n=7 usr="kim" src=10.0.0.9:0:X0 dst=10.0.0.1',
    { class: 3002, status: 1, target: 'kim', src: '10.0.0.9' },
  ],
  [
    'SonicWall: a connection of a user is no sign-on',
    '<134>id=firewall sn=18B1 time="2026-11-27 10:11:12 UTC" fw=203.0.113.5 pri=6 c=262144 m=98 msg="Connection Opened" n=1 usr="kim" src=10.0.0.9:50000:X0 dst=203.0.113.4:443:X1 proto=tcp/https',
    { class: 4001, user: 'kim', src: '10.0.0.9', dst: '203.0.113.4' },
  ],
  [
    'F5: a name that was typed',
    "<13>Nov 27 10:11:12 bigip1 notice apmd[1234]: 01490010:5: /Common/ap:Common:1a2b3c4d: Username 'kim'",
    { table: 'f5/1', class: 3002, target: 'kim', host: 'bigip1' },
  ],
  [
    'F5: a directory refuses it, and no word of the reason is a user',
    "<13>Nov 27 10:11:12 bigip1 err apmd[1234]: 01490107:3: /Common/ap:Common:1a2b3c4d: AD module: authentication with 'kim' failed: Preauthentication failed, principal name: kim@EXAMPLE.COM. Invalid user credentials. (-1765328360)",
    { table: 'f5/1', class: 3002, status: 2, target: 'kim' },
  ],
  [
    'Meraki: the peer of a tunnel',
    "<134>1 1795774272.123456789 MX1 events type=vpn_connectivity_change vpn_type='site-to-site' peer_contact='198.51.100.9:51856' peer_ident='abc' connectivity='false'",
    { table: 'cisco/1', class: 4014, host: 'MX1', src: '198.51.100.9', srcPort: 51_856 },
  ],
  [
    'Meraki: a client VPN',
    "<134>1 1795774272.123456789 MX1 events client_vpn_connect user id 'kim' local ip 10.0.0.77 connected from 198.51.100.9",
    { class: 3002, status: 1, target: 'kim', src: '198.51.100.9' },
  ],
  [
    'Meraki: 802.1X',
    "<134>1 1795774272.123456789 MR1 events type=8021x_eap_failure identity='kim' radio='1' vap='2' client_mac='00:11:22:33:44:55'",
    { class: 3002, status: 2, target: 'kim' },
  ],
  [
    'a request of OpenTelemetry in a file',
    '{"resourceLogs":[{"resource":{"attributes":[{"key":"host.name","value":{"stringValue":"web1"}}]},"scopeLogs":[{"logRecords":[{"timeUnixNano":"1795774272000000000","severityText":"WARN","body":{"stringValue":"x"},"attributes":[]},{"timeUnixNano":"1795774272000000000","body":{"stringValue":"login failed"},"attributes":[{"key":"client.address","value":{"stringValue":"198.51.100.5"}},{"key":"enduser.id","value":{"stringValue":"kim"}}]}]}]}]}',
    { class: 3002, status: 2, target: 'kim', host: 'web1', src: '198.51.100.5', time: T },
  ],
  [
    'a call of JSON-RPC with several events',
    '{"jsonrpc":"2.0","method":"addEvents","params":{"events":[{"module":"task-status","product_installed":"BEST","computer_name":"WS1","computer_id":"c"},{"module":"av","product_installed":"BEST","computer_name":"WS2","computer_id":"d","malware_name":"X","timestamp":"2026-11-27T10:11:12.000Z","final_status":"deleted"}]}}',
    { table: 'bitdefender/1', class: 2004, host: 'WS2', time: T },
  ],
  [
    "NetScaler's own header behind a priority",
    '<134> 11/27/2026:10:11:12 GMT ns1 0-PPE-0 : default AAA LOGIN_FAILED 123 0 : User kim - Client_ip 198.51.100.9 - Failure_reason "External authentication server denied access" - Browser Mozilla',
    { table: 'citrix-netscaler/1', class: 3002, status: 2, target: 'kim', host: 'ns1', src: '198.51.100.9', time: T },
  ],
  [
    "NetScaler's header with the day first",
    '<134> 27/11/2026:10:11:12 GMT ns1 0-PPE-0 : default SSLVPN LOGIN 123 0 : Context kim@198.51.100.9 - User kim - Client_ip 198.51.100.9 - Vserver 203.0.113.5:443',
    { class: 3002, status: 1, target: 'kim', time: T },
  ],
  [
    "pfSense's console refuses somebody",
    "<38>Nov 27 10:11:12 pf1 php-fpm[345]: /index.php: webConfigurator authentication error for user 'kim' from: 198.51.100.9",
    { class: 3002, status: 2, target: 'kim', host: 'pf1', src: '198.51.100.9' },
  ],
  [
    "Zscaler's cloud posts its web log: the asked host is not the machine",
    '{"sourcetype":"zscalernss-web","event":{"datetime":"2026-11-27 10:11:12","reason":"Not allowed","event_id":"1","action":"Blocked","serverip":"203.0.113.4","requestmethod":"CONNECT","ClientIP":"198.51.100.9","status":"403","user":"kim@example.com","url":"bad.example/x","vendor":"Zscaler","hostname":"bad.example","threatname":"None"}}',
    { table: 'secure-web-gateways/1', class: 4002, user: 'kim@example.com', host: '', src: '198.51.100.9', time: T },
  ],
  [
    'an alert of Netskope',
    '{"alert_type":"malware","alert_name":"x","type":"nspolicy","user":"kim@example.com","srcip":"198.51.100.9","dstip":"203.0.113.4","timestamp":1795774272,"severity":"high","alert":"yes","object":"a.exe","_id":"abc"}',
    { table: 'netskope/1', class: 2004, user: 'kim@example.com', src: '198.51.100.9', dst: '203.0.113.4', time: T },
  ],
  [
    'an alert of Carbon Black without its page',
    '{"type":"CB_ANALYTICS","id":"a1","backend_timestamp":"2026-11-27T10:11:13Z","detection_timestamp":"2026-11-27T10:11:12Z","severity":7,"reason":"The application a.exe ran","device_name":"WS1","process_name":"c:/t/a.exe","process_pid":12,"workflow":{"status":"OPEN"},"org_key":"O"}',
    { table: 'carbonblack/1', class: 2004, host: 'WS1', time: T },
  ],
])('%s', (_, line, expected) => {
  expect(read(line).at(-1)).toMatchObject(expected)
})

test('a line of a container in parts is one event, also where the other stream writes between its parts', () => {
  const events = read(
    [
      '2026-11-27T10:11:12.1Z stdout P {"event":"login_failed",',
      '2026-11-27T10:11:12.2Z stderr F a warning',
      '2026-11-27T10:11:12.3Z stdout P "user":"kim",',
      '2026-11-27T10:11:12.4Z stderr P b',
      '2026-11-27T10:11:12.5Z stdout F "ip":"198.51.100.9"}',
      '2026-11-27T10:11:12.6Z stderr F c',
    ].join('\n'),
  )
  expect(events).toHaveLength(3)
  expect(events).toContainEqual(expect.objectContaining({ class: 3002, target: 'kim', src: '198.51.100.9' }))
})
