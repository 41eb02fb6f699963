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
    lookup('said.EventPriority', PRIORITIES),
    lookup('said.level', LEVELS),
    lookup('syslog.severity', LEVELS),
  ),
  'metadata.product.vendor_name': is('Cisco'),
  'metadata.product.name': lookup('said.family', {
    asa: 'Cisco ASA',
    ios: 'Cisco IOS',
    meraki: 'Cisco Meraki',
    firepower: 'Cisco Firepower',
  }),
  'metadata.event_code': 'said.id',
  'metadata.log_name': 'said.facility',
  'device.type_id': lookup(
    'said.family',
    { asa: 'Firewall', firepower: 'Firewall', meraki: 'Firewall', ios: 'Router' },
    undefined,
    'Unknown',
  ),
  message: ['said.text', 'syslog.message'],
}

const ENDPOINTS: Rows = {
  'src_endpoint.ip': ip('said.src_ip'),
  // Firewalls may be configured to write names in the place of addresses.
  'src_endpoint.hostname': hostname('said.src_ip'),
  'src_endpoint.port': integer('said.src_port'),
  'src_endpoint.interface_name': 'said.src_if',
  'src_endpoint.mac': mac('said.src_mac', 'mac'),
  'src_endpoint.zone': 'said.IngressZone',
  'dst_endpoint.ip': ip('said.dst_ip'),
  'dst_endpoint.hostname': hostname('said.dst_ip'),
  'dst_endpoint.port': integer('said.dst_port'),
  'dst_endpoint.interface_name': 'said.dst_if',
  'dst_endpoint.zone': 'said.EgressZone',
}

const FLOW: Rows = {
  ...ENDPOINTS,
  ...translated('src_endpoint', 'said.nat_src', 'said.nat_src'),
  ...translated('dst_endpoint', 'said.nat_dst', 'said.nat_dst'),
  'src_endpoint.proxy_endpoint.interface_name': 'said.nat_if',
  'actor.user.name': account('said.user'),
  'actor.user.domain': accountDomain('said.user'),
  'connection_info.uid': ['said.connection', 'said.ConnectionID'],
  'connection_info.protocol_name': first(text('said.protocol')),
  'connection_info.direction_id': lookup(
    'said.direction',
    { inbound: 'Inbound', outbound: 'Outbound' },
    'Other',
    'Unknown',
  ),
  'traffic.bytes': integer('said.bytes'),
  'traffic.bytes_out': integer('said.InitiatorBytes'),
  'traffic.bytes_in': integer('said.ResponderBytes'),
  'traffic.packets_out': integer('said.InitiatorPackets'),
  'traffic.packets_in': integer('said.ResponderPackets'),
  'firewall_rule.name': 'said.rule',
  'policy.name': ['said.ACPolicy', 'said.Policy'],
  app_name: ['said.WebApplication', 'said.ApplicationProtocol'],
  count: integer('said.count'),
  duration: millis('said.duration'),
  status_detail: 'said.reason',
}
const ALLOWED: Rows = { action_id: is('Allowed'), disposition_id: is('Allowed'), status_id: is('Success') }
const DENIED: Rows = { action_id: is('Denied'), disposition_id: is('Blocked'), status_id: is('Failure') }

const LOGON: Rows = {
  ...ENDPOINTS,
  'dst_endpoint.hostname': first(hostname('said.dst_ip'), 'syslog.hostname'),
  'user.name': 'said.user',
  'service.name': ['said.service', 'said.family'],
  'session.terminal': 'said.terminal',
  status_detail: 'said.reason',
  is_remote: is(true),
}

const VPN: Rows = {
  ...ENDPOINTS,
  'session.is_vpn': is(true),
  'tunnel_interface.ip': ip('said.vpn_ip'),
  duration: millis('said.duration'),
  'user.name': 'said.user',
  'user.groups[0].name': 'said.group',
  protocol_name: 'said.protocol',
  'traffic.bytes_out': integer('said.bytes_out'),
  'traffic.bytes_in': integer('said.bytes_in'),
  status_detail: 'said.reason',
}

