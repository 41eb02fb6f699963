import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { windowsDns } from './mapping.ts'

const line = (text: string) => recordOf(`<30>Mar  4 10:11:12 dc1 ${text}`)
const NAME = '(3)www(7)example(3)com(0)'

sourceTests(windowsDns, [
  {
    name: 'a question of a client',
    record: line(
      `3/4/2026 10:11:12 AM 0E4C PACKET  000000D58F45A560 UDP Rcv 10.0.0.9        a1b2   Q [0001   D   NOERROR] A      ${NAME}`,
    ),
    becomes: {
      class_uid: 4003,
      activity_name: 'Query',
      query: { hostname: 'www.example.com', type: 'A' },
      src_endpoint: { ip: '10.0.0.9' },
    },
  },
  {
    name: 'an answer to a client',
    record: line(
      `04.03.2026 10:11:12 0E4C PACKET  000000D58F45A560 UDP Snd 10.0.0.9        a1b2 R Q [8385 A DR NXDOMAIN] AAAA   ${NAME}`,
    ),
    becomes: {
      class_uid: 4003,
      activity_name: 'Response',
      rcode: 'NXDomain',
      src_endpoint: { ip: '10.0.0.9' },
      status: 'Failure',
    },
  },
  {
    name: 'a question of the server itself',
    record: line(
      `2026-03-04 10:11:12 0E4C PACKET  000000D58F45A560 TCP Snd 2001:db8::9     a1b2   Q [0000       NOERROR] PTR    (1)9(1)0(1)0(2)10(7)in-addr(4)arpa(0)`,
    ),
    becomes: {
      query: { hostname: '9.0.0.10.in-addr.arpa', type: 'PTR' },
      dst_endpoint: { ip: '2001:db8::9' },
      connection_info: { direction: 'Outbound', protocol_name: 'TCP' },
    },
  },
  {
    name: 'what is no packet',
    record: line('3/4/2026 10:11:12 AM 0E4C EVENT   The DNS server has started.'),
    becomes: { class_uid: 0 },
  },
])
