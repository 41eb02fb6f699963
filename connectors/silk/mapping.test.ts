import { sourceTests } from '../compile/source-tests.ts'
import { silk } from './mapping.ts'

sourceTests(silk, [
  {
    name: 'a flow',
    record: {
      sIP: '192.0.2.20',
      dIP: '198.51.100.21',
      sPort: '63975',
      dPort: '443',
      protocol: '6',
      packets: '8',
      bytes: '344',
      flags: 'FSA',
      sTime: '2015/06/17T00:00:00.083',
      duration: '0.006',
      eTime: '2015/06/17T00:00:00.089',
      sensor: 'S1',
      application: '0',
      type: 'outweb',
    },
    becomes: {
      class_uid: 4001,
      time: Date.UTC(2015, 5, 17, 0, 0, 0, 83),
      end_time: Date.UTC(2015, 5, 17, 0, 0, 0, 89),
      duration: 6,
      src_endpoint: { ip: '192.0.2.20', port: 63_975 },
      connection_info: { protocol_num: 6, direction: 'Outbound', flag_history: 'FSA' },
      traffic: { packets: 8, bytes: 344 },
    },
  },
])
