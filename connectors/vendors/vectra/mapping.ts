/**
 * Vectra Detect (Cognito): JSON after `vectra_json_v2` and `vectra_json_account_v2`. The names are those of the
 * product's syslog templates, which an administrator can choose; an incomplete template is not JSON, so its line stays
 * text.
 */

import { command, finding, on, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { integer, ip, is, lookup, type Profile, text, time } from '../../mapping/table.ts'
import { numberOf } from '../../mapping/text-of.ts'

type Members = Readonly<Record<string, unknown>>

const START = /^vectra_json(?:_account)?_v\d /

function read(_: string, record: Members): PhraseValues {
  if (record.d_type_vname !== undefined || record.detection_id !== undefined) {
    return { kind: 'detection', quadrant: quadrantOf(record) }
  }
  if (record.campaign_id !== undefined) return { kind: 'campaign' }
  if (record.will_retry === undefined && record.role !== undefined) return { kind: 'command' }
  if (record.action !== undefined && record.account_uid !== undefined) return { kind: 'lockdown' }
  return { kind: 'words' }
}

const HOST = {
  'finding_info.src_url': ['href', 'campaign_link'],
  'evidences[0].src_endpoint.hostname': ['host_name', 'src_name'],
  'evidences[0].src_endpoint.ip': ip('host_ip', 'src_ip'),
  'evidences[0].user.name': 'account_uid',
} as const

const PROFILES: readonly Profile[] = [
  finding('detection', {
    ...HOST,
    'finding_info.title': ['d_type_vname', 'd_type'],
    'finding_info.uid': text('detection_id', 'href'),
    'finding_info.types': { kind: 'list', fields: 'category', separator: /,/, as: 'text' },
    'evidences[0].dst_endpoint.ip': ip('dd_dst_ip'),
    'evidences[0].dst_endpoint.port': integer('dd_dst_port'),
    'evidences[0].dst_endpoint.hostname': 'dd_dst_dns',
    'evidences[0].connection_info.protocol_name': 'dd_proto',
    'evidences[0].connection_info.direction_id': is('Unknown'),
    confidence_score: integer('certainty'),
    risk_score: integer('threat'),
    severity_id: lookup(
      'said.quadrant',
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
