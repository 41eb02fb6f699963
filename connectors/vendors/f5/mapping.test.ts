import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { f5 } from './mapping.ts'

const recordFor = (words: string, program = 'mcpd[7]: ') => recordOf(`<134>Mar  4 10:11:12 host1 ${program}${words}`)

sourceTests(f5, [
  {
    name: 'an attack in the names of the predefined formats',
    record: recordFor(
      'ASM:f5_asm=Acme,attack_type="SQL-Injection",dest_ip=198.51.100.1,ip_client=192.0.2.7,request_status="alerted",response_code="200",severity="Error",support_id="78",uri="/x"',
      '',
    ),
    becomes: {
      class_uid: 2004,
      action: 'Observed',
      disposition: 'Alert',
      evidences: [{ http_response: { code: 200 } }],
    },
  },
  {
    name: 'a command',
    record: recordFor(
      '01420002:5: AUDIT - pid=7 user=eve folder=/Common module=(tmos)# status=[Command OK] cmd_data=delete ltm pool shop',
      'tmsh[7]: ',
    ),
    becomes: {
      class_uid: 6003,
      actor: { user: { name: 'eve' } },
      api: { operation: 'delete ltm pool shop' },
      metadata: { event_code: '01420002' },
    },
  },
  {
    name: 'a change of the configuration',
    record: recordFor(
      '01070417:5: AUDIT - client Unknown, user admin - transaction #29-3 - object 0 - modify { rule { rule_name "/Common/x" } }',
    ),
    becomes: {
      class_uid: 6003,
      actor: { user: { name: 'admin' } },
      api: { operation: 'modify' },
      resources: [{ name: 'rule' }],
    },
  },
  {
    name: 'a session of an administrator ends',
    record: recordFor(
      '01070417:5: AUDIT - user admin - RAW: httpd(mod_auth_pam): user=admin(admin) partition=[All] level=Administrator tty=/sbin/nologin host=192.0.2.7 attempts=1 start="Mon Dec 22 14:04:15 2014" end="Mon Dec 22 15:20:20 2014".',
      'httpd[9]: ',
    ),
    becomes: { class_uid: 3002, activity_name: 'Logoff', user: { name: 'admin' }, src_endpoint: { ip: '192.0.2.7' } },
  },
  {
    name: 'an access session begins',
    record: recordFor(
      '01490500:5: /Common/vpn:Common:e03c2ca8: New session from client IP 192.0.2.7 (ST=Bavaria/CC=DE/C=EU) at VIP 198.51.100.1 Listener /Common/vpn_443 (Reputation=Unknown)',
      'tmm1[1]: ',
    ),
    becomes: {
      class_uid: 4001,
      src_endpoint: { ip: '192.0.2.7', location: { country: 'DE' } },
      dst_endpoint: { ip: '198.51.100.1' },
    },
  },
  {
    name: 'a handshake fails',
    record: recordFor('01260013:4: SSL Handshake failed for TCP 192.0.2.7:50365 -> 198.51.100.1:443', 'tmm[1]: '),
    becomes: {
      class_uid: 4001,
      activity_name: 'Fail',
      src_endpoint: { ip: '192.0.2.7', port: 50365 },
      dst_endpoint: { port: 443 },
    },
  },
  {
    name: 'a request that an iRule sends',
    record: recordFor(
      'host1,f5_irule=Acme-iRule-HTTP,src_ip=192.0.2.7,vip=198.51.100.1,http_method=GET,http_host=shop.example:80,http_uri=/a?b=1,http_url=shop.example:80/a?b=1,http_status=301,http_method=GET,bytes_in=400,bytes_out=9000',
      '',
    ),
    becomes: {
      class_uid: 4002,
      activity_name: 'Get',
      http_request: { http_method: 'GET', url: { hostname: 'shop.example', path: '/a' } },
      http_response: { code: 301 },
      traffic: { bytes_out: 400, bytes_in: 9000 },
    },
  },
  {
    name: 'an answer that an iRule sends',
    record: recordFor(
      'host1,f5_irule=Acme-iRule-DNS_RESPONSE,src_ip=192.0.2.7,dns_server_ip=198.51.100.1,question_name=a.example,is_wideip=0,answer="a.example 30 IN CNAME b.example;b.example 20 IN A 192.0.2.9"',
      '',
    ),
    becomes: {
      class_uid: 4003,
      activity_name: 'Response',
      query: { hostname: 'a.example' },
      answers: [
        { rdata: 'b.example', type: 'CNAME', ttl: 30 },
        { rdata: '192.0.2.9', type: 'A', ttl: 20 },
      ],
    },
  },
  {
    name: 'a violation',
    record: recordFor(
      'ASM:f5_asm=Acme,attack_type="SQL-Injection",date_time="2024-03-04 10:11:12",dest_ip=198.51.100.1,dest_port=80,ip_client=192.0.2.7,method="GET",policy_name="/Common/p",req_status="blocked",severity="Critical",support_id="77",uri="/x"',
      '',
    ),
    becomes: {
      class_uid: 2004,
      finding_info: { title: 'SQL-Injection', uid: '77' },
      action: 'Denied',
      disposition: 'Blocked',
      severity: 'Critical',
    },
  },
  {
    name: 'the system about itself',
    record: recordFor('01070638:5: Pool /Common/p member /Common/m:80 monitor status down.'),
    becomes: { class_uid: 0 },
  },
])
