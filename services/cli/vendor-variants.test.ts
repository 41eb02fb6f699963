/**
 * Variants of known kinds of events: other message numbers, wrappers, languages, addresses, and words for "no user".
 */
import { expect, test } from 'vitest'
import { type NormalisedEvent, normalisedEvents } from '../../pipeline/sample/sample-events.ts'

const T = '2026-11-27T10:11:12.000Z'

function valuesOf(event: NormalisedEvent) {
  if ('reason' in event) return { reason: event.reason }
  const { row, mapping, event: ocsf } = event
  return {
    ...{ table: mapping?.id ?? '', class: row.classUid, status: row.statusId, severity: row.severityId },
    ...{
      user: row.user,
      target: row.targetUser,
      host: row.host,
      command: row.cmdLine,
      url: row.url,
      code: row.eventCode,
    },
    ...{ src: row.srcIp, srcPort: row.srcPort, dst: row.dstIp, dstPort: row.dstPort, domain: row.domain },
    time: row.timeMissing === 1 ? '' : new Date(row.timeMs).toISOString(),
    ocsf,
  }
}

const read = (lines: string | Buffer) => Array.from(normalisedEvents(Buffer.from(lines), 'auto'), valuesOf)

const ASA = '<166>Nov 27 2026 10:11:12 fw1 : %ASA-'
const BAD_LOGON = 'Failed password for root from 198.51.100.4 port 4242 ssh2'
const REQUEST = '198.51.100.4 - - [27/Nov/2026:10:11:12 +0000] "GET /a HTTP/1.1" 200 5 "-" "curl/8"'
const PAIRS =
  'unit_hostname="bigip1.example.com",policy_name="/Common/app",support_id="123",ip_client="198.51.100.9",method="GET",date_time="2026-11-27 10:11:12",src_port="4000",dest_port="443",dest_ip="10.0.0.5",uri="/login"'

