/**
 * Flows of a network security group or a virtual network, one in each record (`formats/flow-tuples.ts` splits the
 * lists). Forms: "NSG flow logs" versions 1 and 2, and "VNet flow logs", Azure Network Watcher documentation.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { flowsOf } from '../../formats/flow-tuples.ts'
import { compileSource } from '../../mapping/source.ts'
import { capture, integer, ip, is, lookup, type Rows, type SourceTable, text, time } from '../../mapping/table.ts'
import { product } from './common.ts'

const KIND = /^(?:NetworkSecurityGroupFlowEvent|FlowLogFlowEvent)$/
const COLUMNS = ['at', 'src_ip', 'dst_ip', 'src_port', 'dst_port', 'protocol', 'direction'] as const
const COUNTS = ['packets_out', 'bytes_out', 'packets_in', 'bytes_in'] as const

/**
 * Called once for each record. A record that was too large to split still has several flows, and gets the values of
 * none.
 */
function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const [flow, another] = flowsOf(record, 2)
  if (flow === undefined || another !== undefined) {
    record.parsed = { kind: 'words' }
    return
  }
  const parts = flow.tuple.split(',')
  const fields: Members = Object.fromEntries(COLUMNS.map((name, at) => [name, parts[at]]))
  const isVirtual = isMembers(record.flowRecords)
  const state = isVirtual ? parts[7] : parts[8]
  const counted = parts.slice(9)
  COUNTS.forEach((name, at) => {
    fields[name] = counted[at]
  })
  fields.state = state
  const isDenied = isVirtual ? state === 'D' : parts[7] === 'D'
  fields.kind = isDenied ? 'denied' : state === 'E' ? 'end' : state === 'B' ? 'begin' : 'flow'
  fields.rule = ruleOf(flow.record)
  record.parsed = fields
}

function ruleOf({ properties, flowRecords }: Members): unknown {
  const list = isMembers(properties) ? properties.flows : isMembers(flowRecords) ? flowRecords.flows : null
  const [first] = Array.isArray(list) ? list : []
  if (!isMembers(first)) return undefined
  const [group] = Array.isArray(first.flowGroups) ? first.flowGroups : []
  return isMembers(group) ? group.rule : first.rule
}

const FLOW: Rows = {
  'src_endpoint.ip': ip('parsed.src_ip'),
  'src_endpoint.port': integer('parsed.src_port'),
  'dst_endpoint.ip': ip('parsed.dst_ip'),
  'dst_endpoint.port': integer('parsed.dst_port'),
  'connection_info.protocol_name': lookup(
    'parsed.protocol',
    { T: 'tcp', U: 'udp', 6: 'tcp', 17: 'udp', 1: 'icmp' },
    'other',
  ),
  'connection_info.protocol_num': lookupNumber('parsed.protocol'),
  'connection_info.direction_id': lookup('parsed.direction', { I: 'Inbound', O: 'Outbound' }, 'Unknown', 'Unknown'),
  'traffic.packets_out': integer('parsed.packets_out'),
  'traffic.bytes_out': integer('parsed.bytes_out'),
  'traffic.packets_in': integer('parsed.packets_in'),
  'traffic.bytes_in': integer('parsed.bytes_in'),
  'firewall_rule.name': text('parsed.rule'),
  action_id: lookup('parsed.kind', { denied: 'Denied' }, 'Allowed'),
  disposition_id: lookup('parsed.kind', { denied: 'Blocked' }, 'Allowed'),
  status_id: lookup('parsed.kind', { denied: 'Failure' }, 'Success'),
}

function lookupNumber(field: string) {
  return capture(field, /^(\d{1,3})$/, 'integer')
}

export const AZURE_FLOWS: SourceTable = {
  id: 'azure-flows/1',
  shapes: [{ name: 'json', is: () => true, settle }],
  select: ['parsed.kind'],
  recognises: ({ category, properties, flowRecords }) =>
    typeof category === 'string' && KIND.test(category) && (isMembers(properties) || isMembers(flowRecords)),
  logSource: { product: 'azure', service: 'networkflows', categories: ['firewall'] },
  rows: {
    ...product('Azure Network Watcher'),
    severity_id: is('Informational'),
    time: time('parsed.at', 'time'),
    'metadata.event_code': 'category',
    'cloud.provider': is('Azure'),
    'device.mac': { kind: 'mac', fields: 'macAddress' },
    'device.type_id': is('Virtual'),
    'device.uid': ['targetResourceID', 'resourceId'],
  },
  chapters: [
    {
      name: 'flows',
      aliases: {
        src_ip: 'parsed.src_ip',
        dst_ip: 'parsed.dst_ip',
        src_port: 'parsed.src_port',
        dst_port: 'parsed.dst_port',
      },
      profiles: [
        {
          name: 'several',
          when: { 'parsed.kind': 'words' },
          class: 'base_event',
          activity: 'Other',
          unclassified: 'a record without flows, or with more than there was room to take apart',
        },
        {
          name: 'denied',
          when: { 'parsed.kind': 'denied' },
          class: 'network_activity',
          activity: 'Refuse',
          rows: FLOW,
        },
        { name: 'begin', when: { 'parsed.kind': 'begin' }, class: 'network_activity', activity: 'Open', rows: FLOW },
        { name: 'end', when: { 'parsed.kind': 'end' }, class: 'network_activity', activity: 'Close', rows: FLOW },
        { name: 'flow', when: {}, class: 'network_activity', activity: 'Traffic', rows: FLOW },
      ],
    },
  ],
}
export const azureFlows = compileSource(AZURE_FLOWS)
