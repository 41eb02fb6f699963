import { sourceTests } from '../../mapping/source-tests.ts'
import { windowsFirewall } from './mapping.ts'

sourceTests(windowsFirewall, [
  {
    name: 'a packet is dropped',
    record: {
      date: '2024-03-04',
      time: '10:11:12',
      action: 'DROP',
      protocol: 'UDP',
      'src-ip': '192.0.2.10',
      'dst-ip': '10.0.0.7',
      'src-port': '137',
      'dst-port': '138',
      size: '78',
      path: 'RECEIVE',
    },
    becomes: {
      class_uid: 4001,
      activity_name: 'Refuse',
      disposition: 'Dropped',
      time: Date.UTC(2024, 2, 4, 10, 11, 12),
      src_endpoint: { ip: '192.0.2.10', port: 137 },
      connection_info: { direction: 'Inbound', protocol_name: 'UDP' },
    },
  },
])