test.each<readonly [string, string, object]>([
  [
    'ASA: a user in brackets behind an address that goes to a name',
    `${ASA}4-106023: Deny tcp src outside:198.51.100.11/61943(LOCAL\\kim) dst inside:www.example.com/443 by access-group "a" [0x0, 0x0]`,
    { class: 4001, status: 2, user: 'kim', src: '198.51.100.11', srcPort: 61_943, dst: '', dstPort: 443 },
  ],
  [
    'ASA: a user before the address that asked for a page',
    `${ASA}5-304001: kim@10.0.0.17 Accessed URL 198.51.100.11:/a/b`,
    { class: 4002, user: 'kim', src: '10.0.0.17', dst: '198.51.100.11', url: '/a/b' },
  ],
  [
    'ASA: a translation of a user',
    `${ASA}6-305011: Built dynamic TCP translation from inside:10.0.0.17/50000(LOCAL\\kim) to outside(acl):203.0.113.1/50000`,
    { class: 4001, user: 'kim', src: '10.0.0.17', srcPort: 50_000 },
  ],
  [
    "ASA: EMBLEM's form names the class of the message",
    '<166>:Nov 27 10:11:12 UTC: %ASA-sys-6-605005: Login permitted from 192.0.2.9/51522 to inside:192.0.2.1/ssh for user "admin"',
    { table: 'cisco/1', class: 3002, status: 1, target: 'admin', src: '192.0.2.9', dst: '192.0.2.1', time: T },
  ],
  [
    'Firepower under its older name',
    '<113>2026-11-27T10:11:12Z ftd1 %NGIPS-1-430002: EventPriority: Low, AccessControlRuleAction: Allow, SrcIP: 2001:db8::7, DstIP: 2001:db8:1::77, SrcPort: 50000, DstPort: 443, Protocol: tcp, User: EXAMPLE\\kim',
    { class: 4001, severity: 2, user: 'kim', src: '2001:db8::7', dst: '2001:db8:1::77', dstPort: 443, time: T },
  ],
  [
    'nginx refuses a user',
    '2026/11/27 10:11:12 [error] 29#29: *4 user "kim": password mismatch, client: 2001:db8::9, server: _, request: "GET /admin HTTP/1.1", host: "shop.example.com"',
    { table: 'nginx-error/1', class: 3002, status: 2, target: 'kim', src: '2001:db8::9', time: T },
  ],
  [
    "nginx's access log by syslog",
    `<190>Nov 27 10:11:13 web1 nginx: ${REQUEST} "203.0.113.7, 10.0.0.1"`,
    { table: 'web-access/1', class: 4002, host: 'web1', src: '198.51.100.4', url: '/a', time: T },
  ],
  [
    'a client that sent nothing',
    '198.51.100.4 - - [27/Nov/2026:10:11:12 +0000] "-" 408 - "-" "-"',
    { table: 'web-access/1', class: 4002, status: 2, src: '198.51.100.4', url: '', time: T },
  ],
  [
    'a handshake on the port of plain HTTP is no address of a page',
    '198.51.100.4 - - [27/Nov/2026:10:11:12 +0000] "\\x16\\x03\\x01" 400 150 "-" "-"',
    { class: 4002, status: 2, src: '198.51.100.4', url: '' },
  ],
  [
    'CEF in the line of a container: its stream is no host',
    '2026-11-27T10:11:12.123456789Z stdout F CEF:0|V|P|1|1|some event|3|src=198.51.100.201 suser=kim msg=x rt=1795774272000',
    { table: 'cef/1', user: 'kim', host: '', src: '198.51.100.201', time: T },
  ],
  [
    'an audit record in the line of a container without a fraction',
    '2026-11-27T10:11:12Z stdout F type=EXECVE msg=audit(1795774272.000:10): argc=2 a0="cat" a1="/etc/shadow"',
    { table: 'auditd/1', class: 1007, command: 'cat /etc/shadow', time: T },
  ],
  [
    'auditd: a user that the host does not know',
    'type=USER_AUTH msg=audit(1795774272.000:10): pid=1 uid=0 auid=4294967295 ses=4294967295 msg=\'op=PAM:authentication grantors=? acct="(unknown)" exe="/usr/sbin/sshd" hostname=198.51.100.4 addr=198.51.100.4 terminal=ssh res=failed\'',
    { class: 3002, status: 2, user: '', target: '', src: '198.51.100.4' },
  ],
  [
    'LEEF: a placeholder is no user',
    '<14>Nov 27 10:11:12 h LEEF:2.0|V|P|1|evt||src=198.51.100.201\tusrName=N/A',
    { table: 'leef/1', user: '', src: '198.51.100.201' },
  ],
  [
    'Microsoft 365: words for nobody',
    '{"CreationTime":"2026-11-27T10:11:12","Id":"1","Operation":"UserLoggedIn","OrganizationId":"o1","RecordType":15,"UserKey":"k","UserType":0,"Workload":"AzureActiveDirectory","UserId":"Not Available","ClientIP":"<null>"}',
    { class: 3002, user: '', target: '', src: '', time: T },
  ],
  [
    "Vault: a token's own name is no person",
    '{"time":"2026-11-27T10:11:12Z","type":"request","auth":{"display_name":"token","policies":["root"]},"request":{"id":"cd","operation":"read","mount_type":"kv","path":"secret/data/x","remote_address":"198.51.100.13"}}',
    { class: 6003, user: '', src: '198.51.100.13' },
  ],
  [
    'Postfix in a record that names the program',
    '{"message":"warning: unknown[198.51.100.4]: SASL LOGIN authentication failed: UGFzc3dvcmQ6","program":"postfix/smtpd","host":"mx","timestamp":"2026-11-27T10:11:12Z"}',
    { table: 'postfix/1', class: 3002, status: 2, host: 'mx', src: '198.51.100.4', time: T },
  ],
  [
    "the members of Logstash's syslog input",
    `{"message":"${BAD_LOGON}","program":"sshd","pid":"12","logsource":"h","timestamp":"Nov 27 10:11:12","host":"relay"}`,
    { table: 'linux/1', class: 3002, target: 'root', host: 'h', time: T },
  ],
  [
    'a header with an IPv4 address inside IPv6 as its host',
    `<38>Nov 27 10:11:12 ::ffff:192.0.2.5 sshd[12]: ${BAD_LOGON}`,
    { class: 3002, host: '', dst: '192.0.2.5', src: '198.51.100.4', time: T },
  ],
  [
    'Sophos: an administrator is refused',
    '<30>device_name="SFW" timestamp="2026-11-27T11:11:12+0100" device_model="XGS" log_id="062109517507" log_type="Event" log_component="GUI" log_subtype="Admin" status="Failed" severity="Notice" user_name="admin" src_ip="198.51.100.9" message="User \'admin\' failed to login from \'198.51.100.9\' using ssh because of wrong credentials"',
    { table: 'sophos/1', class: 3002, status: 2, target: 'admin', src: '198.51.100.9', time: T },
  ],
  [
    'Sophos: a tunnel of a user',
    '<30>device_name="SFW" timestamp="2026-11-27T11:11:12+0100" device_model="XGS" log_id="062811617824" log_type="Event" log_component="SSL VPN" log_subtype="System" severity="Information" user_name="kim" src_ip="198.51.100.9" status="Established" message="SSL VPN User \'kim\' connected"',
    { class: 3002, status: 1, target: 'kim', src: '198.51.100.9', time: T },
  ],
  [
    'Sophos UTM: the host stands behind its own date',
    '<30>2026:11:27-10:11:12 utm1 httpproxy[99]: id="0001" severity="info" sys="SecureWeb" sub="http" name="http access" action="pass" method="GET" srcip="10.0.0.9" dstip="203.0.113.4" user="kim" statuscode="200" url="http://www.example.com/"',
    { table: 'sophos/1', class: 4002, host: 'utm1', user: 'kim', src: '10.0.0.9', time: T },
  ],
  [
    'BIND by syslog, with its category and of an older version',
    '<30>Nov 27 10:11:12 ns1 named[99]: queries: info: client 10.0.0.9#5353: query: www.example.com IN A +',
    { table: 'name-services/1', class: 4003, host: 'ns1', src: '10.0.0.9', domain: 'www.example.com', time: T },
  ],
  [
    'Wazuh: what a device sent to the manager',
    '{"timestamp":"2026-11-27T10:11:12.000+0000","rule":{"level":5,"description":"x","id":"5710"},"agent":{"id":"000","name":"siem1"},"id":"1.2","predecoder":{"hostname":"web2"},"data":{"srcip":"::ffff:198.51.100.9","srcuser":"bob"},"full_log":"x"}',
    { table: 'wazuh/1', class: 2004, host: 'web2', user: 'bob', src: '198.51.100.9', time: T },
  ],
  [
    'Wazuh: a hit of the indexer',
    '{"_index":"wazuh-alerts-4.x","_id":"x","_source":{"timestamp":"2026-11-27T10:11:12.000+0000","rule":{"level":10,"description":"sshd: brute force","id":"5712"},"agent":{"id":"001","name":"web1"},"id":"1.3","data":{"srcip":"198.51.100.9","dstuser":"root"}}}',
    { table: 'wazuh/1', class: 2004, severity: 4, host: 'web1', src: '198.51.100.9', time: T },
  ],
  [
    'Windows: the rendered text beside the header alone',
    '{"message":"An account failed to log on.\\r\\n\\r\\nSubject:\\r\\n\\tAccount Name:\\t\\t-\\r\\n\\r\\nAccount For Which Logon Failed:\\r\\n\\tAccount Name:\\t\\tkim\\r\\n\\tAccount Domain:\\t\\tEXAMPLE\\r\\n\\r\\nNetwork Information:\\r\\n\\tSource Network Address:\\t198.51.100.9\\r\\n\\tSource Port:\\t\\t4000","EventID":4625,"Channel":"Security","Computer":"ws1.example.com","TimeCreated":"2026-11-27T10:11:12Z"}',
    { class: 3002, status: 2, target: 'kim', host: 'ws1.example.com', src: '198.51.100.9', srcPort: 4000, time: T },
  ],
  [
    'Umbrella without a head: a name that is blocked',
    '"2026-11-27 10:11:12","WS1","WS1,Kim Lee (kim@example.com)","10.0.0.9","198.51.100.9","Blocked","1 (A)","NOERROR","bad.example.","Malware,Phishing","AD Computers","AD Computers,AD Users","Malware"',
    { table: 'cisco-umbrella/1', class: 4003, src: '10.0.0.9', domain: 'bad.example', time: T },
  ],
  [
    'Umbrella without a head: a page',
    '"2026-11-27 10:11:12","Kim Lee (kim@example.com)","10.0.0.9","198.51.100.9","203.0.113.4","text/html","ALLOWED","http://www.example.com/a","","curl/8","200","100","2000","2000","","Business","","","","","","AD Users","","Kim Lee (kim@example.com)","AD Users","GET"',
    { class: 4002, user: 'kim@example.com', src: '10.0.0.9', dst: '203.0.113.4', url: 'http://www.example.com/a' },
  ],
  [
    'Umbrella without a head: a flow',
    '"2026-11-27 10:11:12","[211039844]","Site","CDFW Tunnel Device","OUTBOUND","6","84","10.0.0.9","50000","203.0.113.4","443","ams1.edc","12","BLOCK"',
    { class: 4001, status: 2, user: '', src: '10.0.0.9', srcPort: 50_000, dst: '203.0.113.4', dstPort: 443, time: T },
  ],
  [
    'F5: a request that its firewall blocked',
    `<131>Nov 27 10:11:13 bigip1 ASM:${PAIRS},violations="Illegal URL",request_status="blocked",severity="Critical",attack_type="SQL-Injection",username="N/A"`,
    {
      table: 'f5/1',
      class: 2004,
      severity: 5,
      user: '',
      host: 'bigip1',
      src: '198.51.100.9',
      dst: '10.0.0.5',
      time: T,
    },
  ],
  [
    'F5: a request that its firewall let pass',
    `<134>Nov 27 10:11:13 bigip1 ASM:${PAIRS},violations="",request_status="passed",severity="Informational",attack_type="",username="kim"`,
    { table: 'f5/1', class: 4002, user: 'kim', host: 'bigip1', src: '198.51.100.9', url: '/login', time: T },
  ],
  [
    'OpenTelemetry: the scope that wrote a record is its kind',
    '{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"gw"}}]},"scopeLogs":[{"scope":{"name":"com.example.Auth"},"logRecords":[{"timeUnixNano":"1795774272000000000","body":{"stringValue":"login failed"},"attributes":[{"key":"client.address","value":{"stringValue":"198.51.100.5"}}]}]}]}]}',
    { class: 3002, code: 'com.example.Auth', src: '198.51.100.5', time: T },
  ],
  [
    "OpenTelemetry: a collector's own scope is none, and its service is",
    '{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"gw"}}]},"scopeLogs":[{"scope":{"name":"otelcol/filelogreceiver"},"logRecords":[{"timeUnixNano":"1795774272000000000","body":{"stringValue":"login failed"},"attributes":[{"key":"client.address","value":{"stringValue":"198.51.100.5"}}]}]}]}]}',
    { class: 3002, code: 'gw' },
  ],
  [
    'OpenTelemetry: the name of the event as an attribute',
    '{"resourceLogs":[{"resource":{"attributes":[]},"scopeLogs":[{"scope":{"name":"x"},"logRecords":[{"timeUnixNano":"1795774272000000000","body":{"stringValue":"GET"},"attributes":[{"key":"http.request.method","value":{"stringValue":"GET"}},{"key":"url.full","value":{"stringValue":"https://a.example/x"}},{"key":"event.name","value":{"stringValue":"http.access"}}]}]}]}]}',
    { class: 4002, code: 'http.access', url: 'https://a.example/x' },
  ],
  [
    'CEF: a manager tells of a machine',
    '<14>Nov 27 10:11:12 edr1 CEF:0|Acme|EDR|1|88|Malware blocked|9|src=203.0.113.80 shost=ws2 suser=kim externalId=e-88',
    { class: 2004, host: 'ws2', user: 'kim', src: '203.0.113.80' },
  ],
  [
    'CEF: a sensor tells of ends that may be anybody',
    '<14>Nov 27 10:11:12 ids1 CEF:0|Acme|IDS|1|89|Exploit attempt|9|shost=scan.example.net src=198.51.100.4 dst=203.0.113.9',
    { class: 2004, host: 'ids1', src: '198.51.100.4', dst: '203.0.113.9' },
  ],
  [
    'Cisco Secure Endpoint: a threat',
    '{"id":1515432,"timestamp":1795774272,"date":"2026-11-27T10:11:12+00:00","event_type":"Threat Detected","event_type_id":1090519054,"detection":"W32.Auto.Talos","detection_id":"65","connector_guid":"g1","severity":"High","computer":{"connector_guid":"g1","hostname":"WS1.corp.example","external_ip":"198.51.100.9","user":"kim@CORP","network_addresses":[{"ip":"10.0.0.9"}]},"file":{"disposition":"Malicious","file_name":"a.exe","file_path":"C:\\\\a.exe","identity":{"sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}}}',
    { table: 'cisco-secure-endpoint/1', class: 2004, severity: 4, host: 'WS1.corp.example', user: 'kim@CORP', time: T },
  ],
  [
    'Cisco Secure Endpoint: a scan without a detection is no finding',
    '{"id":2,"timestamp":1795774272,"date":"2026-11-27T10:11:12+00:00","event_type":"Scan Completed, No Detections","event_type_id":554696715,"connector_guid":"g1","computer":{"connector_guid":"g1","hostname":"WS1"}}',
    { table: 'cisco-secure-endpoint/1', class: 0, severity: 1, host: 'WS1', time: T },
  ],
  [
    'Ivanti Connect Secure in its standard form: the realm is no part of the name',
    '<134>Nov 27 10:11:12 ivanti PulseSecure: 2026-11-27 10:11:12 - ive - [198.51.100.9] kim(Users)[] - Primary authentication failed for kim/AD from 198.51.100.9',
    {
      table: 'pulse-connect-secure/1',
      class: 3002,
      status: 2,
      target: 'kim',
      host: 'ivanti',
      src: '198.51.100.9',
      time: T,
    },
  ],
  [
    'FortiEDR: the manager tells of a machine',
    '<14>1 2026-11-27T10:11:13Z manager1 enSilo - - - Organization: Demo;Event ID: 123;Device Name: WS1;Device State: Running;Operating System: Windows 10;Process Name: a.exe;Process Path: \\Device\\a.exe;Severity: High;Classification: Malicious;Destination: 203.0.113.4;First Seen: 27-Nov-2026, 10:11:12;Last Seen: 27-Nov-2026, 10:11:12;Action: Blocked;Count: 1;Rules List: Malicious File Detected;Users: CORP\\kim;Script: N/A;Process Hash: 0123456789ABCDEF0123456789ABCDEF01234567',
    { table: 'fortiedr/1', class: 2004, severity: 4, host: 'WS1', user: 'kim', dst: '203.0.113.4', time: T },
  ],
  [
    'a date of MongoDB',
    '{"@timestamp":{"$date":"2026-11-27T10:11:12Z"},"user":"kim","event":"login failed","ip":"198.51.100.9"}',
    { class: 3002, target: 'kim', time: T },
  ],
  [
    'fourteen digits as a date in a member',
    '{"date":"20261127101112","user":"kim","event":"login failed","ip":"198.51.100.9"}',
    { class: 3002, target: 'kim', time: T },
  ],
  [
    'Splunk: a row of the index of notables, closed as false',
    '{"_time":"2026-11-27T10:11:12.000+00:00","event_id":"ABC@@notable@@def","rule_name":"Brute Force","rule_title":"Brute Force from 198.51.100.9","search_name":"Access - Brute Force - Rule","security_domain":"access","urgency":"critical","src":"198.51.100.9","dest":"srv1","user":"EXAMPLE\\\\kim","status_label":"Closed","disposition_label":"False Positive - Incorrect Analytic Logic","annotations.mitre_attack.mitre_technique_id":["T1110","T1078"]}',
    {
      ...{
        table: 'splunk-notable/1',
        class: 2004,
        status: 4,
        severity: 5,
        user: 'kim',
        host: 'srv1',
        src: '198.51.100.9',
      },
      ...{
        time: T,
        ocsf: { finding_info: { uid: 'ABC@@notable@@def', title: 'Brute Force from 198.51.100.9' }, verdict_id: 1 },
      },
    },
  ],
  [
    "Splunk: the webhook of a search's alert",
    '{"sid":"scheduler__x","search_name":"Many failures","app":"search","owner":"admin","results_link":"https://splunk.example.com/1","result":{"_time":"1795774272","src":"198.51.100.9","dest":"srv1","user":"kim","severity":"high"}}',
    {
      ...{
        table: 'splunk-notable/1',
        class: 2004,
        severity: 4,
        user: 'kim',
        host: 'srv1',
        src: '198.51.100.9',
        time: T,
      },
      ocsf: { finding_info: { title: 'Many failures', src_url: 'https://splunk.example.com/1' } },
    },
  ],
  [
    'Splunk: a line of the index of notables',
    '1795774272, search_name="Access - Brute Force - Rule", info_search_time="1795774272", rule_title="Brute Force", security_domain="access", severity="high", src="198.51.100.9", dest="srv1", user="kim", event_id="ABC@@notable@@def"',
    { table: 'splunk-notable/1', class: 2004, severity: 4, user: 'kim', host: 'srv1', src: '198.51.100.9', time: T },
  ],
  [
    'ConnectWise: a ticket is opened',
    '{"ID":123,"Action":"added","CompanyId":"1","MemberId":"kim","Type":"ticket","Entity":"{\\"id\\":123,\\"summary\\":\\"Malware on WS1\\",\\"priority\\":{\\"name\\":\\"Priority 1 - Critical\\"},\\"_info\\":{\\"dateEntered\\":\\"2026-11-27T10:11:12Z\\"}}"}',
    {
      table: 'connectwise/1',
      class: 3004,
      severity: 5,
      user: 'kim',
      time: T,
      ocsf: { entity: { name: 'Malware on WS1' } },
    },
  ],
  [
    'ConnectWise: a refused logon in the audit trail',
    '{"id":12,"auditType":"Login","auditSubType":"LoginFailed","text":"Failed login for kim","enteredBy":"kim","enteredDate":"2026-11-27T10:11:12Z","auditSource":"Manage","value":"198.51.100.9"}',
    { table: 'connectwise/1', class: 3002, status: 2, target: 'kim', src: '198.51.100.9', time: T },
  ],
  [
    'Barracuda: a mail is refused at the door',
    '<23>Nov 27 10:11:12 bar1 inbound/pass1[2134]: mail.example.com[198.51.100.9] 1795774272-0a1b2c3d4e5f-abc 1795774272 1795774273 RECV kim@example.com lee@example.org 2 62 198.51.100.9',
    {
      ...{ table: 'barracuda-esg/1', class: 4009, status: 2, host: 'bar1', src: '198.51.100.9', time: T },
      ocsf: { email: { from: 'kim@example.com', to: ['lee@example.org'] }, disposition: 'Blocked' },
    },
  ],
  [
    'Barracuda: a scanned mail has a subject and a size',
    '<23>Nov 27 10:11:12 bar1 scan[2134]: unknown[2001:db8::9] 1795774272-0a1b2c3d4e5f-abc 1795774272 1795774273 SCAN - kim@example.com lee@example.org 7.5 3 1 spam SZ:1234 SUBJ:Buy now',
    {
      class: 4009,
      src: '2001:db8::9',
      ocsf: { email: { subject: 'Buy now', size: 1234 }, disposition: 'Quarantined' },
    },
  ],
  [
    'Barracuda: a delivery; the loopback is no client',
    '<23>Nov 27 10:11:12 bar1 outbound/smtp[2134]: 127.0.0.1 1795774272-0a1b2c3d4e5f-abc 0 0 SEND - 1 ABCDEF12345 250 2.0.0 Ok: queued as XYZ',
    { table: 'barracuda-esg/1', class: 4009, status: 1, src: '', time: T },
  ],
  [
    'Barracuda: its console refuses a user',
    '<23>Nov 27 10:11:12 bar1 web: [198.51.100.9] FAILED_LOGIN (admin)',
    { table: 'barracuda-esg/1', class: 3002, status: 2, target: 'admin', src: '198.51.100.9', time: T },
  ],
  [
    'auditd: a logon as ausearch interprets it',
    "type=USER_LOGIN msg=audit(11/27/2026 10:11:12.000:101) : pid=1234 uid=root auid=kim ses=3 msg='op=login acct=kim exe=/usr/sbin/sshd hostname=198.51.100.9 addr=198.51.100.9 terminal=sshd res=failed'",
    { table: 'auditd/1', class: 3002, status: 2, user: 'kim', target: 'kim', src: '198.51.100.9', time: T },
  ],
  [
    'auditd: a call of several interpreted lines, between rulers',
    [
      ...['----', 'type=PROCTITLE msg=audit(11/27/2026 10:11:12.000:102) : proctitle=sh -c cat /etc/passwd'],
      'type=EXECVE msg=audit(11/27/2026 10:11:12.000:102) : argc=3 a0=sh a1=-c a2=cat /etc/passwd',
      'type=SYSCALL msg=audit(11/27/2026 10:11:12.000:102) : arch=x86_64 syscall=execve success=yes exit=0 ppid=1 pid=2 auid=kim uid=root comm=sh exe=/usr/bin/bash key=exec',
    ].join('\n'),
    { table: 'auditd/1', class: 1007, status: 1, user: 'kim', command: 'sh -c cat /etc/passwd', time: T },
  ],
  [
    'auditd: an interpreted connection of nobody',
    'type=SOCKADDR msg=audit(27.11.2026 10:11:12.000:103) : saddr={ saddr_fam=inet laddr=198.51.100.9 lport=443 }\ntype=SYSCALL msg=audit(27.11.2026 10:11:12.000:103) : arch=x86_64 syscall=connect success=no exit=EINPROGRESS(Operation now in progress) a0=0x3 auid=unset uid=www-data comm=curl exe=/usr/bin/curl key=net',
    { class: 4001, user: '', dst: '198.51.100.9', dstPort: 443, time: T },
  ],
  [
    'AppArmor in the ring of the kernel',
    '<5>Nov 27 10:11:12 h kernel: [12345.678901] audit: type=1400 audit(1795774272.000:45): apparmor="DENIED" operation="open" profile="/usr/sbin/nginx" name="/etc/shadow" pid=1234 comm="nginx" requested_mask="r" denied_mask="r" fsuid=33 ouid=0',
    {
      table: 'auditd/1',
      class: 1001,
      status: 2,
      host: 'h',
      code: 'AVC',
      time: T,
      ocsf: { file: { path: '/etc/shadow' } },
    },
  ],
  [
    'Keycloak: an event of a listener as JSON',
    '{"time":1795774272000,"type":"LOGIN_ERROR","realmId":"test","clientId":"app","userId":null,"ipAddress":"198.51.100.1","error":"user_not_found","details":{"auth_method":"openid-connect","username":"kim"}}',
    {
      table: 'keycloak-events/1',
      class: 3002,
      status: 2,
      target: 'kim',
      src: '198.51.100.1',
      code: 'LOGIN_ERROR',
      time: T,
    },
  ],
  [
    'Keycloak: an administrator creates a user',
    '{"id":"2","time":1795774272000,"realmId":"test","authDetails":{"realmId":"master","clientId":"c","userId":"u1","ipAddress":"198.51.100.1"},"operationType":"CREATE","resourceType":"USER","resourcePath":"users/123"}',
    { table: 'keycloak-events/1', class: 6003, status: 1, src: '198.51.100.1', code: 'CREATE', time: T },
  ],
  [
    'MikroTik in CEF: a refused logon',
    '<28>Nov 27 10:11:12 router CEF:0|MikroTik|RB4011|7.16 (stable)|12|system,error,critical|Very-High|dvchost=router dvc=192.0.2.1 msg=login failure for user admin from 198.51.100.9 via ssh',
    { table: 'mikrotik-cef/1', class: 3002, status: 2, target: 'admin', host: 'router', src: '198.51.100.9', time: T },
  ],
  [
    'MikroTik in CEF: a packet',
    '<28>Nov 27 10:11:12 router CEF:0|MikroTik|CHR|7.16|3|firewall,info|Low|dvchost=router msg=input: in:ether1 out:(unknown 0), connection-state:new src-mac 00:11:22:33:44:55, proto TCP (SYN), 198.51.100.9:4000->203.0.113.5:22, len 60',
    { class: 4001, src: '198.51.100.9', srcPort: 4000, dst: '203.0.113.5', dstPort: 22, time: T },
  ],
  [
    'CrowdStrike: a detection of the stream without its customer',
    '{"metadata":{"eventType":"EppDetectionSummaryEvent","eventCreationTime":1795774272000},"event":{"Name":"Suspicious","Hostname":"WS1","UserName":"kim","Severity":70,"SeverityName":"High","CompositeId":"x:ind:1","Tactic":"Execution","Technique":"PowerShell","MitreAttack":[{"TacticID":"TA0002","Tactic":"Execution","TechniqueID":"T1059.001","Technique":"PowerShell"}],"FalconHostLink":"https://falcon.crowdstrike.com/x","CommandLine":"powershell","LocalIP":"10.0.0.9"}}',
    {
      table: 'crowdstrike/1',
      class: 2004,
      severity: 4,
      user: 'kim',
      host: 'WS1',
      dst: '',
      command: 'powershell',
      time: T,
      ocsf: {
        finding_info: { attacks: [{ technique: { uid: 'T1059.001' } }], src_url: 'https://falcon.crowdstrike.com/x' },
      },
    },
  ],
  [
    'CrowdStrike: an alert of the API in few members',
    '{"composite_id":"c:ind:1","name":"MaliciousFile","display_name":"Malicious file","severity":90,"severity_name":"Critical","status":"new","timestamp":"2026-11-27T10:11:12Z","tactic":"Execution","tactic_id":"TA0002","technique":"User Execution","technique_id":"T1204","device":{"hostname":"WS1","device_id":"d","local_ip":"10.0.0.9"},"user_name":"kim","cmdline":"a.exe","filename":"a.exe","sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","falcon_host_link":"https://falcon.crowdstrike.com/x","product":"epp"}',
    { table: 'crowdstrike/1', class: 2004, status: 1, severity: 5, user: 'kim', host: 'WS1', time: T },
  ],
  [
    'SentinelOne: a threat names its user and its techniques',
    '{"id":"1","agentDetectionInfo":{"agentIpV4":"10.0.0.9","agentLastLoggedInUserName":"kim"},"agentRealtimeInfo":{"agentComputerName":"WS1","agentOsName":"Windows"},"threatInfo":{"threatId":"1","threatName":"Mimikatz","classification":"Malware","confidenceLevel":"malicious","identifiedAt":"2026-11-27T10:11:12Z","createdAt":"2026-11-27T10:11:12Z","sha1":"0123456789abcdef0123456789abcdef01234567","filePath":"C:\\\\a.exe","incidentStatus":"unresolved","analystVerdict":"undefined","mitigationStatus":"not_mitigated","processUser":"EXAMPLE\\\\kim"},"indicators":[{"category":"x","tactics":[{"name":"Credential Access","techniques":[{"name":"T1003","link":"x"}]}]}]}',
    {
      table: 'sentinelone/1',
      class: 2004,
      user: 'kim',
      host: 'WS1',
      time: T,
      ocsf: { attacks: [{ technique: { uid: 'T1003' } }] },
    },
  ],
  [
    "Carbon Black: the domain is no part of the machine's name",
    '{"type":"CB_ANALYTICS","id":"1","org_key":"x","severity":7,"backend_timestamp":"2026-11-27T10:11:12Z","detection_timestamp":"2026-11-27T10:11:12Z","reason":"A known virus was detected","device_id":1,"device_name":"EXAMPLE\\\\WS1","device_username":"kim@example.com","device_internal_ip":"10.0.0.9","device_external_ip":"198.51.100.9","alert_url":"https://defense.conferdeploy.net/x","workflow":{"status":"OPEN"},"attack_technique":"T1055","process_name":"a.exe","process_sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","determination":{"value":"NONE"}}',
    { table: 'carbonblack/1', class: 2004, severity: 4, user: 'kim@example.com', host: 'WS1', time: T },
  ],
  [
    'Cortex XDR: an alert',
    '{"alert_id":"1","detection_timestamp":1795774272000,"name":"Malware","severity":"high","host_name":"WS1","user_name":"EXAMPLE\\\\kim","host_ip":"10.0.0.9","source":"XDR Agent","category":"Malware","action_pretty":"Prevented (Blocked)","mitre_technique_id_and_name":"T1059 - Command and Scripting Interpreter","alert_link":"x","resolution_status":"STATUS_010_NEW","events":[{"actor_process_image_name":"a.exe"}]}',
    {
      table: 'cortex-xdr/1',
      class: 2004,
      status: 1,
      severity: 4,
      user: 'kim',
      host: 'WS1',
      time: T,
      ocsf: { finding_info: { uid: '1' }, attacks: [{ technique: { uid: 'T1059' } }] },
    },
  ],
  [
    'Okta: a threat that no person is behind',
    '{"uuid":"1","published":"2026-11-27T10:11:12Z","eventType":"security.threat.detected","displayMessage":"Request from suspicious actor","severity":"WARN","actor":{"id":"a","type":"SystemPrincipal","alternateId":"system@okta.com","displayName":"Okta System"},"client":{"ipAddress":"198.51.100.9","userAgent":{"rawUserAgent":"curl"}},"outcome":{"result":"DENY","reason":"Password Spray"},"target":[],"version":"0"}',
    { table: 'okta/1', class: 2004, user: '', src: '198.51.100.9', time: T },
  ],
  [
    'GuardDuty: a finding without its detector',
    '{"schemaVersion":"2.0","accountId":"1","region":"us-east-1","id":"f1","arn":"arn:aws:guardduty:us-east-1:1:detector/d/finding/f1","type":"UnauthorizedAccess:EC2/SSHBruteForce","severity":8,"createdAt":"2026-11-27T10:11:12Z","updatedAt":"2026-11-27T10:11:12Z","title":"198.51.100.9 is performing SSH brute force attacks","description":"x","service":{"serviceName":"guardduty","archived":false,"count":1,"action":{"actionType":"NETWORK_CONNECTION","networkConnectionAction":{"remoteIpDetails":{"ipAddressV4":"198.51.100.9"},"localPortDetails":{"port":22}}}},"resource":{"resourceType":"Instance","instanceDetails":{"instanceId":"i-1","networkInterfaces":[{"privateIpAddress":"10.0.0.9"}]}}}',
    { table: 'aws-guardduty/1', class: 2004, severity: 4, src: '198.51.100.9', time: T },
  ],
  [
    'Google Security Command Center: a threat',
    '{"finding":{"name":"organizations/1/sources/2/findings/3","parent":"x","resourceName":"//compute.googleapis.com/projects/p/zones/z/instances/i","state":"ACTIVE","category":"Malware: Bad Domain","externalUri":"https://console.cloud.google.com/x","eventTime":"2026-11-27T10:11:12Z","createTime":"2026-11-27T10:11:12Z","severity":"HIGH","findingClass":"THREAT","mitreAttack":{"primaryTactic":"COMMAND_AND_CONTROL","primaryTechniques":["T1071"]}},"resource":{"name":"x","displayName":"i","type":"google.compute.Instance"}}',
    {
      table: 'gcp-security-center/1',
      class: 2004,
      status: 1,
      severity: 4,
      host: 'i',
      time: T,
      ocsf: { attacks: [{ technique: { uid: 'T1071' } }] },
    },
  ],
  [
    'Microsoft 365: an alert is about its entity, and not raised by a user',
    '{"CreationTime":"2026-11-27T10:11:12","Id":"a1","Operation":"AlertTriggered","OrganizationId":"o1","RecordType":40,"UserKey":"SecurityComplianceAlerts","UserType":4,"Workload":"SecurityComplianceCenter","UserId":"SecurityComplianceAlerts","AlertId":"x","Name":"Suspicious email sending patterns","Severity":"High","Category":"ThreatManagement","Source":"Office 365 Security & Compliance","Status":"Active","Data":"{\\"ut\\":\\"kim@example.com\\"}","Comments":"New alert","AlertEntityId":"kim@example.com"}',
    { table: 'microsoft365-audit/1', class: 2004, severity: 4, user: 'kim@example.com', time: T },
  ],
  [
    'Proofpoint: a click',
    '{"GUID":"g","QID":"q","clickIP":"198.51.100.9","clickTime":"2026-11-27T10:11:12.000Z","messageID":"m","recipient":"kim@example.com","sender":"bad@evil.example","senderIP":"203.0.113.9","threatID":"t","threatTime":"2026-11-27T10:11:12.000Z","threatURL":"https://threatinsight.proofpoint.com/x","threatStatus":"active","url":"http://evil.example/x","userAgent":"x","classification":"phish","campaignId":""}',
    {
      table: 'proofpoint/1',
      class: 2004,
      severity: 4,
      user: 'kim@example.com',
      src: '198.51.100.9',
      url: 'http://evil.example/x',
      time: T,
    },
  ],
  [
    'Mimecast: a virus',
    '{"datetime":"2026-11-27T10:11:12+0000","aCode":"x","acc":"C1","Sender":"bad@evil.example","Recipient":"kim@example.com","IP":"203.0.113.9","Subject":"x","MsgId":"m","Virus":"Eicar","fileName":"a.exe","sha256":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","_type":"av"}',
    { table: 'mimecast/1', class: 2004, severity: 4, src: '203.0.113.9', time: T },
  ],
  [
    'Vault: a logon that it answers',
    '{"time":"2026-11-27T10:11:12Z","type":"response","request":{"operation":"update","path":"auth/userpass/login/kim","remote_address":"198.51.100.13"},"response":{"auth":{"display_name":"userpass-kim"}}}',
    { table: 'vault/1', class: 3002, status: 1, target: 'userpass-kim', src: '198.51.100.13', time: T },
  ],
  [
    'the only whole date of a record is its time, and words of other languages name who acted',
    '{"zk":{"akteur":"kim","herkunft":"198.51.100.9"},"was":"REFUSE","beginn_der_schicht":"2026-11-27T10:11:12Z","expires":"2026-12-27T10:11:12Z"}',
    { user: 'kim', src: '198.51.100.9', time: T },
  ],
  [
    'of two dates without a meaning none is the time',
    '{"username":"kim","x":"2026-11-27T10:11:12Z","y":"2026-12-27T10:11:12Z"}',
    { user: 'kim', time: '' },
  ],
  [
    "a machine's own address is no far end, and the domain of an account is no name",
    '{"LocalIP":"10.0.0.9","username":"kim","domain":"EXAMPLE","event":"login failed","time":"2026-11-27T10:11:12Z"}',
    { class: 3002, target: 'kim', src: '', dst: '', domain: '', time: T },
  ],
  [
    'the own address is an end beside a far one',
    '{"local_ip":"10.0.0.9","remote_ip":"198.51.100.9","username":"kim","event":"connection","time":"2026-11-27T10:11:12Z"}',
    { class: 4001, user: 'kim', src: '198.51.100.9', dst: '10.0.0.9' },
  ],
  [
    'a time of TAI64N',
    '@400000006b09574a00000000 login failed for user kim/AD from 198.51.100.9',
    { class: 3002, target: 'kim/AD', src: '198.51.100.9', time: T },
  ],
])('%s', (_, line, expected) => {
  expect(read(`${line}\n`).at(-1)).toMatchObject(expected)
  expect(read(`\ufeff${line}\r\n`).at(-1)).toMatchObject(expected)
})

