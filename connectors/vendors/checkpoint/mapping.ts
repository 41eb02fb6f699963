/** Check Point: the Log Exporter's structured data, and the same fields as pairs. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { SYSLOG_HEADER, SYSLOG_RENDERINGS } from '../../families/syslog/common.ts'
import { decision, flow, translated } from '../../families/syslog/firewall.ts'
import { messageOf, syslogField } from '../../families/syslog/settle.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  capture,
  first,
  integer,
  ip,
  is,
  lookup,
  type Profile,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { isLogExporter, logExporterFields } from './log-exporter.ts'

/** The name of the structured data element contains the exporter's number, so its members are moved to `checkpoint`. */
function settle(record: Members): void {
  if (record.checkpoint !== undefined) return
  const { syslog } = record
  const data = isMembers(syslog) && isMembers(syslog.structured_data) ? Object.values(syslog.structured_data) : []
  const [first] = data.filter(isMembers)
  // The member is not deleted, because the engine would then turn the object into a slow hash table.
  if (isMembers(syslog) && first !== undefined) syslog.structured_data = undefined
  const checkpoint = first ?? logExporterFields(messageOf(record)) ?? pairsIn(record)
  checkpoint.kind = kindOf(checkpoint)
  record.checkpoint = checkpoint
}

/** All members except the header, which alone stays in the record. */
function pairsIn(record: Members): Members {
  const { syslog: _, ...pairs } = record
  for (const name of Object.keys(pairs)) delete record[name]
  return pairs
}

const LOGONS: ReadonlySet<unknown> = new Set(['Log In', 'Log Out', 'Failed Log In'])

function kindOf(fields: Readonly<Members>): string {
  if (LOGONS.has(fields.operation) || LOGONS.has(fields.action)) return 'logon'
  if (fields.operation !== undefined || fields.fieldschanges !== undefined) return 'change'
  const isThreat = [
    'protection_name',
    'attack',
    'malware_action',
    'protection_type',
    'malware_family',
    'incident_time',
    'threat_prevention_policy',
  ]
  if (isThreat.some((name) => fields[name] !== undefined)) return 'threat'
  if (fields.resource !== undefined && fields.src !== undefined) return 'web'
  return fields.src !== undefined && fields.dst !== undefined ? 'flow' : 'words'
}

const names =
  'time timestamp hostname severity level facility app_name message pri version sequence msg_id proc_id'.split(' ')
const shape: RecordShape = {
  name: 'checkpoint',
  is: () => true,
  under: 'checkpoint',
  names: Object.fromEntries(names.map((name) => [`syslog.${name}`, [`syslog.${name}`]])),
  settle,
}

const HEADER: Rows = {
  ...SYSLOG_HEADER,
  time: time('time', 'syslog.time'),
  severity_id: first(
    lookup('severity', {
      0: 'Informational',
      1: 'Low',
      2: 'Medium',
      3: 'High',
      4: 'Critical',
      Informational: 'Informational',
      Low: 'Low',
      Medium: 'Medium',
      High: 'High',
      Critical: 'Critical',
    }),
    lookup('syslog.severity', { 2: 'Critical', 3: 'High', 4: 'Low', 5: 'Informational', 6: 'Informational' }),
  ),
  'metadata.product.name': 'product',
  'metadata.product.vendor_name': is('Check Point'),
  'metadata.original_event_uid': 'loguid',
  'metadata.sequence': integer('sequencenum'),
  'metadata.event_code': ['logid', 'operation'],
  'device.ip': ip('origin'),
  'device.uid': 'originsicname',
  'device.type_id': is('Firewall'),
  message: ['description', 'information', 'additional_info', 'message_info', 'operation'],
}

const ENDPOINTS: Rows = {
  'src_endpoint.ip': ip('src', 'client_ip'),
  'src_endpoint.port': integer('s_port'),
  'src_endpoint.hostname': 'src_machine_name',
  'src_endpoint.zone': 'inzone',
  'src_endpoint.interface_name': 'ifname',
  'dst_endpoint.ip': ip('dst'),
  'dst_endpoint.port': integer('service'),
  'dst_endpoint.hostname': 'http_host',
  'dst_endpoint.zone': 'outzone',
}

/** The account behind the person's name: `Kim Lee (kim)`. */
const IN_BRACKETS = capture(['src_user_name', 'user'], /^[^()]{1,256} \(([^()\s]{1,128})\)\s?$/)

const FLOW: Rows = {
  ...ENDPOINTS,
  ...translated('src_endpoint', 'xlatesrc', 'xlatesport'),
  ...translated('dst_endpoint', 'xlatedst', 'xlatedport'),
  ...decision('action'),
  'actor.user.name': first(IN_BRACKETS, text('src_user_name', 'user')),
  'connection_info.protocol_num': integer('proto'),
  // `ifdir` is the direction in which the packet crossed the interface: an inside client's connection is also inbound
  // there.
  'connection_info.direction_id': is('Unknown'),
  'connection_info.uid': 'conn_uid',
  'firewall_rule.name': ['rule_name', 'match_id'],
  'firewall_rule.uid': ['rule_uid', 'rule'],
  'policy.name': first('policy', 'policy_name'),
  app_name: ['appi_name', 'service_id'],
  'traffic.bytes_out': integer('client_outbound_bytes', 'sent_bytes'),
  'traffic.bytes_in': integer('server_outbound_bytes', 'received_bytes'),
  'traffic.packets': integer('packets'),
  'traffic.bytes': integer('bytes'),
}

