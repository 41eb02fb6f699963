import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { watchguard } from './mapping.ts'

const line = (text: string) => recordOf(`<142>Mar  4 10:11:12 fb1 firewall: ${text}`)

sourceTests(watchguard, [
  {
    name: 'a flow is refused',
    record: line(
      'msg_id="3000-0148" Deny 1-Trusted 0-External 60 tcp 20 127 10.0.0.9 203.0.113.4 50001 443 offset 10 S 1 win 4 (Unhandled Internal Packet-00)',
    ),
    becomes: {
      class_uid: 4001,
      action: 'Denied',
      src_endpoint: { ip: '10.0.0.9', port: 50_001, interface_name: '1-Trusted' },
      dst_endpoint: { ip: '203.0.113.4', port: 443 },
      firewall_rule: { name: 'Unhandled Internal Packet-00' },
    },
  },
  {
    name: 'a password is wrong',
    record: line(
      'msg_id="1100-0005" Authentication of SSLVPN user [ada@Firebox-DB] from 198.51.100.4 was rejected, password is incorrect',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'ada', domain: 'Firebox-DB' },
      src_endpoint: { ip: '198.51.100.4' },
    },
  },
  {
    name: 'words about itself',
    record: line('msg_id="3E00-0002" Device is up'),
    becomes: { class_uid: 0, metadata: { event_code: '3E00-0002' } },
  },
])