const DNS =
  '0E4C PACKET  000000D58F45A560 UDP Rcv 10.0.0.9        a1b2   Q [0001   D   NOERROR] A      (3)www(7)example(3)com(0)'

test.each([
  ...[
    '20261127 10:11:12',
    '2026-11-27 10:11:12',
    '27/11/2026 10:11:12',
    '2026/11/27 10:11:12',
    '2026. 11. 27. 10:11:12',
  ],
  ...[
    '27.11.2026 10.11.12',
    '27/11/2026 10:11:12 a.m.',
    '2026-11-27 오전 10:11:12',
    '27-11-2026 10:11:12',
    '11/27/2026 10:11:12 AM',
  ],
])("a question to Windows' DNS server at %s", (date) => {
  expect(read(`${date} ${DNS}\n`)).toMatchObject([
    { table: 'windows-dns/1', class: 4003, src: '10.0.0.9', domain: 'www.example.com', time: T },
  ])
})

const LOGON = (user: string) =>
  `{"user":"${user}","event":"login failed","ip":"198.51.100.9","time":"2026-11-27T10:11:12Z"}`

test.each([
  ...['value', 'items', 'resources', 'Records', 'records', 'results', 'result', 'events', 'data', 'alerts'].map(
    (name) => `{"${name}":[$]}`,
  ),
  '{"version":"v1.2.0","metadata":{"results":{"total":2}},"data":[$]}',
  '{"@odata.context":"x","@odata.count":2,"value":[$]}',
  '{"meta":{"query_time":0.1},"resources":[$],"errors":[]}',
  '{"took":3,"timed_out":false,"_shards":{"total":1},"hits":{"total":{"value":2},"max_score":1,"hits":[$]}}',
  '{"reply":{"total_count":2,"result_count":2,"alerts":[$]}}',
  '{"d":{"results":[$]}}',
  '{"pagination":{"nextCursor":null},"data":[$]}',
])('each element of the page %s is an event', (page) => {
  const body = page.replace('$', `${LOGON('kim')},${LOGON('lee')}`)
  const events = [
    { class: 3002, target: 'kim' },
    { class: 3002, target: 'lee' },
  ]
  expect(read(body)).toMatchObject(events)
  expect(read(JSON.stringify(JSON.parse(body), null, 2))).toMatchObject(events)
  expect(read(`${body}\n${body}\n`)).toMatchObject([...events, ...events])
})

