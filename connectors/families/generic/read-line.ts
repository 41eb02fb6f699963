/**
 * Reads a line of a program or device that no table knows, with or without a header of syslog: its pairs by their
 * names, its words by the text around names and addresses. Values from behind the header are put under `in_text`, where
 * rules find them.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { EventRow } from '../../../schemas/event-row.ts'
import { membersTextOf } from '../../mapping/event-of.ts'
import type { Refusal } from '../../mapping/source-mapping.ts'
import { textOf } from '../../mapping/text-of.ts'
import { syslogSource } from '../syslog/mapping.ts'
import { type Classed, classify } from './classify.ts'
import { collect, found } from './collect.ts'
import { fillKnown, fillNames, fillProse, sureness } from './fill.ts'
import { readProse } from './prose.ts'
import { readNames } from './read-names.ts'
import { fillUnreadText } from './unread-text.ts'

const said = new EventRow()
let lastRecord: Readonly<Members> | null = null
let lastClass: Classed | null = null
let isRead = false

/** Words of the line, which a program wrote for people. */
function wordsOf({ syslog, log }: Readonly<Members>): string {
  const around = isMembers(syslog) ? syslog.message : isMembers(log) ? log.text : ''
  return textOf(around)
}

/**
 * True when the line names an entity or a kind of event. `receivedMs` is the row's; the result is kept for `fillLine`
 * of the same record, which comes next.
 */
export function readsLine(record: Readonly<Members>, { receivedMs }: Pick<EventRow, 'receivedMs'>): boolean {
  if (lastRecord === record) return isRead
  lastRecord = record
  lastClass = null
  isRead = false
  said.clear()
  said.receivedMs = receivedMs
  if (!collect(record)) return false
  fillKnown(said)
  if (isMembers(record.log)) said.host = ''
  const read = readNames(record)
  fillNames(said, read)
  const words = wordsOf(record)
  const prose = words.includes(' ') ? readProse(words) : null
  if (prose) fillProse(said, prose)
  const program = isMembers(record.syslog) ? textOf(record.syslog.app_name) : ''
  // The message's name is its kind where the program set one.
  if (said.eventCode === '' && isMembers(record.syslog)) said.eventCode = textOf(record.syslog.msg_id).slice(0, 128)
  lastClass = classify(said, read, prose, program || textOf(found('service')) || 'unknown')
  isRead = lastClass !== null || ENTITIES.some((name) => said[name] !== '')
  return isRead
}

const ENTITIES = ['user', 'targetUser', 'srcIp', 'dstIp', 'fileHash', 'cmdLine'] as const

/** Columns that the header does not have. */
const TEXTS = [
  ...[
    'user',
    'targetUser',
    'host',
    'srcIp',
    'dstIp',
    'domain',
    'url',
    'filePath',
    'fileHash',
    'regPath',
    'processName',
  ],
  ...['parentName', 'cmdLine', 'eventCode', 'message'],
] as const
const NUMBERS = ['srcPort', 'dstPort', 'pid'] as const

export function fillLine(record: Members, row: EventRow): Refusal | null {
  readsLine(record, row)
  const refusal = isMembers(record.syslog) ? syslogSource.fill(record, row) : null
  if (refusal !== null) return refusal
  const zoneGuess = isMembers(record.syslog) ? '' : fillUnreadText(record, row)
  for (const name of TEXTS) row[name as (typeof ENTITIES)[number]] ||= said[name as (typeof ENTITIES)[number]]
  for (const name of NUMBERS) row[name] ||= said[name]
  if (Number.isNaN(row.timeMs)) row.timeMs = said.timeMs
  row.severityId ||= said.severityId
  if (lastClass !== null) asClass(row, lastClass)
  record.in_text = inText(row, zoneGuess)
  return null
}

function asClass(row: EventRow, classed: Classed): void {
  const members = membersTextOf(row)
  const sure = sureness(classed)
  const own = sure.slice('"metadata":{'.length, -1)
  const around = members.includes('"metadata":{')
    ? members
        .replace(/"profiles":\["host"\],?/, '')
        .replace('"metadata":{', `"metadata":{${own},`)
        .replace(',}', '}')
    : [members, sure].filter(Boolean).join(',')
  row.ocsfForm = ''
  row.ocsfRest = [around, ...classed.members].filter(Boolean).join(',')
  row.classUid = classed.classUid
  row.activityId = classed.activityId
  row.statusId = said.statusId
}

/** By the names of the aliases, which views know. */
function inText(
  { user, targetUser, srcIp, dstIp, srcPort, dstPort, url, domain }: EventRow,
  zoneGuess: string,
): Members {
  const all = { user, targetUser, srcIp, dstIp, srcPort, dstPort, url, domain, zone_guess: zoneGuess }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '' && value !== 0))
}
