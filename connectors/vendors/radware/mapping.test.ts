import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { radware } from './mapping.ts'

sourceTests(radware, [
  {
    name: 'attacks that one device dropped',
    record: recordOf(
      '<134>Mar  4 10:11:12 vision1 [Device: dp1 192.0.2.135] M_20000: 2 attacks of type "Intrusions" started between 15:36:06 UTC and 15:36:21 UTC. Detected by policies: p1, p2; Attack name: DNS-named-version; Source IP: 203.0.113.1; Destination IPs: 198.51.100.1, 198.51.100.2; Destination port: 53; Action: drop.',
    ),
    becomes: {
      class_uid: 2004,
      count: 2,
      disposition: 'Dropped',
      finding_info: { title: 'DNS-named-version', types: ['Intrusions'] },
      evidences: [{ src_endpoint: { ip: '203.0.113.1' }, dst_endpoint: { ip: '198.51.100.1', port: 53 } }],
      device: { hostname: 'dp1', ip: '192.0.2.135' },
      metadata: { event_code: 'M_20000' },
    },
  },
  {
    name: 'a session of the management has no class',
    record: recordOf(
      '<134>Mar  4 10:11:12 dp1 M_00796:  User eve Session with client radware was terminated due to Inactivity.',
    ),
    becomes: { class_uid: 0, metadata: { event_code: 'M_00796', product: { vendor_name: 'Radware' } } },
  },
])
