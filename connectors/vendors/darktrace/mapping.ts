/**
 * Darktrace: model breaches, incidents of the AI Analyst, users' acts at the console, and alerts of the system. Each is JSON, behind a
 * word by syslog, alone from the API (`/modelbreaches`, `/aianalyst/incidentevents`, `/aianalyst/groups`) and over HTTP. Names:
 * "Threat Visualizer API Guide", Darktrace.
 */

import { isMembers } from '../../../platform/members.ts'
import { command, finding, logon, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import {
  first,
  hostname,
  integer,
  ip,
  is,
  known,
  lookup,
  lookupIn,
  mac,
  objects,
  type Profile,
  text,
  time,
} from '../../mapping/table.ts'
import { numberOf } from '../../mapping/text-of.ts'

type Members = Readonly<Record<string, unknown>>

const isBreach = (record: Members) =>
  record.pbid !== undefined && (record.model !== undefined || isMembers(record.device))
/** An event of an incident, or the incident that groups them. */
const isIncident = (record: Members) =>
  record.aiaScore !== undefined ||
  record.groupScore !== undefined ||
  (record.breachDevices !== undefined && record.relatedBreaches !== undefined)
const isAudit = (record: Members) => record.endpoint !== undefined && record.method !== undefined
const isSystem = (record: Members) => record.alert_name !== undefined && record.uuid !== undefined

function read(_: string, record: Members): PhraseValues {
  if (isBreach(record)) return { kind: 'breach', level: levelOf(record.percentscore ?? fraction(record.score)) }
  if (isIncident(record)) return { kind: 'incident', level: levelOf(record.groupScore ?? record.aiaScore) }
  if (!isAudit(record)) return { kind: 'words' }
  return { kind: record.endpoint === '/login' ? 'logon' : 'command' }
}

const fraction = (score: unknown) => 100 * numberOf(score)

/** The bands in which the console shows scores from 0 to 100; empty when there is no score. */
function levelOf(score: unknown): string {
  const value = numberOf(score)
  if (!(value >= 0)) return ''
  return value >= 80 ? 'critical' : value >= 60 ? 'high' : value >= 30 ? 'medium' : 'low'
}

const CATEGORIES = {
  Informational: 'Informational',
  Compliance: 'Low',
  Suspicious: 'Medium',
  Critical: 'Critical',
}
const LEVELS = lookup(
  'parsed.level',
  { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' },
  'Unknown',
  'Medium',
)
/** How MITRE's techniques stand in a model. */
const TECHNIQUES = {
  'technique.uid': text('techniqueID', 'id'),
  'technique.name': ['technique', 'name'],
  'tactic.name': 'tactics.0',
} as const

const PROFILES: readonly Profile[] = [
  finding('incident', {
    time: time('createdAt', 'start', 'startTime', 'periods.0.start', 'activityPeriod.0', 'syslog.time'),
    'finding_info.title': ['title', 'incidentName', 'summariser'],
    'finding_info.uid': text('id', 'currentGroup'),
    'finding_info.desc': 'summary',
    'finding_info.src_url': ['incidentEventUrl', 'incidentUrl', 'url'],
    'finding_info.types': { kind: 'list', fields: ['category', 'groupCategory'], separator: /,/, as: 'text' },
    'finding_info.analytic.name': ['summariser', 'title'],
    'finding_info.analytic.type_id': is('Behavioral'),
    'device.hostname': first(
      hostname('breachDevices.0.hostname', 'initialDevices.0.hostname', 'breachDevices.0.identifier'),
      hostname('syslog.hostname'),
    ),
    'device.ip': ip('breachDevices.0.ip', 'initialDevices.0.ip'),
    'evidences[0].src_endpoint.ip': ip('breachDevices.0.ip', 'initialDevices.0.ip'),
    'evidences[0].src_endpoint.hostname': hostname('breachDevices.0.hostname', 'initialDevices.0.hostname'),
    'evidences[0].src_endpoint.mac': mac('breachDevices.0.mac'),
    status_id: lookup('acknowledged', { true: 'Resolved', false: 'New' }),
    severity_id: first(lookup(['category', 'groupCategory'], { ...CATEGORIES, suspicious: 'Medium' }), LEVELS),
  }),
  finding('breach', {
    time: time('time', 'creationTime', 'syslog.time'),
    'finding_info.title': ['model.now.name', 'model.then.name', 'model.name', 'name', 'modelName'],
    'finding_info.uid': text('pbid'),
    'finding_info.desc': ['model.now.description', 'model.then.description', 'model.description'],
    'finding_info.src_url': 'breachUrl',
    'finding_info.analytic.uid': text('model.now.uuid', 'model.then.uuid', 'model.uuid'),
    'finding_info.analytic.type_id': is('Behavioral'),
    'evidences[0].src_endpoint.ip': ip('device.ip'),
    'evidences[0].src_endpoint.hostname': hostname('device.hostname'),
    'evidences[0].src_endpoint.mac': mac('device.macaddress'),
    'evidences[0].user.name': known('device.credentials.0.credential'),
    'device.hostname': first(hostname('device.hostname'), hostname('syslog.hostname')),
    'device.ip': ip('device.ip'),
    attacks: objects(['mitreTechniques', 'model.now.mitre.techniqueDetails'], TECHNIQUES),
    status_id: lookup('acknowledged', { true: 'Resolved', false: 'New' }),
    severity_id: first(lookup(['model.now.category', 'model.then.category', 'model.category'], CATEGORIES), LEVELS),
  }),
  logon(
    'logon',
    'Logon',
    lookupIn('description', /(fail|success)/i, { fail: 'Failure', success: 'Success' }, 'Other'),
    {
      'user.name': 'username',
      'src_endpoint.ip': ip('ip'),
      'service.name': is('Threat Visualizer'),
      status_detail: 'description',
    },
  ),
  command('command', {
    'actor.user.name': 'username',
    'api.operation': ['description', 'method'],
    'src_endpoint.ip': ip('ip'),
    'http_request.http_method': 'method',
    'http_request.url.path': 'endpoint',
    'http_response.code': integer('status'),
  }),
]

export const darktrace = syslogDevice({
  id: 'darktrace/1',
  vendor: 'Darktrace',
  product: 'Threat Visualizer',
  has: ['pbid', 'endpoint', 'alert_name', 'aiaScore', 'groupScore', 'breachDevices'],
  alone: (record) => isBreach(record) || isIncident(record),
  is: (record, message) =>
    (message.startsWith('darktrace') && (isAudit(record) || isSystem(record))) ||
    isBreach(record) ||
    isIncident(record),
  read,
  rows: {
    time: time('last_updated', 'syslog.time'),
    'metadata.original_event_uid': text('uuid', 'pbid'),
    'metadata.event_code': ['alert_name', 'endpoint'],
    message: first(text('message'), text('description')),
    severity_id: lookup(
      'priority_level',
      { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' },
      'Unknown',
      'Informational',
    ),
  },
  profiles: PROFILES,
  rest: 'alerts of the appliance about itself and what it cannot see',
})
