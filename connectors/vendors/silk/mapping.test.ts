import { expect, test } from 'vitest'
import { sourceTests } from '../../mapping/source-tests.ts'
import { silk } from './mapping.ts'

const FLOW = {
  sIP: '192.0.2.20',
  dIP: '198.51.100.21',
  sPort: '0',
  dPort: '771',
  packets: '8',
  bytes: '344',
  sTime: '2015/06/17T00:00:00.083',
}

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
  {
    name: 'a flow that a router refused',
    record: { ...FLOW, protocol: '6', type: 'innull' },
    becomes: {
      class_uid: 4001,
      activity_name: 'Refuse',
      action: 'Denied',
      disposition: 'Dropped',
      connection_info: { direction: 'Inbound' },
      dst_endpoint: { port: 771 },
    },
  },
  {
    name: 'a flow that stays inside',
    record: { ...FLOW, protocol: '6', type: 'int2int' },
    becomes: { activity_name: 'Traffic', connection_info: { direction: 'Lateral' } },
  },
])

test('ICMP has no ports', () => {
  const event = silk.toOcsf({ ...FLOW, protocol: '1', type: 'inicmp' })
  expect(event).toMatchObject({ connection_info: { direction: 'Inbound', protocol_num: 1 } })
  expect(event).not.toHaveProperty('dst_endpoint.port')
})
