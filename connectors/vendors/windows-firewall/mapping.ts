/** `pfirewall.log` of the Windows firewall, W3C. Names: the log's own `#Fields` line. */
import type { Members } from '../../../platform/members.ts'
import { decision } from '../../families/syslog/firewall.ts'
import { compileSource } from '../../mapping/source.ts'
import { integer, ip, is, lookup, type RecordShape, type SourceTable, time } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const LOST = 'INFO-EVENTS-LOST'

const shape: RecordShape = {
  name: 'w3c',
  is: () => true,
  settle(record: Members) {
    if (record.at === undefined) record.at = `${textOf(record.date)}T${textOf(record.time)}`
  },
}

export const WINDOWS_FIREWALL: SourceTable = {
  id: 'windows-firewall/1',
  shapes: [shape],
  select: ['action'],
  rows: {
    time: time('at'),
    severity_id: is('Informational'),
    'metadata.product.name': is('Windows Firewall'),
    'metadata.product.vendor_name': is('Microsoft'),
    'metadata.log_name': is('pfirewall'),
    'metadata.original_time': 'at',
  },
  logSource: { product: 'windows', service: 'pfirewall', categories: ['firewall'] },
  chapters: [
    {
      name: 'pfirewall',
      aliases: { src_ip: ['src-ip'], dst_ip: ['dst-ip'], src_port: ['src-port'], dst_port: ['dst-port'] },
      profiles: [
        {
          name: 'lost',
          when: { action: LOST },
          class: 'base_event',
          activity: 'Other',
          unclassified: 'a count of events that the log has lost',
          rows: { status_detail: 'info' },
        },
        {
          name: 'flow',
          when: {},
          class: 'network_activity',
          activity: lookup(
            'action',
            { ALLOW: 'Traffic', OPEN: 'Open', 'OPEN-INBOUND': 'Open', CLOSE: 'Close', DROP: 'Refuse' },
            'Other',
          ),
          rows: {
            'src_endpoint.ip': ip('src-ip'),
            'src_endpoint.port': integer('src-port'),
            'dst_endpoint.ip': ip('dst-ip'),
            'dst_endpoint.port': integer('dst-port'),
            'connection_info.protocol_name': 'protocol',
            'connection_info.direction_id': lookup(
              'path',
              { SEND: 'Outbound', RECEIVE: 'Inbound', FORWARD: 'Other' },
              'Other',
              'Unknown',
            ),
            'connection_info.flag_history': 'tcpflags',
            'traffic.bytes': integer('size'),
            ...decision('action'),
          },
        },
      ],
    },
  ],
  renderings: ['date', 'time'],
  recognises: (record) =>
    record.action === LOST ||
    (record['src-ip'] !== undefined && record['dst-ip'] !== undefined && record.action !== undefined),
}
export const windowsFirewall = compileSource(WINDOWS_FIREWALL)