const COMMAND: Rows = {
  'entity.name': ['syslog.hostname', 'syslog.address', 'said.family'],
  'entity.type_id': is('Device'),
  comment: first('said.command', concat('said.app', { words: ' ' }, 'said.terminal')),
  'actor.user.name': 'said.user',
  'actor.app_name': 'said.app',
  'src_endpoint.ip': ip('said.src_ip'),
}

const on = (kind: string, of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: kind,
  when: { 'said.kind': kind },
  ...of,
})
const firewall = { categories: ['firewall'] }
const aaa = { service: 'aaa', categories: ['authentication'] }

export const CISCO: SourceTable = {
  id: 'cisco/1',
  shapes: [shape],
  select: ['said.kind', 'said.family', 'said.facility'],
  rows: HEADER,
  logSource: { product: 'cisco' },
  chapters: [
    {
      name: 'messages',
      aliases: {
        src_ip: ['said.src_ip'],
        dst_ip: ['said.dst_ip'],
        src_port: ['said.src_port'],
        dst_port: ['said.dst_port'],
        action: ['said.action'],
        'c-uri': ['said.url'],
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
            'said.action',
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
          rows: { ...FLOW, ...decision('said.action') },
          logSource: firewall,
        }),
        on('url', {
          class: 'http_activity',
          activity: lookup(
            'said.method',
            { GET: 'Get', POST: 'Post', CONNECT: 'Connect', HEAD: 'Head', PUT: 'Put' },
            'Other',
          ),
          rows: { ...FLOW, 'http_request.url.url_string': 'said.url', 'http_request.http_method': 'said.method' },
          logSource: { categories: ['proxy'] },
        }),
        on('url/deny', {
          class: 'http_activity',
          activity: 'Other',
          rows: { ...FLOW, 'http_request.url.url_string': 'said.url', ...DENIED },
          logSource: { categories: ['proxy'] },
        }),
        on('threat', {
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            severity_id: first(lookup(['said.Priority', 'priority'], PRIORITIES), HEADER.severity_id as Rows[string]),
            'finding_info.title': first('said.signature', 'said.text'),
            'finding_info.uid': first('said.uid', 'said.id', 'signature'),
            'finding_info.desc': 'said.reason',
            'finding_info.analytic.uid': ['signature', 'said.SID', 'said.sid', 'said.id'],
            'finding_info.analytic.type_id': is('Rule'),
            action_id: action('said.action'),
            disposition_id: disposition('said.action'),
            'evidences[0].src_endpoint.ip': ip('said.src_ip'),
            'evidences[0].src_endpoint.port': integer('said.src_port'),
            'evidences[0].dst_endpoint.ip': ip('said.dst_ip'),
            'evidences[0].dst_endpoint.port': integer('said.dst_port'),
            'evidences[0].user.name': account('said.user'),
            'evidences[0].file.name': 'said.FileName',
            'evidences[0].file.type_id': is('Unknown'),
            'evidences[0].file.hashes': hashes('said.FileSHA256'),
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
          rows: { ...LOGON, status_id: lookup('said.result', { Succeeded: 'Success', Failed: 'Failure' }, 'Other') },
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
          rows: { 'user.name': 'said.user' },
          logSource: aaa,
        }),
        on('account/delete', {
          class: 'account_change',
          activity: 'Delete',
          rows: { 'user.name': 'said.user' },
          logSource: aaa,
        }),
        on('account/privilege', {
          class: 'user_access',
          activity: 'Assign Privileges',
          rows: { 'user.name': 'said.user', privileges: list('said.privilege') },
          logSource: aaa,
        }),
        on('read', { class: 'entity_management', activity: 'Read', rows: COMMAND, logSource: aaa }),
        on('command', { class: 'entity_management', activity: 'Update', rows: COMMAND, logSource: aaa }),
        on('config', { class: 'entity_management', activity: 'Update', rows: COMMAND, logSource: aaa }),
        {
          name: 'routing',
          when: { 'said.facility': ['BGP', 'BGP_SESSION', 'TCP', 'ROUTING-BGP'] },
          class: 'base_event',
          activity: 'Other',
          logSource: { service: 'bgp' },
          unclassified: 'routing protocols have no class in OCSF',
        },
        {
          name: 'labels',
          when: { 'said.facility': ['LDP', 'MPLS_LDP', 'ROUTING-LDP'] },
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
