/** Name servers and DHCP servers: ISC BIND 9, ISC dhcpd, Infoblox NIOS. */
import type { Members } from '../../../platform/members.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  integer,
  ip,
  is,
  lookup,
  mac,
  objects,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
} from '../../mapping/table.ts'
import { SYSLOG_HEADER, SYSLOG_RENDERINGS } from '../syslog/common.ts'
import { answersOf } from '../syslog/dns-answers.ts'
import { lineShape } from '../syslog/mapping.ts'
import { addParsed, messageOf, syslogField } from '../syslog/settle.ts'
import { readServer, SERVER_BEGINS, SERVERS, serverOf } from './phrases.ts'

function serverIn(record: Readonly<Members>) {
  return serverOf(syslogField(record, 'app_name'), messageOf(record))
}

function settle(record: Members): void {
  const found = serverIn(record)
  addParsed(record, () => {
    if (!found) return null
    const { answer, ...values } = readServer(found.server, found.message) ?? { kind: 'words' }
    return { ...values, ...(answer !== undefined && { answers: answersOf(answer) }), server: found.server }
  })
}

const shape: RecordShape = { ...lineShape, name: 'line', settle }

const RCODES: Readonly<Record<string, string>> = {
  NOERROR: 'NoError',
  FORMERR: 'FormError',
  SERVFAIL: 'ServError',
  NXDOMAIN: 'NXDomain',
  NOTIMP: 'NotImp',
  REFUSED: 'Refused',
  YXDOMAIN: 'YXDomain',
  YXRRSET: 'YXRRSet',
  NXRRSET: 'NXRRSet',
  NOTAUTH: 'NotAuth',
  NOTZONE: 'NotZone',
}

const QUERIED: Rows = {
  'query.hostname': 'parsed.name',
  'query.type': 'parsed.type',
  'query.class': 'parsed.class',
  'src_endpoint.ip': ip('parsed.src_ip'),
  'src_endpoint.port': integer('parsed.src_port'),
  'dst_endpoint.hostname': 'syslog.hostname',
  'dst_endpoint.ip': ip('parsed.dst_ip', 'syslog.address'),
  'connection_info.protocol_name': 'parsed.protocol',
  'connection_info.direction_id': is('Inbound'),
}

const ANSWERED: Rows = {
  ...QUERIED,
  rcode_id: lookup('parsed.rcode', RCODES, 'Other'),
  status_id: lookup('parsed.rcode', { NOERROR: 'Success' }, 'Failure'),
}

const LOGON: Rows = {
  'user.name': 'parsed.user',
  'user.groups[0].name': 'parsed.group',
  'src_endpoint.ip': ip('parsed.src_ip'),
  'dst_endpoint.hostname': 'syslog.hostname',
  'dst_endpoint.ip': ip('syslog.address'),
  'service.name': 'parsed.to',
  auth_protocol: 'parsed.method',
  status_detail: 'parsed.reason',
}

const authentication = { categories: ['authentication'] }

type Of = Omit<Profile, 'name' | 'when'>

export const QUERY: Of = { class: 'dns_activity', activity: 'Query', rows: QUERIED }
export const RESPONSE: Of = {
  class: 'dns_activity',
  activity: 'Response',
  rows: {
    ...ANSWERED,
    answers: objects('parsed.answers', { rdata: 'rdata', type: 'type', class: 'class', ttl: integer('ttl') }),
  },
}
export const DHCP: Of = {
  class: 'dhcp_activity',
  activity: lookup(
    'parsed.dhcp',
    {
      discover: 'Discover',
      offer: 'Offer',
      request: 'Request',
      decline: 'Decline',
      ack: 'Ack',
      nak: 'Nak',
      release: 'Release',
      inform: 'Inform',
      expire: 'Expire',
    },
    'Other',
  ),
  rows: {
    'src_endpoint.mac': mac('parsed.mac'),
    'src_endpoint.ip': ip('parsed.ip'),
    'src_endpoint.hostname': 'parsed.client',
    'src_endpoint.interface_name': 'parsed.interface',
    'dst_endpoint.hostname': 'syslog.hostname',
    'dst_endpoint.ip': ip('parsed.server', 'syslog.address'),
    status_id: lookup('parsed.dhcp', { nak: 'Failure', decline: 'Failure' }, 'Success'),
  },
}

