/** SiLK flow records, as `rwcut` prints them in columns with their names. Names: the `rwcut` manual page, `--fields`. */
import { compileSource } from '../compile/source.ts'
import { capture, integer, ip, is, lookupIn, millis, type SourceTable, time } from '../compile/table.ts'

export const SILK: SourceTable = {
  id: 'silk/1',
  shapes: [{ name: 'rwcut', is: () => true }],
  select: ['type'],
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
          name: 'flow',
          when: {},
          class: 'network_activity',
          activity: 'Traffic',
          rows: {
            'src_endpoint.ip': ip('sIP'),
            'src_endpoint.port': integer('sPort'),
            'dst_endpoint.ip': ip('dIP'),
            'dst_endpoint.port': integer('dPort'),
            'connection_info.protocol_num': integer('protocol'),
            'connection_info.flag_history': 'flags',
            // `outweb`, `inicmp`: the direction as the site's configuration names it.
            'connection_info.direction_id': lookupIn(
              'type',
              /^(in|out)/,
              { in: 'Inbound', out: 'Outbound' },
              'Other',
              'Unknown',
            ),
            'traffic.packets': integer('packets'),
            'traffic.bytes': integer('bytes'),
            start_time: time('sTime', 'sTime+msec'),
            end_time: time('eTime', 'eTime+msec'),
            duration: millis('duration', 'dur+msec'),
            app_name: capture('application', /^([1-9]\d{0,4})$/),
          },
        },
      ],
    },
  ],
  renderings: ['sTime+msec', 'eTime+msec', 'dur+msec'],
}
export const silk = compileSource(SILK)
