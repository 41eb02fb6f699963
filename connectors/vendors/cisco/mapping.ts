/** Cisco: ASA and its kin, Firepower, IOS and NX-OS, Meraki. Umbrella is in `umbrella.ts`. */

import { SYSLOG_HEADER, SYSLOG_RENDERINGS } from '../../families/syslog/common.ts'
import { action, decision, disposition, translated } from '../../families/syslog/firewall.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  concat,
  first,
  hashes,
  hostname,
  integer,
  ip,
  is,
  list,
  lookup,
  mac,
  millis,
  type Profile,
  type Rows,
  type SourceTable,
  text,
} from '../../mapping/table.ts'
import { isCisco, cisco as shape } from './shape.ts'

/** Cisco's levels are those of syslog, independent of the relay's priority. */
const LEVELS = {
  0: 'Critical',
  1: 'Critical',
  2: 'Critical',
  3: 'High',
  4: 'Low',
  5: 'Informational',
  6: 'Informational',
  7: 'Informational',
}

/** The priority of the matching signature, as Snort counts: 1 is the most severe. */
const PRIORITIES = {
  ...{ 1: 'High', 2: 'Medium', 3: 'Low', 4: 'Informational' },
  ...{ high: 'High', medium: 'Medium', low: 'Low' },
}

const HEADER: Rows = {
  ...SYSLOG_HEADER,
  severity_id: first(
    lookup('parsed.EventPriority', PRIORITIES),
    lookup('parsed.level', LEVELS),
    lookup('syslog.severity', LEVELS),
  ),
  'metadata.product.vendor_name': is('Cisco'),
  'metadata.product.name': lookup('parsed.family', {
    asa: 'Cisco ASA',
    ios: 'Cisco IOS',
    meraki: 'Cisco Meraki',
    firepower: 'Cisco Firepower',
  }),
  'metadata.event_code': 'parsed.id',
  'metadata.log_name': 'parsed.facility',
  'device.type_id': lookup(
    'parsed.family',
    { asa: 'Firewall', firepower: 'Firewall', meraki: 'Firewall', ios: 'Router' },
    undefined,
    'Unknown',
  ),
  message: ['parsed.text', 'syslog.message'],
}

const ENDPOINTS: Rows = {
  'src_endpoint.ip': ip('parsed.src_ip'),
  // Firewalls may be configured to write names in the place of addresses.
  'src_endpoint.hostname': hostname('parsed.src_ip'),
  'src_endpoint.port': integer('parsed.src_port'),
  'src_endpoint.interface_name': 'parsed.src_if',
  'src_endpoint.mac': mac('parsed.src_mac', 'mac'),
  'src_endpoint.zone': 'parsed.IngressZone',
  'dst_endpoint.ip': ip('parsed.dst_ip'),
  'dst_endpoint.hostname': hostname('parsed.dst_ip'),
  'dst_endpoint.port': integer('parsed.dst_port'),
  'dst_endpoint.interface_name': 'parsed.dst_if',
  'dst_endpoint.zone': 'parsed.EgressZone',
}

const FLOW: Rows = {
  ...ENDPOINTS,
  ...translated('src_endpoint', 'parsed.nat_src', 'parsed.nat_src'),
  ...translated('dst_endpoint', 'parsed.nat_dst', 'parsed.nat_dst'),
  'src_endpoint.proxy_endpoint.interface_name': 'parsed.nat_if',
  'actor.user.name': account('parsed.user'),
  'actor.user.domain': accountDomain('parsed.user'),
  'connection_info.uid': ['parsed.connection', 'parsed.ConnectionID'],
  'connection_info.protocol_name': first(text('parsed.protocol')),
  'connection_info.direction_id': lookup(
    'parsed.direction',
    { inbound: 'Inbound', outbound: 'Outbound' },
    'Other',
    'Unknown',
  ),
  'traffic.bytes': integer('parsed.bytes'),
  'traffic.bytes_out': integer('parsed.InitiatorBytes'),
  'traffic.bytes_in': integer('parsed.ResponderBytes'),
  'traffic.packets_out': integer('parsed.InitiatorPackets'),
  'traffic.packets_in': integer('parsed.ResponderPackets'),
  'firewall_rule.name': 'parsed.rule',
  'policy.name': ['parsed.ACPolicy', 'parsed.Policy'],
  app_name: ['parsed.WebApplication', 'parsed.ApplicationProtocol'],
  'url.url_string': 'parsed.url',
  count: integer('parsed.count'),
  duration: millis('parsed.duration'),
  status_detail: 'parsed.reason',
}
/** Requests have the address of the page in the request. */
const { 'url.url_string': _, ...WEB } = FLOW
const ALLOWED: Rows = { action_id: is('Allowed'), disposition_id: is('Allowed'), status_id: is('Success') }
const DENIED: Rows = { action_id: is('Denied'), disposition_id: is('Blocked'), status_id: is('Failure') }

