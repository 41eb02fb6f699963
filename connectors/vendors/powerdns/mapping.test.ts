import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { powerdns } from './mapping.ts'

const becomes = {
  ...{ class_uid: 4003, activity_name: 'Query', query: { hostname: 'www.example.com', type: 'A' } },
  src_endpoint: { ip: '10.0.0.9' },
}

sourceTests(powerdns, [
  {
    name: 'a question to the server',
    record: recordOf(
      "<30>Nov 27 10:11:12 ns1 pdns_server[7]: Remote 10.0.0.9 wants 'www.example.com|A', do = 0, bufsize = 512: packetcache MISS",
    ),
    becomes,
  },
  {
    name: 'a question to the recursor',
    record: recordOf(
      "<30>Nov 27 10:11:12 ns1 pdns_recursor[7]: 3 [7/1] question for 'www.example.com|A' from 10.0.0.9:50000",
    ),
    becomes: { ...becomes, src_endpoint: { ip: '10.0.0.9', port: 50_000 } },
  },
  {
    name: 'words of the server',
    record: recordOf('<30>Nov 27 10:11:12 ns1 pdns_server[7]: Done launching threads, ready to distribute questions'),
    becomes: { class_uid: 0 },
  },
])
