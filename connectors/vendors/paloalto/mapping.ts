/** Palo Alto Networks PAN-OS: the CSV that firewalls and Panorama send in syslog. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { SEVERITY, SYSLOG_RENDERINGS } from '../../families/syslog/common.ts'
import { decision, flow, translated } from '../../families/syslog/firewall.ts'
import { messageOf } from '../../families/syslog/settle.ts'
import { csvValues } from '../../formats/csv.ts'
import { FieldList } from '../../formats/field-list.ts'
import { httpMethod } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
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
  lookupIn,
  mac,
  millis,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
  urlHost,
  urlQuery,
  zone,
} from '../../mapping/table.ts'
import { NAMES } from './columns.ts'

const START = /^[^,]{0,32},[^,]{0,40},[^,]{0,32},([A-Z]{4,16}),/

function isPanos(record: Readonly<Members>): boolean {
  const found = START.exec(messageOf(record).slice(0, 160))
  return found !== null && (NAMES.has(found[1] ?? '') || KINDS.has(found[1] ?? ''))
}

/** Types without columns here: only their common first columns are named. */
const KINDS = new Set(['CORRELATION', 'SCTP', 'IPTAG', 'GTP', 'AUDIT'])

/** Logins and logouts of administrators are sentences under the event `general`. */
const LOGGED = /^User \S{1,256} logged (in|out) via /

/**
 * Puts columns under `panos`, those without a name as `column_<n>`; `kind` is the event, or the login or logout of an
 * administrator.
 */
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
  const panos = columns.toFields()
  const logged = type === 'SYSTEM' && typeof panos.opaque === 'string' ? LOGGED.exec(panos.opaque) : null
  panos.kind = logged ? `logged-${logged[1]}` : panos.eventid
  record.panos = panos
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
  // Before PAN-OS 10 the log's times have no zone and often no date, which the syslog header has; from version 10 on
  // one more column has all of them.
  time: first(time('high_res_timestamp', 'time_generated', 'receive_time'), time('syslog.time')),
  timezone_offset: zone('high_res_timestamp'),
  severity_id: first(lookup('severity', SEVERITIES), SEVERITY),
  'metadata.product.name': is('PAN-OS'),
  'metadata.product.vendor_name': is('Palo Alto Networks'),
  'metadata.log_name': 'type',
  'metadata.event_code': ['eventid', 'subtype'],
  'metadata.original_time': ['high_res_timestamp', 'time_generated', 'receive_time'],
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
  'src_endpoint.hostname': 'src_host',
  'src_endpoint.mac': mac('src_mac'),
  'dst_endpoint.ip': ip('dst'),
  'dst_endpoint.port': integer('dport'),
  'dst_endpoint.zone': 'to',
  'dst_endpoint.interface_name': 'outbound_if',
  'dst_endpoint.hostname': 'dst_host',
  'dst_endpoint.mac': mac('dst_mac'),
}