const LOGON: Rows = {
  ...ENDPOINTS,
  'dst_endpoint.hostname': first(hostname('parsed.dst_ip'), 'syslog.hostname'),
  'user.name': 'parsed.user',
  'service.name': ['parsed.service', 'parsed.family'],
  'session.terminal': 'parsed.terminal',
  status_detail: 'parsed.reason',
  is_remote: is(true),
}

const VPN: Rows = {
  ...ENDPOINTS,
  'session.is_vpn': is(true),
  'tunnel_interface.ip': ip('parsed.vpn_ip'),
  duration: millis('parsed.duration'),
  'user.name': 'parsed.user',
  'user.groups[0].name': 'parsed.group',
  protocol_name: 'parsed.protocol',
  'traffic.bytes_out': integer('parsed.bytes_out'),
  'traffic.bytes_in': integer('parsed.bytes_in'),
  status_detail: 'parsed.reason',
}

const COMMAND: Rows = {
  'entity.name': ['syslog.hostname', 'syslog.address', 'parsed.family'],
  'entity.type_id': is('Device'),
  comment: first('parsed.command', concat('parsed.app', { words: ' ' }, 'parsed.terminal')),
  'actor.user.name': 'parsed.user',
  'actor.app_name': 'parsed.app',
  'src_endpoint.ip': ip('parsed.src_ip'),
}

const on = (kind: string, of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: kind,
  when: { 'parsed.kind': kind },
  ...of,
})
const firewall = { categories: ['firewall'] }
const aaa = { service: 'aaa', categories: ['authentication'] }

