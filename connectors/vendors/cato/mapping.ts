/** Cato Networks: events of its feed, `eventsFeed` of the API and its copy in a bucket, flat or under `fieldsMap`. */

import { isMembers } from '../../../platform/members.ts'
import { product, severity } from '../../families/saas/rows.ts'
import { decision, flow } from '../../families/syslog/firewall.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  hostname,
  integer,
  ip,
  is,
  lookup,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
  under,
} from '../../mapping/table.ts'

const NAMES = [
  ...['time', 'event_type', 'event_sub_type', 'action', 'src_ip', 'src_port', 'dest_ip', 'dest_port', 'ip_protocol'],
  ...[
    'user_name',
    'vpn_user_email',
    'client_ip',
    'src_site_name',
    'dest_site_name',
    'device_name',
    'domain_name',
    'url',
  ],
  ...['rule_name', 'rule_id', 'threat_name', 'signature_id', 'risk_level', 'severity', 'internalId', 'application'],
  ...['event_message', 'traffic_direction', 'file_name', 'file_hash', 'auth_method', 'host_ip', 'client_class'],
  ...['account_id', 'admin', 'login_type', 'mitre_attack_techniques'],
] as const
const names = (inside: string) => Object.fromEntries(NAMES.map((name) => [`cato.${name}`, [`${inside}${name}`]]))

const shapes: readonly RecordShape[] = [
  { name: 'mapped', is: (record) => isMembers(record.fieldsMap), names: names('fieldsMap.') },
  { name: 'flat', is: () => true, names: names('') },
]

const ENDS: Rows = {
  'src_endpoint.ip': ip('cato.src_ip', 'cato.client_ip', 'cato.host_ip'),
  'src_endpoint.port': integer('cato.src_port'),
  'src_endpoint.hostname': hostname('cato.device_name'),
  'src_endpoint.zone': 'cato.src_site_name',
  'dst_endpoint.ip': ip('cato.dest_ip'),
  'dst_endpoint.port': integer('cato.dest_port'),
  'dst_endpoint.hostname': hostname('cato.domain_name'),
  'dst_endpoint.zone': 'cato.dest_site_name',
}
const USER = ['cato.user_name', 'cato.vpn_user_email']
const THREATS = [
  'IPS',
  'Anti Malware',
  'NG Anti Malware',
  'Suspicious Activity',
  'DNS Protection',
  'MDR',
  'Endpoint Protection',
]

export const CATO: SourceTable = {
  id: 'cato/1',
  shapes,
  select: ['cato.event_type', 'cato.event_sub_type'],
  rows: {
    time: time('cato.time'),
    ...product('Cato Networks', 'Cato SASE Cloud'),
    'metadata.event_code': 'cato.event_sub_type',
    'metadata.log_name': 'cato.event_type',
    message: 'cato.event_message',
  },
  logSource: { product: 'cato' },
  vendorId: 'cato.internalId',
  recognises: (record) => {
    const fields = isMembers(record.fieldsMap) ? record.fieldsMap : record
    return (
      typeof fields.event_type === 'string' &&
      typeof fields.event_sub_type === 'string' &&
      (fields.internalId !== undefined || fields.account_id !== undefined || record.accountID !== undefined)
    )
  },
  renderings: ['time_str'],
  chapters: [
    {
      name: 'events',
      profiles: [
        {
          name: 'threat',
          when: { 'cato.event_sub_type': THREATS },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            severity_id: severity('cato.severity', 'cato.risk_level'),
            'finding_info.uid': text('cato.internalId', 'cato.signature_id', 'cato.event_sub_type'),
            'finding_info.title': ['cato.threat_name', 'cato.rule_name', 'cato.event_sub_type'],
            'finding_info.analytic.name': ['cato.threat_name', 'cato.rule_name'],
            'finding_info.analytic.uid': 'cato.signature_id',
            'finding_info.analytic.type_id': is('Rule'),
            action_id: decision(['cato.action']).action_id as Rows[string],
            disposition_id: decision(['cato.action']).disposition_id as Rows[string],
            ...under('evidences[0]', ENDS),
            'evidences[0].user.name': USER,
            'evidences[0].url.url_string': 'cato.url',
            'evidences[0].file.name': 'cato.file_name',
            'evidences[0].file.type_id': is('Unknown'),
          },
        },
        {
          name: 'connection',
          when: { 'cato.event_type': 'Security' },
          class: 'network_activity',
          activity: flow(['cato.action']),
          logSource: { categories: ['firewall'] },
          rows: {
            severity_id: severity('cato.severity'),
            ...ENDS,
            ...decision(['cato.action']),
            'connection_info.protocol_name': 'cato.ip_protocol',
            'connection_info.direction_id': lookup(
              'cato.traffic_direction',
              { INBOUND: 'Inbound', OUTBOUND: 'Outbound', inbound: 'Inbound', outbound: 'Outbound' },
              'Unknown',
              'Unknown',
            ),
            'actor.user.name': USER,
            'firewall_rule.name': 'cato.rule_name',
            'firewall_rule.uid': 'cato.rule_id',
            app_name: 'cato.application',
            'url.url_string': 'cato.url',
          },
        },
        {
          name: 'client',
          when: {
            'cato.event_type': 'Connectivity',
            'cato.event_sub_type': ['Connected', 'Disconnected', 'Reconnected'],
          },
          class: 'network_activity',
          activity: lookup('cato.event_sub_type', { Connected: 'Open', Reconnected: 'Open', Disconnected: 'Close' }),
          rows: {
            severity_id: is('Informational'),
            ...ENDS,
            'actor.user.name': USER,
            'connection_info.direction_id': is('Unknown'),
          },
        },
        {
          name: 'other',
          when: {},
          class: 'base_event',
          activity: 'Other',
          rows: {
            severity_id: severity('cato.severity'),
            'actor.user.name': ['cato.admin', ...USER],
          },
          unclassified: 'sites, routing and the system, whose events name no connection',
        },
      ],
    },
  ],
}
export const cato = compileSource(CATO)
