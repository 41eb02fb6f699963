/**
 * Vectra Detect (Cognito): JSON after `vectra_json_v2` and `vectra_json_account_v2`, or alone. The names are those of the
 * product's syslog templates, which an administrator can choose; an incomplete template is not JSON, so its line stays
 * text. The API uses other names: detections of `/api/v2/detections` (the appliance) and of
 * `/api/v3.4/events/detections` (the cloud). Names: "Quadrant UX REST API Guide" and "Respond UX REST API Guide", Vectra.
 */

import { TECHNIQUE_ID } from '../../../schemas/attack-technique.ts'
import { command, finding, on, syslogDevice } from '../../families/syslog/device.ts'
import { first, hostname, integer, ip, is, lookup, objects, type Profile, text, time } from '../../mapping/table.ts'
import { numberOf, textOf } from '../../mapping/text-of.ts'

type Members = Readonly<Record<string, unknown>>

const START = /^vectra_json(?:_account)?_v\d /

function read(_: string, record: Members): Members {
  if (record.d_type_vname !== undefined || record.detection_id !== undefined || isOfApi(record)) {
    return {
      kind: 'detection',
      quadrant: quadrantOf(record),
      techniques: techniquesOf(record.mitre),
      ...entityOf(record),
    }
  }
  if (record.campaign_id !== undefined) return { kind: 'campaign' }
  if (record.will_retry === undefined && record.role !== undefined) return { kind: 'command' }
  if (record.action !== undefined && record.account_uid !== undefined) return { kind: 'lockdown' }
  return { kind: 'words' }
}

/** A detection of either API: the kind and both scores, with the sensor's state or the entity. */
const isOfApi = (record: Members) =>
  (record.detection_type ?? record.d_type_vname ?? record.detection_category ?? record.detection) !== undefined &&
  record.threat !== undefined &&
  record.certainty !== undefined
const isOfTemplate = (record: Members) =>
  record.vectra_timestamp !== undefined && (record.d_type !== undefined || record.campaign_id !== undefined)

const HOST = {
  'finding_info.src_url': ['href', 'campaign_link', 'detection_href', 'detection_url', 'url'],
  'evidences[0].src_endpoint.hostname': ['host_name', 'src_name', 'src_host.name', 'src_entity.name'],
  'evidences[0].src_endpoint.ip': ip('host_ip', 'src_ip', 'src_host.ip'),
  'evidences[0].user.name': ['account_uid', 'src_account.name', 'parsed.account'],
} as const

const techniquesOf = (list: unknown) =>
  [list ?? []].flat(1).flatMap((uid) => (TECHNIQUE_ID.test(textOf(uid)) ? [{ uid: textOf(uid) }] : []))

/** The cloud names its host or account by an id: the name, a colon and the platform before it. */
function entityOf({ type, entity_uid: entity }: Members): Members {
  if (typeof entity !== 'string' || entity.length > 256) return {}
  return type === 'host' ? { host: entity } : type === 'account' ? { account: entity.replace(/^[\w-]{1,32}:/, '') } : {}
}

const PROFILES: readonly Profile[] = [
  finding('detection', {
    ...HOST,
    time: time('vectra_timestamp', 'event_timestamp', 'last_timestamp', 'first_timestamp', 'syslog.time'),
    'finding_info.title': ['d_type_vname', 'custom_detection', 'detection', 'detection_type', 'd_type'],
    'finding_info.uid': text('detection_id', 'id', 'href'),
    'finding_info.first_seen_time': time('first_timestamp'),
    'finding_info.last_seen_time': time('last_timestamp'),
    'finding_info.analytic.name': ['detection_type', 'd_type_vname', 'd_type'],
    'finding_info.analytic.type_id': is('Behavioral'),
    'finding_info.types': { kind: 'list', fields: ['category', 'detection_category'], separator: /,/, as: 'text' },
    attacks: objects('parsed.techniques', { 'technique.uid': 'uid' }),
    'device.hostname': first(
      hostname('host_name', 'src_host.name', 'parsed.host'),
      hostname('dvchost', 'headend_addr', 'syslog.hostname'),
    ),
    status_id: lookup('state', {
      active: 'New',
      inactive: 'Resolved',
      closed: 'Resolved',
      fixed: 'Resolved',
      whitelisted: 'Suppressed',
    }),
    'evidences[0].dst_endpoint.ip': ip('dd_dst_ip', 'summary.dst_ips.0', 'grouped_details.0.dst_ips.0'),
    'evidences[0].dst_endpoint.port': integer('dd_dst_port', 'grouped_details.0.dst_ports.0'),
    'evidences[0].dst_endpoint.hostname': 'dd_dst_dns',
    'evidences[0].connection_info.protocol_name': 'dd_proto',
    'evidences[0].connection_info.direction_id': is('Unknown'),
    confidence_score: integer('certainty'),
    risk_score: integer('threat'),
    severity_id: lookup(
      'parsed.quadrant',
      { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' },
      'Unknown',
      'Unknown',
    ),
  }),
  finding('campaign', {
    ...HOST,
    'finding_info.title': 'campaign_name',
    'finding_info.uid': text('campaign_id'),
    'finding_info.related_events_count': integer('det_count'),
    'evidences[0].dst_endpoint.ip': ip('dest_ip'),
    'evidences[0].dst_endpoint.hostname': 'dest_name',
    comment: 'reason',
    severity_id: is('Medium'),
  }),
  command('command', {
    'actor.user.name': 'user',
    'actor.user.type': 'role',
    'api.operation': 'message',
    'src_endpoint.ip': ip('source_ip'),
    status_id: lookup('result', { success: 'Success', failure: 'Failure', true: 'Success', false: 'Failure' }, 'Other'),
  }),
  on('lockdown', {
    class: 'account_change',
    activity: lookup('action', { lock: 'Lock', unlock: 'Unlock' }, 'Other'),
    rows: {
      'user.name': 'account_uid',
      'user.uid': text('account_id'),
      'actor.user.name': 'user',
      status_id: lookup('success', { true: 'Success', false: 'Failure' }, 'Other'),
    },
  }),
]

/** The product's quadrant, by high or low threat and certainty. Empty if one of them is not a number. */
function quadrantOf({ threat, certainty }: Members): string {
  const [harm, sure] = [numberOf(threat), numberOf(certainty)]
  if (Number.isNaN(harm) || Number.isNaN(sure)) return ''
  if (harm >= HALF) return sure >= HALF ? 'critical' : 'high'
  return sure >= HALF ? 'medium' : 'low'
}

const HALF = 50

export const vectra = syslogDevice({
  id: 'vectra/1',
  vendor: 'Vectra',
  product: 'Detect',
  begins: START,
  alone: (record) => isOfApi(record) || isOfTemplate(record),
  read,
  rows: {
    time: time('vectra_timestamp', 'syslog.time'),
    'metadata.product.version': text('version'),
    'metadata.event_code': 'category',
    'device.hostname': ['dvchost', 'headend_addr', 'syslog.hostname'],
    message: ['message', 'd_type_vname', 'syslog.message'],
  },
  profiles: PROFILES,
  rest: 'scores of hosts and accounts, the health of the sensors, and templates that nobody filled in',
})
