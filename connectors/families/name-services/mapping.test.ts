import { readAnyText } from '../../formats/any-text.ts'
import { mappedRecord } from '../../index.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { recordOf } from '../syslog/fixture-line.ts'
import { nameServices } from './mapping.ts'

const line = (program: string, message: string) => recordOf(`<134>Mar  4 10:11:12 ns1 ${program}: ${message}`)

/** Without a header of syslog. */
const bare = (text: string) => mappedRecord(readAnyText(text, CONTEXT), 'detect', CONTEXT).record
const CONTEXT = { receivedMs: Date.UTC(2026, 5, 1) }

sourceTests(nameServices, [
  {
    name: "a line of BIND's own file",
    record: bare(
      '04-Mar-2026 10:11:12.123 queries: info: client @0x7f 10.0.0.9#5353 (www.example.com): query: www.example.com IN A +E(0)K (10.0.0.1)',
    ),
    becomes: {
      class_uid: 4003,
      activity_name: 'Query',
      time: Date.UTC(2026, 2, 4, 10, 11, 12, 123),
      query: { hostname: 'www.example.com', type: 'A' },
      src_endpoint: { ip: '10.0.0.9', port: 5353 },
      dst_endpoint: { ip: '10.0.0.1' },
    },
  },
  {
    name: 'a policy zone of BIND answers',
    record: bare(
      '04-Mar-2026 10:11:12.123 rpz: info: client @0x7f 10.0.0.9#5353 (bad.example): rpz QNAME NXDOMAIN rewrite bad.example/A/IN via bad.example.rpz.local',
    ),
    becomes: {
      activity_name: 'Response',
      disposition: 'Blocked',
      query: { hostname: 'bad.example' },
      firewall_rule: { name: 'bad.example.rpz.local' },
    },
  },
  {
    name: 'BIND refuses a question',
    record: bare(
      "04-Mar-2026 10:11:12.123 security: info: client @0x7f 198.51.100.9#53 (x.example): query (cache) 'x.example/A/IN' denied",
    ),
    becomes: { status: 'Failure', query: { hostname: 'x.example', type: 'A' }, src_endpoint: { ip: '198.51.100.9' } },
  },

  {
    name: 'BIND is asked',
    record: line('named[42]', 'client @0x7f0c 192.0.2.3#61569 (a.example): query: a.example IN AAAA + (192.0.2.2)'),
    becomes: {
      class_uid: 4003,
      activity_name: 'Query',
      query: { hostname: 'a.example', type: 'AAAA', class: 'IN' },
      src_endpoint: { ip: '192.0.2.3', port: 61_569 },
      dst_endpoint: { ip: '192.0.2.2', hostname: 'ns1' },
    },
  },
  {
    name: 'a response of NIOS says the code and all answers',
    record: line(
      'named[42]',
      '24-Sep-2020 09:46:27.329 client 192.0.2.3#61568: UDP: query: a.example IN A response: NOERROR + a.example. 60 IN A 192.0.2.9; a.example. 60 IN A 192.0.2.10;',
    ),
    becomes: {
      class_uid: 4003,
      activity_name: 'Response',
      rcode: 'NoError',
      answers: [
        { rdata: '192.0.2.9', type: 'A', class: 'IN', ttl: 60 },
        { rdata: '192.0.2.10', type: 'A', class: 'IN', ttl: 60 },
      ],
      connection_info: { protocol_name: 'UDP' },
    },
  },
  {
    name: 'a query that cannot be answered',
    record: line(
      'named[42]',
      'client @0x7f75 192.0.2.34#54013 (1.2.0.192.in-addr.arpa): query failed (SERVFAIL) for 1.2.0.192.in-addr.arpa/IN/PTR at query.c:6922',
    ),
    becomes: { class_uid: 4003, rcode: 'ServError', status: 'Failure', query: { type: 'PTR' } },
  },
  {
    name: 'a lease is acknowledged',
    record: line(
      'dhcpd[7]',
      'DHCPACK on 192.0.2.120 to 00:50:56:13:60:56 (laptop) via eth1 relay eth1 lease-duration 600',
    ),
    becomes: {
      class_uid: 4004,
      activity_name: 'Ack',
      src_endpoint: { ip: '192.0.2.120', mac: '00:50:56:13:60:56', hostname: 'laptop' },
    },
  },
  {
    name: 'an administrator of NIOS is let in',
    record: line(
      'httpd',
      '2020-09-24 13:31:18.634Z [admin2]: Login_Allowed - - to=AdminConnector ip=192.0.2.3 auth=LOCAL group=admin-group apparently_via=GUI',
    ),
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'admin2' }, src_endpoint: { ip: '192.0.2.3' } },
  },
  {
    name: 'an administrator of NIOS is refused',
    record: line(
      'serial_console',
      '2020-09-16 13:22:51.992Z [root]: Login_Denied - - to=Console apparently_via=Direct',
    ),
    becomes: { class_uid: 3002, status: 'Failure', severity: 'Medium', service: { name: 'Console' } },
  },
  {
    name: 'an administrator of NIOS calls a function',
    record: line('httpd', '2020-09-24 11:44:48.352Z [admin]: Called - GetLogFiles: Args message="syslog"'),
    becomes: { class_uid: 6003, actor: { user: { name: 'admin' } }, api: { operation: 'GetLogFiles' } },
  },
  {
    name: 'the server about itself',
    record: line('named[42]', 'Recursion cache view "_default": size = 89496, hits = 1, misses = 3'),
    becomes: { class_uid: 0, message: 'Recursion cache view "_default": size = 89496, hits = 1, misses = 3' },
  },
])
