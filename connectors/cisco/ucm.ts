/**
 * Cisco Unified Communications Manager: `%UC_AUDITLOG-5-AdministrativeEvent: %[Name=value][Name =value]...: words`, and the
 * alarms of its monitoring. Names: "Cisco Unified Communications Manager audit log", administration guide.
 */
import type { Said } from '../compile/phrases.ts'
import { ip, is, lookup, text } from '../compile/table.ts'
import { command, logon, syslogDevice } from '../syslog/device.ts'
import { syslogField } from '../syslog/settle.ts'

const ALARM = /%(UC|CCM)_([A-Z]+(?:-[A-Z]+)?)-(?:[A-Z]+-)?(\d)-([\w-]{1,64}): /
const PAIR = /\[ ?([A-Z][\w ]{0,40}?) ?=([^\][]{0,1024})\]/g

/** The name of the alarm stands in the header where the time before it was understood. */
function whole(record: Readonly<Record<string, unknown>>, message: string): string {
  const id = syslogField(record, 'msg_id')
  return id === '' ? message : `%${id}: ${message}`
}

function read(message: string, record: Readonly<Record<string, unknown>>): Said | null {
  const alarm = ALARM.exec(whole(record, message))
  if (!alarm) return null
  const said: Said = { code: alarm[4] ?? '', level: alarm[3] ?? '' }
  PAIR.lastIndex = 0
  for (let found = PAIR.exec(message); found !== null; found = PAIR.exec(message)) {
    const [, name = '', value = ''] = found
    const plain = value.trim()
    if (plain !== '') said[name.includes(' ') ? name.replaceAll(' ', '') : name] ??= plain
  }
  said.kind = kindOf(said)
  return said
}

function kindOf({ EventType = '', UserID }: Said): string {
  if (UserID === undefined || EventType === '') return 'words'
  if (EventType === 'UserLogging' || EventType === 'UserLogin') return 'logon'
  return EventType === 'UserLogout' ? 'logoff' : 'audit'
}

const STATUS = lookup('said.EventStatus', { Success: 'Success', Failure: 'Failure' }, 'Other')
const LOGON = {
  'user.name': 'said.UserID',
  'src_endpoint.ip': ip('said.ClientAddress'),
  'service.name': 'said.ResourceAccessed',
  status_detail: 'said.AuditDetails',
} as const

export const ciscoUcm = syslogDevice({
  id: 'cisco-ucm/1',
  vendor: 'Cisco',
  product: 'Unified Communications Manager',
  is: (record, message) =>
    (syslogField(record, 'msg_id') !== '' || message.includes('%')) && ALARM.test(whole(record, message.slice(0, 256))),
  read,
  rows: {
    'metadata.event_code': text('said.code'),
    'device.hostname': ['said.NodeID', 'syslog.hostname'],
    'device.type_id': is('Server'),
    severity_id: lookup('said.level', {
      0: 'Critical',
      1: 'Critical',
      2: 'Critical',
      3: 'High',
      4: 'Low',
      5: 'Informational',
      6: 'Informational',
      7: 'Informational',
    }),
  },
  profiles: [
    logon('logon', 'Logon', STATUS, LOGON),
    logon('logoff', 'Logoff', STATUS, LOGON),
    command('audit', {
      'actor.user.name': 'said.UserID',
      'src_endpoint.ip': ip('said.ClientAddress'),
      'api.operation': 'said.EventType',
      'api.service.name': 'said.ComponentID',
      'resources[0].name': 'said.ResourceAccessed',
      status_id: STATUS,
      status_detail: 'said.AuditDetails',
    }),
  ],
  rest: 'alarms of the monitoring: services, thresholds',
})
