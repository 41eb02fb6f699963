/** Darktrace: model breaches, users' acts at the console, and alerts of the system, each as JSON behind a word. */

import { command, finding, logon, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { first, integer, ip, is, lookup, lookupIn, mac, type Profile, text, time } from '../../mapping/table.ts'

type Members = Readonly<Record<string, unknown>>

const isBreach = (record: Members) => record.pbid !== undefined && record.model !== undefined
const isAudit = (record: Members) => record.endpoint !== undefined && record.method !== undefined
const isSystem = (record: Members) => record.alert_name !== undefined && record.uuid !== undefined

function read(_: string, record: Members): PhraseValues {
  if (isBreach(record)) return { kind: 'breach' }
  if (!isAudit(record)) return { kind: 'words' }
  return { kind: record.endpoint === '/login' ? 'logon' : 'command' }
}

const PROFILES: readonly Profile[] = [
  finding('breach', {
    time: time('time', 'creationTime', 'syslog.time'),
    'finding_info.title': ['model.now.name', 'model.then.name', 'model.name'],
    'finding_info.uid': text('pbid'),
    'finding_info.desc': ['model.now.description', 'model.then.description', 'model.description'],
    'finding_info.src_url': 'breachUrl',
    'finding_info.analytic.uid': text('model.now.uuid', 'model.then.uuid', 'model.uuid'),
    'finding_info.analytic.type_id': is('Behavioral'),
    'evidences[0].src_endpoint.ip': ip('device.ip'),
    'evidences[0].src_endpoint.hostname': 'device.hostname',
    'evidences[0].src_endpoint.mac': mac('device.macaddress'),
    'device.hostname': ['device.hostname', 'syslog.hostname'],
    severity_id: lookup(
      ['model.now.category', 'model.then.category', 'model.category'],
      { Informational: 'Informational', Suspicious: 'Medium', Critical: 'Critical' },
      'Unknown',
      'Medium',
    ),
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
  has: ['pbid', 'endpoint', 'alert_name'],
  is: (record, message) =>
    (message.startsWith('darktrace') && (isAudit(record) || isSystem(record))) || isBreach(record),
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