const PROFILES: readonly Profile[] = [
  { name: 'query', when: { 'parsed.kind': 'dns/query' }, ...QUERY },
  { name: 'response', when: { 'parsed.kind': 'dns/response' }, ...RESPONSE },
  {
    name: 'failed',
    when: { 'parsed.kind': 'dns/failed' },
    class: 'dns_activity',
    activity: 'Response',
    rows: { ...ANSWERED, status_id: is('Failure'), status_detail: ['parsed.reason', 'parsed.question'] },
  },
  {
    name: 'rewritten',
    when: { 'parsed.kind': 'dns/rewritten' },
    class: 'dns_activity',
    activity: 'Response',
    rows: {
      ...QUERIED,
      severity_id: lookup('parsed.policy', { PASSTHRU: 'Informational', DISABLED: 'Informational' }, 'Low'),
      rcode_id: lookup('parsed.policy', { NXDOMAIN: 'NXDomain', NODATA: 'NoError' }),
      action_id: lookup('parsed.policy', { PASSTHRU: 'Allowed', DISABLED: 'Observed' }, 'Denied'),
      disposition_id: lookup('parsed.policy', { PASSTHRU: 'Allowed', DISABLED: 'Logged', DROP: 'Dropped' }, 'Blocked'),
      'firewall_rule.name': 'parsed.zone',
      status_detail: 'parsed.policy',
    },
  },
  {
    name: 'limited',
    when: { 'parsed.kind': 'dns/limited' },
    class: 'dns_activity',
    activity: 'Response',
    rows: { ...QUERIED, severity_id: is('Low'), status_id: is('Failure'), status_detail: 'parsed.reason' },
  },
  {
    name: 'transferred',
    when: { 'parsed.kind': ['dns/transfer', 'dns/update'] },
    class: 'dns_activity',
    activity: 'Traffic',
    rows: { ...QUERIED, status_detail: 'parsed.reason' },
  },
  { name: 'dhcp', when: { 'parsed.kind': 'dhcp' }, ...DHCP },
  {
    name: 'logon',
    when: { 'parsed.kind': 'nios/logon' },
    class: 'authentication',
    activity: 'Logon',
    logSource: authentication,
    rows: { ...LOGON, status_id: is('Success') },
  },
  {
    name: 'refused',
    when: { 'parsed.kind': 'nios/refused' },
    class: 'authentication',
    activity: 'Logon',
    logSource: authentication,
    rows: { ...LOGON, status_id: is('Failure'), severity_id: is('Medium') },
  },
  {
    name: 'logoff',
    when: { 'parsed.kind': 'nios/logoff' },
    class: 'authentication',
    activity: 'Logoff',
    logSource: authentication,
    rows: { ...LOGON, 'service.name': is('NIOS'), status_id: is('Success') },
  },
  {
    name: 'called',
    when: { 'parsed.kind': ['nios/called', 'nios/changed', 'nios/did'] },
    class: 'api_activity',
    activity: 'Other',
    rows: {
      'actor.user.name': 'parsed.user',
      'api.operation': ['parsed.operation', 'parsed.object', 'parsed.words'],
      'src_endpoint.hostname': 'syslog.hostname',
      'src_endpoint.ip': ip('syslog.address'),
      'resources[0].name': 'parsed.name',
    },
  },
  {
    name: 'words',
    when: {},
    class: 'base_event',
    activity: 'Other',
    unclassified: 'the server about itself: caches, zones, leases that it abandons',
  },
]

export const NAME_SERVICES: SourceTable = {
  id: 'name-services/1',
  shapes: [shape],
  select: ['parsed.kind'],
  rows: {
    ...SYSLOG_HEADER,
    'metadata.product.name': lookup('parsed.server', { named: 'BIND', dhcpd: 'dhcpd', nios: 'NIOS' }),
    'metadata.product.vendor_name': lookup('parsed.server', { named: 'ISC', dhcpd: 'ISC', nios: 'Infoblox' }),
    'device.type_id': is('Server'),
  },
  logSource: { product: 'bind', service: 'dns', categories: ['dns'] },
  chapters: [
    {
      name: 'servers',
      aliases: { query: ['parsed.name'], record_type: ['parsed.type'], src_ip: ['parsed.src_ip'] },
      profiles: PROFILES,
    },
  ],
  renderings: [...SYSLOG_RENDERINGS, 'parsed.queried', 'parsed.date', 'parsed.clock'],
  begins: SERVER_BEGINS,
  programs: SERVERS,
  recognises: (record) =>
    typeof record.syslog === 'object' &&
    record.cef === undefined &&
    record.leef === undefined &&
    serverIn(record) !== null,
}

export const nameServices = compileSource(NAME_SERVICES)
