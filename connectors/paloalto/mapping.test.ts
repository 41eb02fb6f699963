import { sourceTests } from '../compile/source-tests.ts'
import { recordOf } from '../syslog/fixture-line.ts'
import { paloalto } from './mapping.ts'

const line = (csv: string) => recordOf(`<14>Mar  4 10:11:12 fw1 ${csv}`)
const FLOW =
  '2562,2024/03/04 10:11:12,10.0.0.7,192.0.2.10,,,allow-web,corp\\bob,,ssl,vsys1,trust,untrust,eth1,eth2,fwd,,36459,1,39681,443,0,0,0x0,tcp'

sourceTests(paloalto, [
  {
    name: 'the end of a session',
    record: line(
      `1,2024/03/04 10:11:12,007,TRAFFIC,end,${FLOW},allow,300,100,200,9,2024/03/04 10:11:00,12,any,0,77,0x0`,
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Close',
      action: 'Allowed',
      time: Date.UTC(2024, 2, 4, 10, 11, 12),
      duration: 12_000,
      src_endpoint: { ip: '10.0.0.7', port: 39_681, zone: 'trust' },
      dst_endpoint: { ip: '192.0.2.10', port: 443 },
      traffic: { bytes: 300, bytes_out: 100, bytes_in: 200 },
      actor: { user: { name: 'bob', domain: 'corp' } },
      firewall_rule: { name: 'allow-web' },
    },
  },
  {
    name: 'a threat',
    record: line(
      `1,2024/03/04 10:11:12,007,THREAT,vulnerability,${FLOW},reset-both,"a,b.exe",Log4j(91991),any,critical,client-to-server,78,0x0`,
    ),
    becomes: {
      class_uid: 2004,
      severity: 'Critical',
      action: 'Denied',
      finding_info: { title: 'Log4j(91991)', analytic: { uid: '91991' } },
      evidences: [{ src_endpoint: { ip: '10.0.0.7' } }],
    },
  },
  {
    name: 'a URL',
    record: line(
      `1,2024/03/04 10:11:12,007,THREAT,url,${FLOW},alert,example.org/a,(9999),news,informational,client-to-server,79,0x0`,
    ),
    becomes: { class_uid: 4002, http_request: { url: { url_string: 'example.org/a' } } },
  },
  {
    name: 'a change of configuration',
    record: line(
      '1,2024/03/04 10:11:12,007,CONFIG,0,2562,2024/03/04 10:11:12,10.0.0.9,,set,admin,Web,Succeeded, config x,,,80,0x0',
    ),
    becomes: { class_uid: 3004, activity_name: 'Update', actor: { user: { name: 'admin' } }, status: 'Success' },
  },
])