const on = (kind: string, of: Omit<Profile, 'name' | 'when'>): Profile => ({ name: kind, when: { kind }, ...of })

export const CHECKPOINT: SourceTable = {
  id: 'checkpoint/1',
  shapes: [shape],
  select: ['kind'],
  rows: HEADER,
  logSource: { product: 'checkpoint' },
  chapters: [
    {
      name: 'any',
      aliases: { src_ip: ['src'], dst_ip: ['dst'], src_port: ['s_port'], dst_port: ['service'], 'c-uri': ['resource'] },
      profiles: [
        on('logon', {
          class: 'authentication',
          activity: lookup(['operation', 'action'], {
            'Log In': 'Logon',
            'Failed Log In': 'Logon',
            'Log Out': 'Logoff',
          }),
          rows: {
            'user.name': first('administrator', 'subject', IN_BRACKETS, 'user', 'src_user_name', 'client_ip'),
            'src_endpoint.ip': ip('client_ip', 'machine', 'src'),
            'service.name': ['product', 'loguid'],
            status_id: first(
              lookup('action', { 'Failed Log In': 'Failure' }),
              lookup('status', { Success: 'Success', Failure: 'Failure' }, 'Other'),
              lookup('action', { 'Log In': 'Success', 'Log Out': 'Success', Accept: 'Success', Reject: 'Failure' }),
            ),
            status_detail: ['additional_info', 'reason'],
            auth_protocol: 'auth_method',
          },
        }),
        on('change', {
          class: 'entity_management',
          activity: lookup(
            'operation',
            { 'Create Object': 'Create', 'Delete Object': 'Delete', 'Modify Object': 'Update', Publish: 'Activate' },
            'Other',
          ),
          rows: {
            'entity.name': first('objectname', 'objecttable', 'operation', 'fieldschanges'),
            'entity.type': 'objecttype',
            'actor.user.name': 'administrator',
            'actor.app_name': ['client_name', 'product'],
            'src_endpoint.ip': ip('client_ip'),
            comment: 'fieldschanges',
          },
        }),
        on('threat', {
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            'finding_info.title': first('protection_name', 'attack', 'event_type', 'malware_family', 'product'),
            'finding_info.uid': first('protection_id', 'protection_name', 'loguid', 'attack', 'product'),
            'finding_info.desc': ['attack_info', 'malware_action', 'description'],
            'finding_info.analytic.name': ['protection_name', 'attack'],
            'finding_info.analytic.type_id': is('Rule'),
            ...Object.fromEntries(Object.entries(ENDPOINTS).map(([path, cell]) => [`evidences[0].${path}`, cell])),
            'evidences[0].url.url_string': 'resource',
            'evidences[0].connection_info.protocol_num': integer('proto'),
            'evidences[0].connection_info.direction_id': is('Unknown'),
            'evidences[0].connection_info.uid': 'conn_uid',
            'evidences[0].http_request.http_method': 'method',
            confidence_id: lookup('confidence_level', { 1: 'Low', 2: 'Low', 3: 'Medium', 4: 'High', 5: 'High' }),
            'policy.name': FLOW['policy.name'] as Rows[string],
            'firewall_rule.name': FLOW['firewall_rule.name'] as Rows[string],
            'firewall_rule.uid': FLOW['firewall_rule.uid'] as Rows[string],
            'actor.user.name': first(IN_BRACKETS, text('src_user_name', 'user', 'email_address')),
            action_id: FLOW.action_id as Rows[string],
            disposition_id: FLOW.disposition_id as Rows[string],
          },
        }),
        on('web', {
          class: 'http_activity',
          activity: lookup(
            'method',
            { GET: 'Get', POST: 'Post', CONNECT: 'Connect', HEAD: 'Head', PUT: 'Put' },
            'Other',
          ),
          logSource: { categories: ['proxy'] },
          rows: {
            ...FLOW,
            'http_request.url.url_string': 'resource',
            'http_request.http_method': 'method',
            'http_request.user_agent': 'web_client_type',
          },
        }),
        on('flow', {
          class: 'network_activity',
          activity: flow('action'),
          rows: FLOW,
          logSource: { categories: ['firewall'] },
        }),
        {
          name: 'words',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'state of a gateway or its blades, with neither addresses nor a change',
          rows: {
            ...decision('action'),
            'actor.user.name': ['administrator', 'user', 'src_user_name'],
            status_detail: text('error_description', 'description'),
          },
        },
      ],
    },
  ],
  renderings: SYSLOG_RENDERINGS,
  recognises: isCheckPoint,
}

function isCheckPoint(record: Readonly<Members>): boolean {
  if (record.cef !== undefined || record.leef !== undefined) return false
  if (isMembers(record.checkpoint) || syslogField(record, 'app_name') === 'CheckPoint') return true
  if (isLogExporter(messageOf(record))) return true
  if (record.product === 'VPN-1 & FireWall-1' && record.origin !== undefined) return true
  return typeof record.loguid === 'string' && record.originsicname !== undefined
}
export const checkpoint = compileSource(CHECKPOINT)