test.each([
  ...[
    '{"data":[$],"user":"kim"}',
    '{"results":[$],"id":"1"}',
    '{"data":["a"]}',
    '{"data":[]}',
    '{"data":{"user":"kim"}}',
  ],
  ...['{"result":{"user":"kim"},"sid":"1"}', '{"hits":{"hits":[$],"name":"x"}}', '{"alerts":[$],"data":[$]}'],
])('%s is one event, whose list belongs to it', (text) => {
  const body = text.replaceAll('$', LOGON('kim'))
  expect(read(body)).toHaveLength(1)
  expect(read(`${body}\n${body}\n`)).toHaveLength(2)
})

test.each([
  '2026年11月27日 10:11:12',
  '2026年11月27日 10時11分12秒',
  '2026年11月27日(金) 午前10:11:12',
  '2026年11月27日 星期五 上午10:11:12',
  '2026년 11월 27일 오전 10:11:12',
  '20261127101112',
  '20261127101112Z',
  '20261127111112+0100',
  '27-Nov-26 10:11:12',
  '27-NOV-26 10.11.12.000000 AM',
  '2026-11-27-10.11.12.000000',
  '27 nov. 2026 10:11:12',
  '27. November 2026 10:11:12',
  '27 de noviembre de 2026 10:11:12',
  'vendredi 27 novembre 2026 10:11:12',
  '2026-11-27 11:11:12 [CET]',
  '2026-11-27 11:11:12 Europe/Berlin',
  '2026-11-27 11:11:12 GMT+1',
  '2026-11-27 11:11:12 (UTC+01:00)',
  '2026-11-27T11:11:12+01:00[Europe/Berlin]',
])('the date %s', (date) => {
  expect(read(`${date} x\n`)).toMatchObject([{ time: T }])
  expect(read(`${date} login failed for user kim from 198.51.100.4\n`)).toMatchObject([{ target: 'kim', time: T }])
})

