/** Flow logs of an AWS VPC: text with AWS's own column names, and the spellings of Parquet, Firehose and data lakes. */
import { compileSource } from '../../mapping/source.ts'
import { integer, ip, is, lookup, type RecordShape, type Rows, type SourceTable, time } from '../../mapping/table.ts'
import { cloud, PLAIN_LOG, product } from './common.ts'

const COLUMNS = (
  'version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status ' +
  'vpc-id subnet-id instance-id tcp-flags type pkt-srcaddr pkt-dstaddr region az-id sublocation-type sublocation-id ' +
  'pkt-src-aws-service pkt-dst-aws-service flow-direction traffic-path reject-reason'
).split(' ')

/** Columns that others spell in a way of their own. */
const OTHERS: Readonly<Record<string, string>> = {
  srcaddr: 'srcAddr',
  dstaddr: 'dstAddr',
  srcport: 'srcPort',
  dstport: 'dstPort',
  'log-status': 'status',
  'subnet-id': 'subNetId',
}

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const shape: RecordShape = {
  name: 'columns',
  is: () => true,
  names: Object.fromEntries(
    COLUMNS.map((name) => [name, [...new Set([name, name.replaceAll('-', '_'), camel(name), OTHERS[name] ?? name])]]),
  ),
}

const PROTOCOLS = { 1: 'icmp', 6: 'tcp', 17: 'udp', 47: 'gre', 50: 'esp', 58: 'icmpv6', 132: 'sctp' }

const FLOW: Rows = {
  'src_endpoint.ip': ip('pkt-srcaddr', 'srcaddr'),
  'src_endpoint.port': integer('srcport'),
  'src_endpoint.svc_name': 'pkt-src-aws-service',
  'dst_endpoint.ip': ip('pkt-dstaddr', 'dstaddr'),
  'dst_endpoint.port': integer('dstport'),
  'dst_endpoint.svc_name': 'pkt-dst-aws-service',
  'traffic.packets': integer('packets'),
  'traffic.bytes': integer('bytes'),
  start_time: time('start'),
  end_time: time('end'),
  'connection_info.protocol_num': integer('protocol'),
  'connection_info.protocol_name': lookup('protocol', PROTOCOLS, 'other'),
  'connection_info.direction_id': lookup(
    'flow-direction',
    { ingress: 'Inbound', egress: 'Outbound' },
    'Unknown',
    'Unknown',
  ),
  'connection_info.tcp_flags': integer('tcp-flags'),
  'connection_info.boundary_id': lookup(
    'traffic-path',
    {
      1: 'Same VPC',
      2: 'Internet/VPC Gateway',
      3: 'Virtual Private Gateway',
      4: 'Intra-region VPC',
      5: 'Inter-region VPC',
      6: 'Local Gateway',
      7: 'Gateway VPC',
      8: 'Internet Gateway',
    },
    'Other',
  ),
  'connection_info.protocol_ver_id': lookup('type', {
    IPv4: 'Internet Protocol version 4 (IPv4)',
    IPv6: 'Internet Protocol version 6 (IPv6)',
  }),
  action_id: lookup('action', { ACCEPT: 'Allowed', REJECT: 'Denied' }),
  disposition_id: lookup('action', { ACCEPT: 'Allowed', REJECT: 'Blocked' }),
  status_id: lookup('action', { ACCEPT: 'Success', REJECT: 'Failure' }),
  status_detail: 'reject-reason',
}

/** Members of which AWS's flows have one beside the addresses; other vendors call addresses so too. */
const BESIDE = [
  ...['interfaceId', 'eniId', 'accountId', 'vpcId', 'subNetId', 'subnetId', 'instanceId', 'logStatus', 'tcpFlags'],
  ...['flowDirection', 'p_log_type', 'pktSrcAddr', 'trafficPath'],
]

export const VPC_FLOW: SourceTable = {
  id: 'aws-vpc-flow/1',
  shapes: [shape],
  select: ['log-status', 'action'],
  recognises: (record) =>
    ('srcaddr' in record && ('interface-id' in record || 'interface_id' in record || 'log-status' in record)) ||
    ('srcAddr' in record && 'dstAddr' in record && BESIDE.some((name) => name in record)) ||
    (record.p_log_type === 'AWS.VPCFlow' && 'dstPort' in record) ||
    ('log-status' in record && 'interface-id' in record),
  logSource: { product: 'aws', service: 'vpcflow', categories: ['firewall'] },
  rows: {
    ...product('VPC Flow Logs'),
    ...PLAIN_LOG,
    ...cloud('account-id', 'region'),
    'cloud.zone': 'az-id',
    time: time('end', 'start', 'p_event_time'),
    'metadata.event_code': ['action', 'log-status'],
    'metadata.log_version': 'version',
    status_code: 'log-status',
    'device.interface_uid': 'interface-id',
    'device.instance_uid': 'instance-id',
    'device.vpc_uid': 'vpc-id',
    'device.subnet_uid': 'subnet-id',
    'device.type_id': is('Virtual'),
  },
  chapters: [
    {
      name: 'flows',
      aliases: {
        src_ip: 'srcaddr',
        dst_ip: 'dstaddr',
        src_port: 'srcport',
        dst_port: 'dstport',
      },
      profiles: [
        {
          name: 'no flow',
          when: { 'log-status': ['NODATA', 'SKIPDATA'] },
          class: 'base_event',
          activity: 'Other',
          unclassified: 'an interval in which no flow was recorded',
        },
        { name: 'refused', when: { action: 'REJECT' }, class: 'network_activity', activity: 'Refuse', rows: FLOW },
        { name: 'flow', when: {}, class: 'network_activity', activity: 'Traffic', rows: FLOW },
      ],
    },
  ],
}

export const vpcFlow = compileSource(VPC_FLOW)
