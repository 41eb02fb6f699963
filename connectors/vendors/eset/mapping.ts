/** ESET PROTECT: the JSON of its syslog export, behind a header or alone. Form: "Events exported to JSON format". */
import { PLAIN, product } from '../../families/saas/rows.ts'
import { SYSLOG_RENDERINGS } from '../../families/syslog/common.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  fileAt,
  hashes,
  integer,
  ip,
  is,
  lookup,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

const SEVERITIES = {
  ...{ critical: 'Critical', error: 'High', warning: 'Medium', notice: 'Low', information: 'Informational' },
  ...{ informational: 'Informational', debug: 'Informational', fatal: 'Critical' },
} as const

const FOUND: Rows = {
  'finding_info.analytic.type_id': is('Rule'),
  'evidences[0].actor.user.name': account('username', 'account'),
  'evidences[0].actor.user.domain': accountDomain('username', 'account'),
  disposition_id: lookup(
    ['action_taken', 'action'],
    {
      blocked: 'Blocked',
      cleaned: 'Corrected',
      deleted: 'Deleted',
      'cleaned by deleting': 'Deleted',
      quarantined: 'Quarantined',
    },
    'Other',
  ),
}

const NETWORK: Rows = {
  'evidences[0].src_endpoint.ip': ip('source_address'),
  'evidences[0].src_endpoint.port': integer('source_port'),
  'evidences[0].dst_endpoint.ip': ip('target_address'),
  'evidences[0].dst_endpoint.port': integer('target_port'),
  'evidences[0].connection_info.protocol_name': 'protocol',
  'evidences[0].connection_info.direction_id': is('Unknown'),
}

export const ESET: SourceTable = {
  id: 'eset/1',
  shapes: PLAIN,
  select: ['event_type', 'action'],
  rows: {
    time: time('occured', 'occurred', 'syslog.time'),
    ...product('ESET', 'PROTECT'),
    severity_id: lookup('severity', SEVERITIES),
    'metadata.event_code': 'event_type',
    'device.hostname': 'hostname',
    'device.ip': ip('ipv4', 'ipv6'),
    'device.uid': 'source_uuid',
    'device.type_id': is('Unknown'),
  },
  logSource: { product: 'eset' },
  recognises: ({ event_type: type, source_uuid: source, occured, occurred }) =>
    typeof type === 'string' && /_Event$/.test(type) && source !== undefined && (occured ?? occurred) !== undefined,
  chapters: [
    {
      name: 'findings',
      profiles: [
        {
          name: 'threat',
          when: { event_type: ['Threat_Event', 'BlockedFiles_Event'] },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            ...FOUND,
            'finding_info.uid': ['threat_name', 'cause', 'event_type'],
            'finding_info.title': ['threat_name', 'cause', 'event_type'],
            'finding_info.desc': ['circumstances', 'object_uri'],
            'finding_info.analytic.name': ['threat_name', 'cause'],
            ...fileAt('evidences[0].file', 'object_uri'),
            'evidences[0].file.hashes': hashes('hash'),
            message: ['threat_name', 'cause'],
          },
        },
        {
          name: 'network',
          when: { event_type: ['FirewallAggregated_Event'] },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            ...FOUND,
            ...NETWORK,
            'finding_info.uid': ['threat_name', 'event', 'rule_name'],
            'finding_info.title': ['threat_name', 'event', 'rule_name'],
            'finding_info.desc': 'event',
            'finding_info.analytic.name': ['threat_name', 'event'],
            message: ['event', 'threat_name'],
          },
        },
        {
          name: 'behaviour',
          when: { event_type: ['HipsAggregated_Event'] },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            ...FOUND,
            'finding_info.uid': ['rule_id', 'rule_name', 'operation'],
            'finding_info.title': ['rule_id', 'rule_name', 'operation'],
            'finding_info.desc': 'operation',
            'finding_info.analytic.name': ['rule_id', 'operation'],
            ...fileAt('evidences[0].file', 'target'),
            message: 'operation',
          },
        },
        {
          name: 'web',
          when: { event_type: ['FilteredWebsites_Event'] },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            ...FOUND,
            'finding_info.uid': ['event', 'rule_id'],
            'finding_info.title': ['event', 'rule_id'],
            'finding_info.desc': 'object_uri',
            'finding_info.analytic.name': ['rule_id', 'event'],
            'evidences[0].dst_endpoint.ip': ip('target_address'),
            'evidences[0].url.url_string': 'object_uri',
            message: 'event',
          },
        },
        {
          name: 'inspector',
          when: { event_type: ['EnterpriseInspectorAlert_Event', 'EsetInspectAlert_Event'] },
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            ...FOUND,
            'finding_info.uid': ['rulename', 'processname'],
            'finding_info.title': ['rulename', 'processname'],
            'finding_info.desc': ['rulename'],
            'finding_info.src_url': ['eialarmlink', 'eiconsolelink'],
            'finding_info.analytic.name': 'rulename',
            message: 'rulename',
          },
        },
      ],
    },
    {
      name: 'events',
      profiles: [
        {
          name: 'sign-in',
          when: { event_type: ['Audit_Event'], action: ['Login attempt', 'Logout'] },
          class: 'authentication',
          activity: lookup('action', { 'Login attempt': 'Logon', Logout: 'Logoff' }, 'Other', 'Other'),
          rows: {
            'user.name': text('target', 'user'),
            status_id: lookup('result', { Success: 'Success', Failed: 'Failure', Failure: 'Failure' }, 'Other'),
            'service.name': is('ESET PROTECT'),
            message: 'detail',
          },
        },
        {
          name: 'audit',
          when: { event_type: ['Audit_Event'] },
          class: 'api_activity',
          activity: 'Other',
          rows: {
            'actor.user.name': text('user'),
            'api.operation': 'action',
            'src_endpoint.ip': ip('ipv4', 'ipv6'),
            status_id: lookup('result', { Success: 'Success', Failed: 'Failure', Failure: 'Failure' }, 'Other'),
            message: 'detail',
          },
        },
        {
          name: 'other',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'kinds that the product adds',
        },
      ],
    },
  ],
  renderings: SYSLOG_RENDERINGS,
}
export const eset = compileSource(ESET)