const FLOW: Rows = {
  ...ENDPOINTS,
  ...translated('src_endpoint', 'natsrc', 'natsport'),
  ...translated('dst_endpoint', 'natdst', 'natdport'),
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

/** The object of a threat: the URI of a request if it contains a slash, otherwise the name of a file. */
const NAMED_BY_MISC: Rows = {
  'evidences[0].url.url_string': capture('misc', /^([^\s/]{0,253}\/\S{0,8192})$/),
  'evidences[0].file.name': capture('misc', /^([^/]{1,1024})$/),
  'evidences[0].file.type_id': is('Unknown'),
}

const THREAT: Rows = {
  'finding_info.title': 'threatid',
  'finding_info.uid': first(text('threatid'), text('subtype')),
  'finding_info.analytic.uid': capture('threatid', /\((\d+)\)$/),
  'finding_info.analytic.name': 'threatid',
  'finding_info.analytic.type_id': is('Rule'),
  'finding_info.types': list('thr_category', /,/),
  ...EVIDENCE,
  'actor.user.name': account('srcuser'),
  'actor.user.domain': accountDomain('srcuser'),
  action_id: FLOW.action_id as Rows[string],
  disposition_id: FLOW.disposition_id as Rows[string],
  'firewall_rule.name': 'rule',
  'firewall_rule.uid': 'rule_uuid',
}

type Of = Omit<Profile, 'when'>
const on = (types: readonly string[], subtypes: readonly string[] | null, of: Of): Profile => ({
  when: { type: types, ...(subtypes && { subtype: subtypes }) },
  ...of,
})
const onKind = (type: string, kind: string | readonly string[], of: Of): Profile => ({ when: { type, kind }, ...of })

/** The user of a VPN sign-in, in the sentences of SYSTEM up to PAN-OS 9. */
const GATEWAY_LOGON: Rows = {
  'src_endpoint.ip': capture('opaque', /Login from: ([^ ,]{2,45})/, 'ip'),
  'user.name': first(
    capture('opaque', /User name: [^ ,\\]{1,256}\\([^ ,]{1,256})/),
    capture('opaque', /User name: ([^ ,]{1,256})/),
  ),
  'user.domain': capture('opaque', /User name: ([^ ,\\]{1,256})\\/),
  'service.name': is('GlobalProtect'),
  status_id: lookup('kind', {
    'globalprotectgateway-auth-succ': 'Success',
    'globalprotectportal-auth-succ': 'Success',
    'globalprotectgateway-auth-fail': 'Failure',
    'globalprotectportal-auth-fail': 'Failure',
  }),
  status_detail: capture('opaque', /Reason: ([^,]{1,256})/),
  message: 'opaque',
}

const ADMINISTRATOR: Rows = {
  'user.name': first(capture('opaque', /user '([^']{1,256})'/i), capture('opaque', /^User (\S{1,256}) logged /)),
  'src_endpoint.ip': first(
    capture('opaque', /From: (\S{2,45}?)\.?$/, 'ip'),
    capture('opaque', / via \S{1,64} from (\S{2,45})/, 'ip'),
  ),
  'service.name': is('PAN-OS'),
  status_detail: capture('opaque', /Reason: ([^.]{1,256})/),
  message: 'opaque',
}

/** The user of the VPN, in the columns of GLOBALPROTECT. */
const VPN_CLIENT: Rows = {
  'src_endpoint.ip': ip('public_ip', 'public_ipv6'),
  'src_endpoint.hostname': 'machinename',
  'dst_endpoint.name': 'portal',
  'user.name': account('srcuser'),
  'user.domain': accountDomain('srcuser'),
  'session.is_vpn': is(true),
  status_id: lookup('status', { success: 'Success', failure: 'Failure' }, 'Other'),
  status_detail: first('reason', 'error'),
}

export const PALOALTO: SourceTable = {
  id: 'paloalto/1',
  shapes: [shape],
  select: ['type', 'subtype', 'kind'],
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
        on(['THREAT'], ['url'], {
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
            // The scheme is missing before it.
            'http_request.url.hostname': urlHost('misc'),
            'http_request.url.path': capture('misc', /^(?:[a-z]{2,10}:\/\/)?[^/?]{1,255}(\/[^?]{0,8192})/),
            'http_request.url.query_string': urlQuery('misc'),
            'http_request.http_method': httpMethod('http_method'),
            'http_request.user_agent': 'user_agent',
            'http_request.referrer': 'referer',
            'http_request.x_forwarded_for': list('xff', /[, ]+/, 'ip'),
            status_detail: 'category',
          },
        }),
        on(['THREAT'], ['file', 'data'], {
          name: 'file',
          class: 'network_file_activity',
          activity: lookup('direction', { 'client-to-server': 'Upload', 'server-to-client': 'Download' }, 'Other'),
          rows: {
            ...FLOW,
            // The class requires an actor, even an unknown one.
            'actor.app_name': 'app',
            'file.name': 'misc',
            'file.type_id': is('Unknown'),
            'file.hashes': hashes('filedigest'),
            status_detail: 'threatid',
          },
        }),
        // Spyware is found in traffic: what it names is an address of a page or a question of DNS, and no file.
        on(['THREAT'], ['spyware'], {
          name: 'spyware',
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            ...THREAT,
            'evidences[0].url.url_string': NAMED_BY_MISC['evidences[0].url.url_string'] as Rows[string],
            'evidences[0].query.hostname': first(
              capture('misc', /^([\w-]{1,63}(?:\.[\w-]{1,63}){1,8})$/),
              capture('misc', /\(?(?:generic|[A-Za-z]{2,32}):((?:[\w-]{1,63}\.){1,8}[\w-]{2,63})\)?$/),
              capture('threatid', /(?:^|\()(?:generic|[A-Za-z]{2,32}):((?:[\w-]{1,63}\.){1,8}[\w-]{2,63})\(/),
            ),
          },
        }),
        on(['THREAT'], null, {
          name: 'threat',
          class: 'detection_finding',
          activity: 'Create',
          rows: { ...THREAT, ...NAMED_BY_MISC, 'evidences[0].file.hashes': hashes('filedigest') },
        }),
      ],
    },
    {
      name: 'globalprotect',
      logSource: { service: 'globalprotect' },
      profiles: [
        onKind('GLOBALPROTECT', ['portal-auth', 'gateway-auth'], {
          name: 'vpn logon',
          class: 'authentication',
          activity: 'Logon',
          logSource: { categories: ['authentication'] },
          rows: {
            ...VPN_CLIENT,
            'service.name': is('GlobalProtect'),
            auth_protocol: 'auth_method',
            message: 'opaque',
          },
        }),
        on(['GLOBALPROTECT'], null, {
          name: 'vpn',
          class: 'tunnel_activity',
          activity: lookup(
            'eventid',
            { 'gateway-connected': 'Open', 'gateway-logout': 'Close', 'gateway-register': 'Open' },
            'Other',
          ),
          rows: {
            ...VPN_CLIENT,
            'tunnel_interface.ip': ip('private_ip', 'private_ipv6'),
            protocol_name: 'tunnel_type',
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
        on(['AUTHENTICATION'], null, {
          name: 'policy',
          class: 'authentication',
          activity: 'Logon',
          rows: {
            'user.name': first(account('normalize_user'), account('user')),
            'user.domain': first(accountDomain('normalize_user'), accountDomain('user')),
            'src_endpoint.ip': ip('ip'),
            'service.name': first('object', 'serverprofile', 'type'),
            auth_protocol: 'authproto',
            status_id: lookupIn(['event', 'desc'], /(succe|fail|reject|den(?:y|ied)|time ?out)/i, {
              succe: 'Success',
              fail: 'Failure',
              reject: 'Failure',
              deny: 'Failure',
              denied: 'Failure',
              timeout: 'Failure',
              'time out': 'Failure',
            }),
            status_detail: first('event', 'desc'),
            message: 'desc',
          },
        }),
        on(['USERID'], null, {
          name: 'user',
          class: 'authentication',
          activity: lookup('subtype', { login: 'Logon', logout: 'Logoff' }, 'Other'),
          rows: {
            'user.name': account('user'),
            'user.domain': accountDomain('user'),
            'src_endpoint.ip': ip('ip'),
            'service.name': first('datasource', 'datasourcename', 'type'),
            // The firewall learns which user has an address from successful logons.
            status_id: lookup('subtype', { login: 'Success', logout: 'Success' }),
          },
        }),
        on(['SYSTEM'], ['auth'], {
          name: 'administrator',
          class: 'authentication',
          activity: 'Logon',
          rows: {
            ...ADMINISTRATOR,
            status_id: lookup('eventid', { 'auth-success': 'Success', 'auth-fail': 'Failure' }, 'Other'),
          },
        }),
        ...(
          [
            ['logged-in', 'Logon'],
            ['logged-out', 'Logoff'],
          ] as const
        ).map(([kind, activity]) =>
          onKind('SYSTEM', kind, {
            name: `administrator ${kind}`,
            class: 'authentication',
            activity,
            rows: { ...ADMINISTRATOR, status_id: is('Success') },
          }),
        ),
        onKind('SYSTEM', ['globalprotectgateway-auth-*', 'globalprotectportal-auth-*'], {
          name: 'vpn logon of a sentence',
          class: 'authentication',
          activity: 'Logon',
          rows: GATEWAY_LOGON,
        }),
        {
          name: 'system',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'state of the firewall itself, and log types that are rare',
          rows: {
            message: first('opaque', concat('type', { words: ' ' }, 'subtype')),
            'actor.user.name': account('srcuser'),
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
