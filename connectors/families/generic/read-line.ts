/**
 * Reads a line of a program or device that no table knows, with or without a syslog header: its pairs by their names,
 * its words by the text around names and addresses. Values from behind the header are put under `in_text`, where rules
 * find them.
 */

import { parseAsWritten } from '../../../platform/exact-json.ts'
import { isMembers, type Members } from '../../../platform/members.ts'
import { EventRow } from '../../../schemas/event-row.ts'
import { leadingTime } from '../../formats/leading-time.ts'
import { membersTextOf } from '../../mapping/event-of.ts'
import type { Refusal } from '../../mapping/source-mapping.ts'
import { textOf } from '../../mapping/text-of.ts'
import { syslogSource } from '../syslog/mapping.ts'
import { type Classed, classify } from './classify.ts'
import { collect, found } from './collect.ts'
import { fillKnown, fillNames, fillProse, findingBehindHeader, metadataOf, metadataText, proseOf } from './fill.ts'
import { withoutPage } from './finding-info.ts'
import { fillLabelled } from './labelled.ts'
import { LOGOFF_ABROAD, LOGON_ABROAD } from './languages.ts'
import { withoutAccents } from './names.ts'
import { readProse } from './prose.ts'
import { readNames, timeRank } from './read-names.ts'
import { pairsIn } from './spoken-pairs.ts'
import { fillUnreadText } from './unread-text.ts'

const filled = new EventRow()
let lastRecord: Readonly<Members> | null = null
let lastClass: Classed | null = null
let lastFinding: Classed | null = null
let isRead = false
/** The kind of time that a member of the line gives. */
let memberTime: MemberTime = 'none'

type MemberTime = 'none' | 'zoned' | 'local'
const ZONED = /(?:Z|UTC|GMT|[+-]\d\d:?\d\d)$|^\d{10,19}(?:\.\d{1,9})?$/i
/** Names with a rank up to this mean the time of the event itself. */
const OWN_RANK_MAX = 12

function ownTime(named: unknown): MemberTime {
  const known = found('time')
  const value = known ?? (timeRank() <= OWN_RANK_MAX ? named : undefined)
  if (typeof value === 'number') return 'zoned'
  if (typeof value !== 'string') return 'none'
  return ZONED.test(value) ? 'zoned' : 'local'
}

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
  lastFinding = null
  isRead = false
  filled.clear()
  filled.receivedMs = receivedMs
  if (!collect(record, receivedMs)) return false
  fillKnown(filled)
  if (isMembers(record.log)) filled.host = ''
  const words = wordsOf(record)
  const pairs = pairsIn(words)
  const read = readNames(pairs === null ? record : { ...record, ...pairs }, receivedMs)
  // Oracle's listener writes the client's machine as its HOST.
  if (words.includes('(HOST=')) delete read.plainHost
  fillNames(filled, read)
  memberTime = ownTime(read.time)
  // The words of JSON behind a header are in its members.
  const prose = words.includes(' ') ? readProse(words) : proseOf(read)
  if (prose) fillProse(filled, prose)
  const program = isMembers(record.syslog) ? textOf(record.syslog.app_name) : ''
  // The message's name is its kind where the program set one.
  if (filled.eventCode === '' && isMembers(record.syslog)) filled.eventCode = textOf(record.syslog.msg_id).slice(0, 128)
  const isJson = isMembers(record.syslog) && record.syslog.message === undefined
  lastFinding = isJson ? findingBehindHeader(filled, read) : null
  lastClass = lastFinding ?? classify(filled, read, prose, program || textOf(found('service')) || 'unknown')
  isRead = lastClass !== null || ENTITIES.some((name) => filled[name] !== '')
  return isRead
}

const DETECTION_FINDING = 2004
const ENTITIES = ['user', 'targetUser', 'srcIp', 'dstIp', 'fileHash', 'cmdLine'] as const

/** Columns that a syslog header does not fill. */
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
  // JSON behind a header names the machine itself; the header names the console that sent it.
  if (filled.host !== '' && isMembers(record.syslog) && record.syslog.message === undefined) row.host = filled.host
  const zoneGuess = isMembers(record.syslog) ? '' : fillUnreadText(record, row)
  for (const name of TEXTS) row[name as (typeof ENTITIES)[number]] ||= filled[name as (typeof ENTITIES)[number]]
  for (const name of NUMBERS) row[name] ||= filled[name]
  if (Number.isNaN(row.timeMs) || isSurer(record, row)) row.timeMs = filled.timeMs
  // A syslog header of a console has the same severity for every line.
  const isRated = lastClass?.classUid === DETECTION_FINDING && filled.severityId > 0
  if (lastFinding !== null || isRated) row.severityId = filled.severityId
  row.severityId ||= filled.severityId
  if (lastClass !== null) asClass(row, lastClass)
  record.in_text = inText(row, zoneGuess)
  return null
}

