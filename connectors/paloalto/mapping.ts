/** Palo Alto Networks PAN-OS: the CSV that firewalls and Panorama send in syslog. */
import { compileSource } from '../compile/source.ts'
import {
  account,
  accountDomain,
  capture,
  concat,
  first,
  hashes,
  integer,
  ip,
  is,
  list,
  lookup,
  millis,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../compile/table.ts'
import { csvValues } from '../formats/csv.ts'
import { FieldList } from '../formats/field-list.ts'
import { SEVERITY, SYSLOG_RENDERINGS } from '../syslog/common.ts'
import { decision, flow } from '../syslog/firewall.ts'
import { isMembers, messageOf } from '../syslog/settle.ts'
import { NAMES } from './columns.ts'

type Members = Record<string, unknown>

const START = /^[^,]{0,32},[^,]{0,40},[^,]{0,32},([A-Z]{4,16}),/

function isPanos(record: Readonly<Members>): boolean {
  const found = START.exec(messageOf(record).slice(0, 160))
  return found !== null && (NAMES.has(found[1] ?? '') || KINDS.has(found[1] ?? ''))
}

/** Types that have no columns here: their first columns are named all the same. */
const KINDS = new Set(['HIPMATCH', 'CORRELATION', 'SCTP', 'AUTHENTICATION', 'IPTAG', 'GTP', 'AUDIT'])

/** Columns by name under `panos`, those without a name as `column_<n>`. */
function settle(record: Members): void {
  if (record.panos !== undefined) return
  const values = csvValues(messageOf(record))
  const [, received, serial, type = '', subtype] = values
  columns.clear()
  columns.add('receive_time', received)
  columns.add('serial', serial)
  columns.add('type', type)
  columns.add('subtype', subtype)
  const names = NAMES.get(type) ?? ['content_ver', 'time_generated']
  for (let i = 5; i < values.length; i++)
    if (values[i] !== '') columns.add(names[i - 5] ?? `column_${i + 1}`, values[i])
  record.panos = columns.toFields()
}

const columns = new FieldList()

const shape: RecordShape = { name: 'syslog', is: () => true, under: 'panos', settle, names: header() }

function header(): Readonly<Record<string, readonly string[]>> {
  const names = 'time timestamp hostname severity level facility app_name message pri version'.split(' ')
  return Object.fromEntries(names.map((name) => [`syslog.${name}`, [`syslog.${name}`]]))
}

const SEVERITIES = {
  informational: 'Informational',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
}

const HEADER: Rows = {
  // Times of PAN-OS have no zone and often no date; the header of the message has both.
  time: first(time('time_generated', 'receive_time'), time('syslog.time')),
  severity_id: first(lookup('severity', SEVERITIES), SEVERITY),
  'metadata.product.name': is('PAN-OS'),
  'metadata.product.vendor_name': is('Palo Alto Networks'),
  'metadata.log_name': 'type',
  'metadata.event_code': ['eventid', 'subtype'],
  'metadata.original_time': ['time_generated', 'receive_time'],
  'metadata.original_event_uid': text('seqno'),
  'device.hostname': ['device_name', 'syslog.hostname'],
  'device.uid': text('serial'),
  'device.type_id': is('Firewall'),
}

const ENDPOINTS: Rows = {
  'src_endpoint.ip': ip('src'),
  'src_endpoint.port': integer('sport'),
  'src_endpoint.zone': 'from',
  'src_endpoint.interface_name': 'inbound_if',
  'dst_endpoint.ip': ip('dst'),
  'dst_endpoint.port': integer('dport'),
  'dst_endpoint.zone': 'to',
  'dst_endpoint.interface_name': 'outbound_if',
}

const FLOW: Rows = {
  ...ENDPOINTS,
  ...decision('action'),
  'actor.user.name': account('srcuser'),
  'actor.user.domain': accountDomain('srcuser'),
  'connection_info.uid': text('sessionid'),
  'connection_info.protocol_name': 'proto',
  'connection_info.direction_id': is('Unknown'),
  app_name: 'app',
  'firewall_rule.name': 'rule',
  'firewall_rule.uid': 'rule_uuid',
  count: integer('repeatcnt'),
}

const EVIDENCE: Rows = Object.fromEntries(
  Object.entries(ENDPOINTS).map(([path, cell]) => [`evidences[0].${path}`, cell]),
)

const on = (types: readonly string[], subtypes: readonly string[] | null, of: Omit<Profile, 'when'>): Profile => ({
  when: { type: types, ...(subtypes && { subtype: subtypes }) },
  ...of,
})

export const PALOALTO: SourceTable = {
  id: 'paloalto/1',
  shapes: [shape],
  select: ['type', 'subtype'],
  rows: HEADER,
  logSource: { product: 'paloalto' },
  chapters: [
    {
      name: 'network',
      logSource: { categories: ['firewall'] },
      aliases: {
        src_ip: ['src'],
        dst_ip: ['dst'],
        src_port: ['sport'],
        dst_port: ['dport'],
        'c-uri': ['misc'],
        'c-useragent': ['user_agent'],
        'cs-method': ['http_method'],
      },
      profiles: [
        on(['TRAFFIC'], ['end', 'start', 'drop', 'deny'], {
          name: 'traffic',
          class: 'network_activity',
          activity: lookup('subtype', { start: 'Open', end: 'Close', drop: 'Refuse', deny: 'Refuse' }),
          rows: {
            ...FLOW,
            start_time: time('start'),
            duration: millis('elapsed'),
            'traffic.bytes': integer('bytes'),
            'traffic.bytes_out': integer('bytes_sent'),
            'traffic.bytes_in': integer('bytes_received'),
            'traffic.packets': integer('packets'),
            'traffic.packets_out': integer('pkts_sent'),
            'traffic.packets_in': integer('pkts_received'),
            status_detail: 'session_end_reason',
          },
        }),
        on(['TRAFFIC', 'DECRYPTION', 'SCTP', 'GTP'], null, {
          name: 'flow',
          class: 'network_activity',
          activity: flow('action'),
          rows: FLOW,
        }),
        on(['THREAT'], ['url', 'file', 'data'], {
          name: 'request',
          class: 'http_activity',
          activity: lookup(
            'http_method',
            {
              get: 'Get',
              post: 'Post',
              put: 'Put',
              head: 'Head',
              connect: 'Connect',
              delete: 'Delete',
              options: 'Options',
            },
            'Other',
          ),
          logSource: { categories: ['proxy'] },
          rows: {
            ...FLOW,
            'http_request.url.url_string': 'misc',
            'http_request.http_method': 'http_method',
            'http_request.user_agent': 'user_agent',
            'http_request.referrer': 'referer',
            'http_request.x_forwarded_for': list('xff', /[, ]+/, 'ip'),
            status_detail: 'category',
          },
        }),
        on(['THREAT'], null, {
          name: 'threat',
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            'finding_info.title': 'threatid',
            'finding_info.uid': first(text('threatid'), text('subtype')),
            'finding_info.desc': 'misc',
            'finding_info.analytic.uid': capture('threatid', /\((\d+)\)$/),
            'finding_info.analytic.name': 'threatid',
            'finding_info.analytic.type_id': is('Rule'),
            'finding_info.types': list('thr_category', /,/),
            ...EVIDENCE,
            'evidences[0].file.hashes': hashes('filedigest'),
            'evidences[0].file.name': 'misc',
            'evidences[0].file.type_id': is('Unknown'),
            'actor.user.name': account('srcuser'),
            action_id: FLOW.action_id as Rows[string],
            disposition_id: FLOW.disposition_id as Rows[string],
            'firewall_rule.name': 'rule',
            'firewall_rule.uid': 'rule_uuid',
          },
        }),
      ],
    },
    {
      name: 'globalprotect',
      logSource: { service: 'globalprotect' },
      profiles: [
        on(['GLOBALPROTECT'], null, {
          name: 'vpn',
          class: 'tunnel_activity',
          activity: lookup(
            'eventid',
            { 'gateway-connected': 'Open', 'gateway-logout': 'Close', 'gateway-register': 'Open' },
            'Other',
          ),
          rows: {
            'src_endpoint.ip': ip('public_ip', 'public_ipv6'),
            'src_endpoint.hostname': 'machinename',
            'dst_endpoint.name': 'portal',
            'user.name': account('srcuser'),
            'user.domain': accountDomain('srcuser'),
            'session.is_vpn': is(true),
            'tunnel_interface.ip': ip('private_ip', 'private_ipv6'),
            protocol_name: 'tunnel_type',
            status_id: lookup('status', { success: 'Success', failure: 'Failure' }, 'Other'),
            status_detail: first('reason', 'error'),
            message: 'opaque',
          },
        }),
      ],
    },
    {
      name: 'management',
      profiles: [
        on(['CONFIG'], null, {
          name: 'configuration',
          class: 'entity_management',
          activity: lookup(
            'cmd',
            {
              add: 'Create',
              set: 'Update',
              edit: 'Update',
              delete: 'Delete',
              move: 'Move',
              clone: 'Create',
              rename: 'Update',
              commit: 'Activate',
            },
            'Other',
          ),
          rows: {
            'entity.name': first('path', 'cmd'),
            'entity.type': is('configuration'),
            'actor.user.name': 'admin',
            'actor.app_name': 'client',
            'src_endpoint.ip': ip('host'),
            status_id: lookup('result', { Succeeded: 'Success', Failed: 'Failure', Submitted: 'Success' }, 'Other'),
          },
        }),
        on(['USERID', 'AUTHENTICATION'], null, {
          name: 'user',
          class: 'authentication',
          activity: lookup('subtype', { login: 'Logon', logout: 'Logoff' }, 'Other'),
          rows: {
            'user.name': account('user'),
            'user.domain': accountDomain('user'),
            'src_endpoint.ip': ip('ip'),
            'service.name': first('datasource', 'datasourcename', 'type'),
          },
        }),
        on(['SYSTEM'], ['auth'], {
          name: 'administrator',
          class: 'authentication',
          activity: 'Logon',
          rows: {
            'user.name': capture('opaque', /user '([^']{1,256})'/i),
            'src_endpoint.ip': capture('opaque', /From: (\S{2,45}?)\.?$/, 'ip'),
            'service.name': is('PAN-OS'),
            status_id: lookup('eventid', { 'auth-success': 'Success', 'auth-fail': 'Failure' }, 'Other'),
            message: 'opaque',
          },
        }),
        {
          name: 'system',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'state of the firewall itself, and log types that are rare',
          rows: {
            message: first('opaque', concat('type', { words: ' ' }, 'subtype')),
            status_detail: 'object',
            status_code: 'eventid',
          },
        },
      ],
    },
  ],
  renderings: [...SYSLOG_RENDERINGS, 'syslog.message'],
  recognises: (record) => isMembers(record.syslog) && record.cef === undefined && isPanos(record),
}
export const paloalto = compileSource(PALOALTO)