export const CISCO: SourceTable = {
  id: 'cisco/1',
  shapes: [shape],
  select: ['parsed.kind', 'parsed.family', 'parsed.facility'],
  rows: HEADER,
  logSource: { product: 'cisco' },
  chapters: [
    {
      name: 'messages',
      aliases: {
        src_ip: ['parsed.src_ip'],
        dst_ip: ['parsed.dst_ip'],
        src_port: ['parsed.src_port'],
        dst_port: ['parsed.dst_port'],
        action: ['parsed.action'],
        'c-uri': ['parsed.url'],
      },
      profiles: [
        on('flow/open', {
          class: 'network_activity',
          activity: 'Open',
          rows: { ...FLOW, ...ALLOWED },
          logSource: firewall,
        }),
        on('flow/close', {
          class: 'network_activity',
          activity: 'Close',
          rows: { ...FLOW, ...ALLOWED },
          logSource: firewall,
        }),
        on('nat/open', {
          class: 'network_activity',
          activity: 'Open',
          rows: { ...FLOW, ...ALLOWED },
          logSource: firewall,
        }),
        on('nat/close', {
          class: 'network_activity',
          activity: 'Close',
          rows: { ...FLOW, ...ALLOWED },
          logSource: firewall,
        }),
        on('flow/deny', {
          class: 'network_activity',
          activity: 'Refuse',
          rows: { ...FLOW, ...DENIED },
          logSource: firewall,
        }),
        on('flow/rule', {
          class: 'network_activity',
          activity: lookup(
            'parsed.action',
            {
              permitted: 'Traffic',
              allow: 'Traffic',
              trust: 'Traffic',
              deny: 'Refuse',
              denied: 'Refuse',
              block: 'Refuse',
              'est-allowed': 'Traffic',
            },
            'Other',
          ),
          rows: { ...FLOW, ...decision('parsed.action') },
          logSource: firewall,
        }),
        on('url', {
          class: 'http_activity',
          activity: lookup(
            'parsed.method',
            { GET: 'Get', POST: 'Post', CONNECT: 'Connect', HEAD: 'Head', PUT: 'Put' },
            'Other',
          ),
          rows: { ...WEB, 'http_request.url.url_string': 'parsed.url', 'http_request.http_method': 'parsed.method' },
          logSource: { categories: ['proxy'] },
        }),
        on('url/deny', {
          class: 'http_activity',
          activity: 'Other',
          rows: { ...WEB, 'http_request.url.url_string': 'parsed.url', ...DENIED },
          logSource: { categories: ['proxy'] },
        }),
        on('threat', {
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            severity_id: first(lookup(['parsed.Priority', 'priority'], PRIORITIES), HEADER.severity_id as Rows[string]),
            'finding_info.title': first('parsed.signature', 'parsed.text'),
            'finding_info.uid': first('parsed.uid', 'parsed.id', 'signature'),
            'finding_info.desc': 'parsed.reason',
            'finding_info.analytic.uid': ['signature', 'parsed.SID', 'parsed.sid', 'parsed.id'],
            'finding_info.analytic.type_id': is('Rule'),
            action_id: action('parsed.action'),
            disposition_id: disposition('parsed.action'),
            'evidences[0].src_endpoint.ip': ip('parsed.src_ip'),
            'evidences[0].src_endpoint.port': integer('parsed.src_port'),
            'evidences[0].dst_endpoint.ip': ip('parsed.dst_ip'),
            'evidences[0].dst_endpoint.port': integer('parsed.dst_port'),
            'evidences[0].user.name': account('parsed.user'),
            'evidences[0].url.url_string': 'parsed.URI',
            'evidences[0].file.name': 'parsed.FileName',
            'evidences[0].file.type_id': is('Unknown'),
            'evidences[0].file.hashes': hashes('parsed.FileSHA256'),
          },
        }),
        on('file', {
          class: 'network_file_activity',
          activity: lookup('parsed.FileDirection', { Download: 'Download', Upload: 'Upload' }, 'Other'),
          rows: {
            ...ENDPOINTS,
            ...decision(['parsed.action']),
            'actor.user.name': account('parsed.user'),
            // The class requires an actor; often only the protocol is known.
            'actor.app_name': ['parsed.ApplicationProtocol', 'parsed.protocol'],
            'file.name': 'parsed.FileName',
            'file.type_id': is('Regular File'),
            'file.size': integer('parsed.FileSize'),
            'file.hashes': hashes('parsed.FileSHA256'),
            status_detail: 'parsed.SHA_Disposition',
          },
        }),
        on('logon/ok', {
          class: 'authentication',
          activity: 'Logon',
          rows: { ...LOGON, status_id: is('Success') },
          logSource: aaa,
        }),
        on('logon/failed', {
          class: 'authentication',
          activity: 'Logon',
          rows: { ...LOGON, status_id: is('Failure') },
          logSource: aaa,
        }),
        on('logon/any', {
          class: 'authentication',
          activity: 'Logon',
          rows: { ...LOGON, status_id: lookup('parsed.result', { Succeeded: 'Success', Failed: 'Failure' }, 'Other') },
          logSource: aaa,
        }),
        on('logoff', {
          class: 'authentication',
          activity: 'Logoff',
          rows: { ...LOGON, status_id: is('Success') },
          logSource: aaa,
        }),
        on('vpn/open', { class: 'tunnel_activity', activity: 'Open', rows: VPN }),
        on('vpn/close', { class: 'tunnel_activity', activity: 'Close', rows: VPN }),
        on('account/create', {
          class: 'account_change',
          activity: 'Create',
          rows: { 'user.name': 'parsed.user' },
          logSource: aaa,
        }),
        on('account/delete', {
          class: 'account_change',
          activity: 'Delete',
          rows: { 'user.name': 'parsed.user' },
          logSource: aaa,
        }),
        on('account/privilege', {
          class: 'user_access',
          activity: 'Assign Privileges',
          rows: { 'user.name': 'parsed.user', privileges: list('parsed.privilege') },
          logSource: aaa,
        }),
        on('read', { class: 'entity_management', activity: 'Read', rows: COMMAND, logSource: aaa }),
        on('command', { class: 'entity_management', activity: 'Update', rows: COMMAND, logSource: aaa }),
        on('config', { class: 'entity_management', activity: 'Update', rows: COMMAND, logSource: aaa }),
        {
          name: 'routing',
          when: { 'parsed.facility': ['BGP', 'BGP_SESSION', 'TCP', 'ROUTING-BGP'] },
          class: 'base_event',
          activity: 'Other',
          logSource: { service: 'bgp' },
          unclassified: 'routing protocols have no class in OCSF',
        },
        {
          name: 'labels',
          when: { 'parsed.facility': ['LDP', 'MPLS_LDP', 'ROUTING-LDP'] },
          class: 'base_event',
          activity: 'Other',
          logSource: { service: 'ldp' },
          unclassified: 'routing protocols have no class in OCSF',
        },
        {
          name: 'words',
          when: {},
          class: 'base_event',
          activity: 'Other',
          logSource: { service: 'syslog' },
          unclassified: 'a message of which the tables of messages have no text: state of links, modules and software',
        },
      ],
    },
  ],
  renderings: [...SYSLOG_RENDERINGS, 'syslog.message', 'syslog.msg_id', 'syslog.severity'],
  recognises: isCisco,
}
export const cisco = compileSource(CISCO)