test.each([
  '20991127101112',
  '99999999999999',
  '31 février 2026 10:11:12',
  '27 foobar 2026 10:11:12',
  '2026年13月27日 10:11:12',
])('%s is no date', (text) => {
  expect(read(`${text} x\n`)).toMatchObject([{ time: '' }])
})

const PARTS = [
  ...['--5a1b2c3d-A--', '[27/Nov/2026:10:11:12.123456 +0000] YaBcDeFg 198.51.100.9 4000 10.0.0.5 443'],
  ...['--5a1b2c3d-B--', 'GET /?q=1%27 HTTP/1.1', 'Host: www.example.com', ''],
  ...['--5a1b2c3d-F--', 'HTTP/1.1 403 Forbidden', ''],
  '--5a1b2c3d-H--',
  'Message: Warning. detected SQLi. [file "/x.conf"] [id "942100"] [msg "SQL Injection Attack"] [severity "CRITICAL"]',
  'Message: Access denied with code 403 (phase 2). [id "949110"] [msg "Inbound Anomaly Score Exceeded"] [severity "CRITICAL"]',
  ...['Action: Intercepted (phase 2)', '', '--5a1b2c3d-Z--', ''],
  ...['---pOnM1k8q---A--', '[27/Nov/2026:11:11:13 +0100] 1795774273.12 2001:db8::9 4001 2001:db8::5 443'],
  ...['---pOnM1k8q---B--', 'POST /login HTTP/1.1', 'Host: www.example.com', '---pOnM1k8q---Z--', ''],
]

test.each(['\n', '\r\n'])('the audit log of ModSecurity in parts is an event a transaction (line end %j)', (end) => {
  const events = read(PARTS.join(end))
  expect(events).toMatchObject([
    {
      table: 'modsecurity/1',
      class: 2004,
      severity: 5,
      src: '198.51.100.9',
      dst: '10.0.0.5',
      url: '/?q=1%27',
      time: T,
    },
    { table: 'modsecurity/1', class: 4002, src: '2001:db8::9', srcPort: 4001, time: '2026-11-27T10:11:13.000Z' },
  ])
  expect((events[0] as { ocsf?: unknown }).ocsf).toMatchObject({
    finding_info: { title: 'SQL Injection Attack', uid: '942100' },
  })
})
