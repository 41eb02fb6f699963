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
import { addSaid, messageOf, syslogField } from '../syslog/settle.ts'
import { readServer, SERVER_BEGINS, SERVERS, serverOf } from './phrases.ts'

function serverIn(record: Readonly<Members>) {
  return serverOf(syslogField(record, 'app_name'), messageOf(record))
}

function settle(record: Members): void {
  const found = serverIn(record)
  addSaid(record, () => {
    if (!found) return null
    const { answer, ...said } = readServer(found.server, found.message) ?? { kind: 'words' }
    return { ...said, ...(answer !== undefined && { answers: answersOf(answer) }), server: found.server }
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

const ASKED: Rows = {
  'query.hostname': 'said.name',
  'query.type': 'said.type',
  'query.class': 'said.class',
  'src_endpoint.ip': ip('said.src_ip'),
  'src_endpoint.port': integer('said.src_port'),
  'dst_endpoint.hostname': 'syslog.hostname',
  'dst_endpoint.ip': ip('said.dst_ip', 'syslog.address'),
  'connection_info.protocol_name': 'said.protocol',
  'connection_info.direction_id': is('Inbound'),
}

const ANSWERED: Rows = {
  ...ASKED,
  rcode_id: lookup('said.rcode', RCODES, 'Other'),
  status_id: lookup('said.rcode', { NOERROR: 'Success' }, 'Failure'),
}

const LOGON: Rows = {
  'user.name': 'said.user',
  'user.groups[0].name': 'said.group',
  'src_endpoint.ip': ip('said.src_ip'),
  'dst_endpoint.hostname': 'syslog.hostname',
  'dst_endpoint.ip': ip('syslog.address'),
  'service.name': 'said.to',
  auth_protocol: 'said.method',
  status_detail: 'said.reason',
}

const authentication = { categories: ['authentication'] }

type Of = Omit<Profile, 'name' | 'when'>

export const QUERY: Of = { class: 'dns_activity', activity: 'Query', rows: ASKED }
export const RESPONSE: Of = {
  class: 'dns_activity',
  activity: 'Response',
  rows: {
    ...ANSWERED,
    answers: objects('said.answers', { rdata: 'rdata', type: 'type', class: 'class', ttl: integer('ttl') }),
  },
}
export const DHCP: Of = {
  class: 'dhcp_activity',
  activity: lookup(
    'said.dhcp',
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
    'src_endpoint.mac': mac('said.mac'),
    'src_endpoint.ip': ip('said.ip'),
    'src_endpoint.hostname': 'said.client',
    'src_endpoint.interface_name': 'said.interface',
    'dst_endpoint.hostname': 'syslog.hostname',
    'dst_endpoint.ip': ip('said.server', 'syslog.address'),
    status_id: lookup('said.dhcp', { nak: 'Failure', decline: 'Failure' }, 'Success'),
  },
}

const PROFILES: readonly Profile[] = [
  { name: 'query', when: { 'said.kind': 'dns/query' }, ...QUERY },
  { name: 'response', when: { 'said.kind': 'dns/response' }, ...RESPONSE },
  {
    name: 'failed',
    when: { 'said.kind': 'dns/failed' },
    class: 'dns_activity',
    activity: 'Response',
    rows: { ...ANSWERED, status_id: is('Failure'), status_detail: ['said.reason', 'said.question'] },
  },
  {
    name: 'rewritten',
    when: { 'said.kind': 'dns/rewritten' },
    class: 'dns_activity',
    activity: 'Response',
    rows: {
      ...ASKED,
      severity_id: lookup('said.policy', { PASSTHRU: 'Informational', DISABLED: 'Informational' }, 'Low'),
      rcode_id: lookup('said.policy', { NXDOMAIN: 'NXDomain', NODATA: 'NoError' }),
      action_id: lookup('said.policy', { PASSTHRU: 'Allowed', DISABLED: 'Observed' }, 'Denied'),
      disposition_id: lookup('said.policy', { PASSTHRU: 'Allowed', DISABLED: 'Logged', DROP: 'Dropped' }, 'Blocked'),
      'firewall_rule.name': 'said.zone',
      status_detail: 'said.policy',
    },
  },
  {
    name: 'limited',
    when: { 'said.kind': 'dns/limited' },
    class: 'dns_activity',
    activity: 'Response',
    rows: { ...ASKED, severity_id: is('Low'), status_id: is('Failure'), status_detail: 'said.reason' },
  },
  {
    name: 'transferred',
    when: { 'said.kind': ['dns/transfer', 'dns/update'] },
    class: 'dns_activity',
    activity: 'Traffic',
    rows: { ...ASKED, status_detail: 'said.reason' },
  },
  { name: 'dhcp', when: { 'said.kind': 'dhcp' }, ...DHCP },
  {
    name: 'logon',
    when: { 'said.kind': 'nios/logon' },
    class: 'authentication',
    activity: 'Logon',
    logSource: authentication,
    rows: { ...LOGON, status_id: is('Success') },
  },
  {
    name: 'refused',
    when: { 'said.kind': 'nios/refused' },
    class: 'authentication',
    activity: 'Logon',
    logSource: authentication,
    rows: { ...LOGON, status_id: is('Failure'), severity_id: is('Medium') },
  },
  {
    name: 'logoff',
    when: { 'said.kind': 'nios/logoff' },
    class: 'authentication',
    activity: 'Logoff',
    logSource: authentication,
    rows: { ...LOGON, 'service.name': is('NIOS'), status_id: is('Success') },
  },
  {
    name: 'called',
    when: { 'said.kind': ['nios/called', 'nios/changed', 'nios/did'] },
    class: 'api_activity',
    activity: 'Other',
    rows: {
      'actor.user.name': 'said.user',
      'api.operation': ['said.operation', 'said.object', 'said.words'],
      'src_endpoint.hostname': 'syslog.hostname',
      'src_endpoint.ip': ip('syslog.address'),
      'resources[0].name': 'said.name',
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
  select: ['said.kind'],
  rows: {
    ...SYSLOG_HEADER,
    'metadata.product.name': lookup('said.server', { named: 'BIND', dhcpd: 'dhcpd', nios: 'NIOS' }),
    'metadata.product.vendor_name': lookup('said.server', { named: 'ISC', dhcpd: 'ISC', nios: 'Infoblox' }),
    'device.type_id': is('Server'),
  },
  logSource: { product: 'bind', service: 'dns', categories: ['dns'] },
  chapters: [
    {
      name: 'servers',
      aliases: { query: ['said.name'], record_type: ['said.type'], src_ip: ['said.src_ip'] },
      profiles: PROFILES,
    },
  ],
  renderings: [...SYSLOG_RENDERINGS, 'said.asked', 'said.date', 'said.clock'],
  begins: SERVER_BEGINS,
  programs: SERVERS,
  recognises: (record) =>
    typeof record.syslog === 'object' &&
    record.cef === undefined &&
    record.leef === undefined &&
    serverIn(record) !== null,
}

export const nameServices = compileSource(NAME_SERVICES)
