/** pfSense and OPNsense: the packet filter's CSV. Columns: the Netgate documentation of raw filter logs. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { SYSLOG_HEADER, SYSLOG_RENDERINGS } from '../../families/syslog/common.ts'
import { decision, flow } from '../../families/syslog/firewall.ts'
import { messageOf, syslogField } from '../../families/syslog/settle.ts'
import { csvValues } from '../../formats/csv.ts'
import { FieldList } from '../../formats/field-list.ts'
import { compileSource } from '../../mapping/source.ts'
import { integer, ip, is, lookup, type RecordShape, type Rows, type SourceTable, text } from '../../mapping/table.ts'

const COMMON = 'rule sub_rule anchor tracker interface reason action direction ip_version'.split(' ')
const V4 = 'tos ecn ttl id offset flags protocol_id protocol length src dst'.split(' ')
const V6 = 'class flow_label hop_limit protocol protocol_id length src dst'.split(' ')
const PORTS = 'src_port dst_port data_length tcp_flags sequence ack window urgent options'.split(' ')
/**
 * After the addresses TCP and UDP have their ports, other protocols their own fields: ICMP has its type and fields that
 * depend on it.
 */
const OTHERS = ['protocol_data']
const NAMES = {
  '4': { ports: [...COMMON, ...V4, ...PORTS], none: [...COMMON, ...V4, ...OTHERS] },
  '6': { ports: [...COMMON, ...V6, ...PORTS], none: [...COMMON, ...V6, ...OTHERS] },
}
const WITH_PORTS: ReadonlySet<string | undefined> = new Set(['6', '17'])
const columns = new FieldList()

function namesOf(values: readonly string[]): readonly string[] {
  const [, , , , , , , , version] = values
  if (version !== '4' && version !== '6') return COMMON
  const { ports, none } = NAMES[version]
  return WITH_PORTS.has(values[ports.indexOf('protocol_id')]) ? ports : none
}

function settle(record: Members): void {
  if (record.filter !== undefined) return
  const values = csvValues(messageOf(record))
  const names = namesOf(values)
  columns.clear()
  for (let i = 0; i < values.length; i++) if (values[i] !== '') columns.add(names[i] ?? `column_${i + 1}`, values[i])
  const filter = columns.toFields()
  // Only these have ports after the addresses.
  filter.kind = filter.src === undefined || filter.dst === undefined ? 'words' : 'flow'
  record.filter = filter
}

const shape: RecordShape = { name: 'filterlog', is: () => true, settle }

const FLOW: Rows = {
  'src_endpoint.ip': ip('filter.src'),
  'src_endpoint.port': integer('filter.src_port'),
  'src_endpoint.interface_name': 'filter.interface',
  'dst_endpoint.ip': ip('filter.dst'),
  'dst_endpoint.port': integer('filter.dst_port'),
  'connection_info.direction_id': lookup('filter.direction', { in: 'Inbound', out: 'Outbound' }, 'Other', 'Unknown'),
  'connection_info.protocol_name': 'filter.protocol',
  'connection_info.protocol_num': integer('filter.protocol_id'),
  'connection_info.protocol_ver_id': lookup('filter.ip_version', {
    4: 'Internet Protocol version 4 (IPv4)',
    6: 'Internet Protocol version 6 (IPv6)',
  }),
  'connection_info.flag_history': 'filter.tcp_flags',
  'traffic.bytes': integer('filter.length'),
  'firewall_rule.uid': text('filter.tracker', 'filter.rule'),
  status_detail: 'filter.reason',
}

export const PFSENSE: SourceTable = {
  id: 'pfsense/1',
  shapes: [shape],
  select: ['filter.kind'],
  rows: {
    ...SYSLOG_HEADER,
    'metadata.product.name': is('pfSense'),
    'metadata.product.vendor_name': is('Netgate'),
    'device.type_id': is('Firewall'),
  },
  logSource: { product: 'pfsense', categories: ['firewall'] },
  chapters: [
    {
      name: 'filterlog',
      aliases: {
        src_ip: ['filter.src'],
        dst_ip: ['filter.dst'],
        src_port: ['filter.src_port'],
        dst_port: ['filter.dst_port'],
        action: ['filter.action'],
      },
      profiles: [
        {
          name: 'flow',
          when: { 'filter.kind': 'flow' },
          class: 'network_activity',
          activity: flow('filter.action'),
          rows: { ...FLOW, ...decision('filter.action') },
        },
        {
          name: 'words',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'a packet whose line has no addresses (cut short, or neither IPv4 nor IPv6)',
          rows: decision('filter.action'),
        },
      ],
    },
  ],
  renderings: [...SYSLOG_RENDERINGS, 'syslog.message'],
  programs: /^filterlog$/,
  recognises: (record) => isMembers(record.syslog) && syslogField(record, 'app_name') === 'filterlog',
}
export const pfsense = compileSource(PFSENSE)
