import { expect } from 'vitest'
import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { pfsense } from './mapping.ts'

const line = (csv: string) => recordOf(`<134>Mar  4 10:11:12 fw1 filterlog[77]: ${csv}`)

sourceTests(pfsense, [
  {
    name: 'TCP is blocked',
    record: line(
      '5,,,1000000103,igb0,match,block,in,4,0x0,,64,1,0,DF,6,tcp,60,192.0.2.10,10.0.0.7,40000,22,0,S,1,,64240,,mss',
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Refuse',
      action: 'Denied',
      src_endpoint: { ip: '192.0.2.10', port: 40_000, interface_name: 'igb0' },
      dst_endpoint: { ip: '10.0.0.7', port: 22 },
      connection_info: { direction: 'Inbound', protocol_name: 'tcp', flag_history: 'S' },
    },
  },
  {
    name: 'ICMP has no ports',
    record: line('5,,,1000000103,igb0,match,block,in,4,0x0,,64,1,0,DF,1,icmp,96,192.0.2.10,10.0.0.7,request,25,1'),
    becomes: {
      activity_name: 'Refuse',
      src_endpoint: expect.not.objectContaining({ port: expect.anything() }),
      dst_endpoint: expect.not.objectContaining({ port: expect.anything() }),
      connection_info: { protocol_name: 'icmp', protocol_num: 1 },
    },
  },
  {
    name: 'UDP over IPv6 passes',
    record: line('5,,,1000000103,igb0,match,pass,out,6,0x00,0x0,64,UDP,17,80,2001:db8::1,2001:db8::2,5353,53,40'),
    becomes: { activity_name: 'Traffic', src_endpoint: { ip: '2001:db8::1', port: 5353 }, dst_endpoint: { port: 53 } },
  },
])
