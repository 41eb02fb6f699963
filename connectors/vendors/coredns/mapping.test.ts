import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { coredns } from './mapping.ts'

const line = (words: string) => recordOf(`<134>Mar  4 10:11:12 node1 coredns[7]: ${words}`)

sourceTests(coredns, [
  {
    name: 'a name that does not exist',
    record: line('[INFO] 192.0.2.9:50000 - 123 "A IN bad.example.net. udp 40 false 512" NXDOMAIN qr,rd,ra 110 0.001s'),
    becomes: {
      class_uid: 4003,
      activity_name: 'Response',
      status: 'Failure',
      rcode: 'NXDomain',
      query: { hostname: 'bad.example.net', type: 'A' },
      src_endpoint: { ip: '192.0.2.9', port: 50_000 },
    },
  },
  {
    name: 'a client with an address of IPv6',
    record: line('[INFO] [2001:db8::9]:50000 - 123 "AAAA IN a.example. tcp 40 true 512" NOERROR qr 110 0.001s'),
    becomes: { class_uid: 4003, status: 'Success', src_endpoint: { ip: '2001:db8::9' } },
  },
])