/** The event's own time takes precedence over the header's, unless it is local and the header names its zone. */
function isSurer({ syslog }: Readonly<Members>, row: EventRow): boolean {
  if (memberTime === 'none' || Number.isNaN(filled.timeMs) || !isMembers(syslog)) return false
  if (memberTime === 'zoned') return true
  const stamp = textOf(syslog.timestamp)
  if (stamp !== '') return !ZONED.test(stamp)
  return leadingTime(textOf(syslog.message), row.receivedMs)?.isZoned !== true
}

/** Words of a logon and of a change of an account, in sentences and in codes. */
const OF_USERS = new RegExp(
  'log(?:ged)?[ _-]?(?:in|on|out|off)|sign(?:ed)?[ _-]?(?:in|out)|authenticat|password|unauthori[sz]ed user|' +
    `\\b(?:added|removed|deleted|created|locked|disabled|enabled) (?:by|to|from)\\b|\\b(?:${LOGON_ABROAD}|${LOGOFF_ABROAD})\\b`,
)

/**
 * Fills what a device's table left empty: the table knows the device, but not this message. Only words about logons and
 * accounts give a class, because the other messages of a device are about the device itself; of those, only ends and users
 * with a label are read.
 */
export function fillFromWords(record: Readonly<Members>, row: EventRow): void {
  if (row.srcIp !== '' || row.dstIp !== '') return
  const words = isMembers(record.syslog) ? textOf(record.syslog.message) : ''
  if (row.user !== '' || row.targetUser !== '') return fillLabelled(row, words)
  const isOfUsers = OF_USERS.test(withoutAccents(words.slice(0, WORDS_MAX).toLowerCase()))
  if (!isOfUsers || !readsLine(record, row)) return fillLabelled(row, words)
  for (const name of ENDS) row[name] = filled[name]
  row.srcPort ||= filled.srcPort
  if (lastClass !== null) asClass(row, lastClass)
}

/**
 * Fills what a platform's table left empty from the record of a program: the platform's table knows only the wrapper.
 */
export function fillFromPayload(payload: Readonly<Members>, row: EventRow): void {
  if (row.srcIp !== '' || row.dstIp !== '' || row.user !== '' || row.targetUser !== '') return
  if (!readsLine(payload, row)) return
  for (const name of ENDS) row[name] = filled[name]
  for (const name of ['srcPort', 'dstPort'] as const) row[name] ||= filled[name]
  for (const name of ['url', 'domain', 'cmdLine', 'fileHash', 'filePath'] as const) row[name] ||= filled[name]
  if (lastClass !== null) asClass(row, lastClass)
}

/** A message that names a client by its address. */
const OF_CLIENT = /\b(?:client|from|remote|source)\b[^.]{0,48}\d\.\d{1,3}\.\d/i

/** Fills ends and user from the message of an event of Windows that its table does not know, if it names a client. */
export function fillFromMessage(record: Readonly<Members>, row: EventRow): void {
  if (row.srcIp !== '' || row.dstIp !== '' || row.user !== '' || row.targetUser !== '') return
  const { Message, message, Data } = record
  const words = (textOf(Message) || textOf(message) || textOf(Data)).slice(0, WORDS_MAX)
  if (!OF_CLIENT.test(words)) return
  const prose = readProse(words)
  if (prose.srcIp !== '') fillProse(row, { ...prose, account: null })
}

/** Characters at the start of a message that are searched for words of a logon. */
const WORDS_MAX = 2048
const ENDS = ['srcIp', 'dstIp', 'user', 'targetUser'] as const

function asClass(row: EventRow, classed: Classed): void {
  const members = membersTextOf(row)
  const around = members.includes('"metadata":{')
    ? withMetadata(members, classed)
    : [members, metadataText(classed)].filter(Boolean).join(',')
  row.ocsfForm = ''
  row.ocsfRest = [around, ...classed.members].filter(Boolean).join(',')
  row.classUid = classed.classUid
  row.activityId = classed.activityId
  row.statusId = filled.statusId
  if (classed.classUid === DETECTION_FINDING) withoutPage(row, classed.members)
}

/** The end of the metadata of a line of syslog; quotes inside of values are escaped. */
const PLAIN_PROFILES = '"profiles":["host"]'

/** The members with what the class adds to their metadata. */
function withMetadata(members: string, classed: Classed): string {
  if (members.startsWith('"metadata":{') && members.includes(PLAIN_PROFILES) && !members.includes('"labels":'))
    return members.replace(PLAIN_PROFILES, () => metadataText(classed).slice('"metadata":{'.length, -1))
  const own = parseAsWritten(`{${members}}`) as { metadata: Members }
  const metadata = metadataOf(classed)
  const profiles = Array.isArray(own.metadata.profiles) ? own.metadata.profiles : []
  own.metadata = { ...own.metadata, ...metadata, profiles: [...new Set([...profiles, ...metadata.profiles])] }
  return JSON.stringify(own).slice(1, -1)
}

/** Uses the names of the aliases, which the views know. */
function inText(
  { user, targetUser, srcIp, dstIp, srcPort, dstPort, url, domain }: EventRow,
  zoneGuess: string,
): Members {
  const all = { user, targetUser, srcIp, dstIp, srcPort, dstPort, url, domain, zone_guess: zoneGuess }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '' && value !== 0))
}
