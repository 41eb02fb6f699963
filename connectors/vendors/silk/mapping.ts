/** SiLK flow records as `rwcut` prints them, in columns with names. Names: the `rwcut` manual page, `--fields`. */
import { compileSource } from '../../mapping/source.ts'
import { capture, integer, ip, is, lookupIn, millis, type Rows, type SourceTable, time } from '../../mapping/table.ts'

const ICMP = [1, 58]
const PORTS: Rows = { 'src_endpoint.port': integer('sPort'), 'dst_endpoint.port': integer('dPort') }
const FLOW: Rows = {
  'src_endpoint.ip': ip('sIP'),
  'dst_endpoint.ip': ip('dIP'),
  'connection_info.protocol_num': integer('protocol'),
  'connection_info.flag_history': 'flags',
  // `outweb`, `inicmp`: the direction as the site configured it; `int2int` stays inside.
  'connection_info.direction_id': lookupIn(
    'type',
    /^(in(?!t2)|out|int2int)/,
    { in: 'Inbound', out: 'Outbound', int2int: 'Lateral' },
    'Other',
    'Unknown',
  ),
  'traffic.packets': integer('packets'),
  'traffic.bytes': integer('bytes'),
  start_time: time('sTime', 'sTime+msec'),
  end_time: time('eTime', 'eTime+msec'),
  duration: millis('duration', 'dur+msec'),
  app_name: capture('application', /^([1-9]\d{0,4})$/),
}

export const SILK: SourceTable = {
  id: 'silk/1',
  shapes: [{ name: 'rwcut', is: () => true }],
  select: ['type', 'protocol'],
  rows: {
    time: time('sTime', 'sTime+msec'),
    severity_id: is('Informational'),
    'metadata.product.name': is('SiLK'),
    'metadata.product.vendor_name': is('CERT NetSA'),
    'metadata.loggers[0].name': 'sensor',
    'metadata.original_time': ['sTime', 'sTime+msec'],
  },
  logSource: { product: 'silk', categories: ['netflow'] },
  recognises: (record) => record.sIP !== undefined && record.dIP !== undefined && record.packets !== undefined,
  chapters: [
    {
      name: 'flows',
      aliases: { src_ip: ['sIP'], dst_ip: ['dIP'], src_port: ['sPort'], dst_port: ['dPort'] },
      profiles: [
        {
          name: 'refused',
          when: { type: ['innull', 'outnull'] },
          class: 'network_activity',
          activity: 'Refuse',
          rows: { ...FLOW, ...PORTS, action_id: is('Denied'), disposition_id: is('Dropped') },
        },
        // For ICMP the port fields contain type and code.
        { name: 'icmp', when: { protocol: ICMP }, class: 'network_activity', activity: 'Traffic', rows: FLOW },
        { name: 'flow', when: {}, class: 'network_activity', activity: 'Traffic', rows: { ...FLOW, ...PORTS } },
      ],
    },
  ],
  renderings: ['sTime+msec', 'eTime+msec', 'dur+msec'],
}
export const silk = compileSource(SILK)
