import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { dnsmasq } from './mapping.ts'

const line = (message: string, program = 'dnsmasq') => recordOf(`<30>Nov 24 10:00:01 gw ${program}[77]: ${message}`)

sourceTests(dnsmasq, [
  {
    name: 'a question',
    record: line('query[A] example.com from 192.0.2.7'),
    becomes: {
      class_uid: 4003,
      activity_name: 'Query',
      query: { hostname: 'example.com', type: 'A' },
      src_endpoint: { ip: '192.0.2.7' },
      device: { hostname: 'gw' },
    },
  },
  {
    name: 'an answer, with the client before it',
    record: line('12 192.0.2.7/53412 reply example.com is 93.184.216.34'),
    becomes: {
      class_uid: 4003,
      activity_name: 'Response',
      rcode: 'NoError',
      answers: [{ rdata: '93.184.216.34' }],
      src_endpoint: { ip: '192.0.2.7', port: 53412 },
    },
  },
  {
    name: 'a name that there is not',
    record: line('cached bad.example is NXDOMAIN'),
    becomes: { class_uid: 4003, rcode: 'NXDomain', status: 'Failure', query: { hostname: 'bad.example' } },
  },
  {
    name: 'another name',
    record: line('reply www.example is <CNAME>'),
    becomes: { class_uid: 4003, rcode: 'NoError', query: { hostname: 'www.example' } },
  },
  {
    name: 'a name of the file',
    record: line('/etc/hosts router.lan is 192.0.2.1'),
    becomes: { class_uid: 4003, query: { hostname: 'router.lan' }, answers: [{ rdata: '192.0.2.1' }] },
  },
  {
    name: 'a lease',
    record: line('DHCPACK(eth0) 192.0.2.7 aa:bb:cc:dd:ee:ff laptop', 'dnsmasq-dhcp'),
    becomes: {
      class_uid: 4004,
      activity_name: 'Ack',
      src_endpoint: { ip: '192.0.2.7', mac: 'aa:bb:cc:dd:ee:ff', hostname: 'laptop' },
    },
  },
  {
    name: 'somebody who asks for one',
    record: line('DHCPDISCOVER(eth0) aa:bb:cc:dd:ee:ff ', 'dnsmasq-dhcp'),
    becomes: { class_uid: 4004, activity_name: 'Discover' },
  },
  { name: 'where a question went', record: line('forwarded example.com to 8.8.8.8'), becomes: { class_uid: 0 } },
])
