/**
 * Cisco Unified Communications Manager: `%UC_AUDITLOG-5-AdministrativeEvent: %[Name=value][Name =value]...: words`, and the
 * alarms of its monitoring. Names: "Cisco Unified Communications Manager audit log", administration guide.
 */

import { command, logon, syslogDevice } from '../../families/syslog/device.ts'
import { syslogField } from '../../families/syslog/settle.ts'
import { FieldList, setFirst } from '../../formats/field-list.ts'
import { nameOf } from '../../formats/fields.ts'
import { codesOf, wordCodes as read } from '../../formats/text-codes.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { ip, is, lookup, text } from '../../mapping/table.ts'

const ALARM = /%(UC|CCM)_([A-Z]+(?:-[A-Z]+)?)-(?:[A-Z]+-)?(\d)-([\w-]{1,64}): /

/** If the header's time was understood, the header contains the name of the alarm. */
function whole(record: Readonly<Record<string, unknown>>, message: string): string {
  const id = syslogField(record, 'msg_id')
  return id === '' ? message : `%${id}: ${message}`
}

function readAlarm(message: string, record: Readonly<Record<string, unknown>>): PhraseValues | null {
  const id = syslogField(record, 'msg_id')
  const alarm = (id === '' ? null : ALARM.exec(`%${id}: `)) ?? ALARM.exec(whole(record, message))
  if (!alarm) return null
  found.clear()
  found.add('code', alarm[4] ?? '')
  found.add('level', alarm[3] ?? '')
  addPairs(message)
  const fields = found.toFields(setFirst) as PhraseValues
  fields.kind = kindOf(fields)
  return fields
}

const found = new FieldList()

/** `[Name=value]`, with or without spaces around the name; pairs inside other pairs are dropped. */
function addPairs(message: string): void {
  const codes = read.of(message)
  for (let open = read.next(OPEN, 0); open !== -1; open = read.next(OPEN, open + 1)) {
    const start = codes[open + 1] === SPACE ? open + 2 : open + 1
    const equals = endOfName(codes, start)
    const end = codes[equals - 1] === SPACE ? equals - 1 : equals
    const first = codes[start] as number
    if (codes[equals] !== EQUALS || end - start > NAME_MAX || !(first >= 0x41 && first <= 0x5a)) continue
    const close = endOfValue(codes, equals + 1, message.length)
    const value = codes[close] === CLOSE ? message.slice(equals + 1, close).trim() : ''
    const name = nameOf(message, codes, start, end)
    if (value !== '') found.add(name.includes(' ') ? name.replaceAll(' ', '') : name, value)
  }
}

const NAME_MAX = 41
const VALUE_MAX = 1024
const SPACE = 0x20
const OPEN = 0x5b
const CLOSE = 0x5d
const EQUALS = 0x3d
const NAME_CODES = codesOf(/[\w ]/)

/** One more character than a name may have, because a space may follow it. */
function endOfName(codes: Uint16Array, start: number): number {
  let at = start
  while (at - start <= NAME_MAX && NAME_CODES[codes[at] as number] === 1) at++
  return at
}

/** The place of the next bracket of either kind, within the longest value. */
function endOfValue(codes: Uint16Array, start: number, length: number): number {
  const limit = Math.min(length, start + VALUE_MAX)
  let at = start
  while (at < limit && codes[at] !== OPEN && codes[at] !== CLOSE) at++
  return at
}

function kindOf({ EventType = '', UserID }: PhraseValues): string {
  if (UserID === undefined || EventType === '') return 'words'
  if (EventType === 'UserLogging' || EventType === 'UserLogin') return 'logon'
  return EventType === 'UserLogout' ? 'logoff' : 'audit'
}

const STATUS = lookup('parsed.EventStatus', { Success: 'Success', Failure: 'Failure' }, 'Other')
const LOGON = {
  'user.name': 'parsed.UserID',
  'src_endpoint.ip': ip('parsed.ClientAddress'),
  'service.name': 'parsed.ResourceAccessed',
  status_detail: 'parsed.AuditDetails',
} as const

export const ciscoUcm = syslogDevice({
  id: 'cisco-ucm/1',
  vendor: 'Cisco',
  product: 'Unified Communications Manager',
  is: (record, message) =>
    (syslogField(record, 'msg_id') !== '' || message.includes('%')) && ALARM.test(whole(record, message.slice(0, 256))),
  read: readAlarm,
  rows: {
    'metadata.event_code': text('parsed.code'),
    'device.hostname': ['parsed.NodeID', 'syslog.hostname'],
    'device.type_id': is('Server'),
    severity_id: lookup('parsed.level', {
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
      'actor.user.name': 'parsed.UserID',
      'src_endpoint.ip': ip('parsed.ClientAddress'),
      'api.operation': 'parsed.EventType',
      'api.service.name': 'parsed.ComponentID',
      'resources[0].name': 'parsed.ResourceAccessed',
      status_id: STATUS,
      status_detail: 'parsed.AuditDetails',
    }),
  ],
  rest: 'alarms of the monitoring: services, thresholds',
})
