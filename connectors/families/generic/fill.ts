/** Fills the columns of a row from a record that no table knows. */
import { parseEventTime } from '../../../platform/event-time.ts'
import { TECHNIQUE_ID } from '../../../schemas/attack-technique.ts'
import type { EventRow } from '../../../schemas/event-row.ts'
import { severityId, severityNumber } from '../../mapping/severity.ts'
import { textOf } from '../../mapping/text-of.ts'
import type { AccountChange } from './account-prose.ts'
import { type Classed, classify, statedStatus } from './classify.ts'
import { found, foundUnder } from './collect.ts'
import { alertName, findingInfo, findingState, withoutPage } from './finding-info.ts'
import { type Level, levelOfNumber, levelOfOtel, levelOfWord } from './levels.ts'
import { onlyTime } from './only-time.ts'
import { type Prose, readProse } from './prose.ts'
import { type Read, readNames, techniquesRead } from './read-names.ts'
import { address, machine, portBehind, somebody } from './values.ts'

const BASE_EVENT = 0
/** Unix seconds of 2001: a smaller number is a date written as digits, or a count. */
const UNIX_TIME_MIN = 1e9
const DETECTION_FINDING = 2004
const APPLICATION_ERROR = 6008
const GENERAL_ERROR = 1
const HIGH = 4
const TEXT_MAX = 32_768

/**
 * Fills the fields that `collect` has found under known names. An event of OCSF has the same leaves, but is classified
 * elsewhere.
 */
export function fillKnown(row: EventRow): void {
  row.timeMs = parseEventTime(found('time') ?? dateOf(found('timeNumber')) ?? dayAndClock(), row.receivedMs)
  row.eventCode = text(found('code'))
  row.user = somebody(found('user'))
  row.targetUser = somebody(found('targetUser'))
  row.host = machine(found('host'))
  row.processName = text(found('process'))
  row.parentName = text(found('parent'))
  row.cmdLine = text(found('commandLine'))
  row.pid = integer(found('pid'), 0xffff_ffff)
  row.srcIp = address(found('srcIp'))
  row.dstIp = address(found('dstIp'))
  row.srcPort = integer(found('srcPort'), 0xffff) || (row.srcIp === '' ? 0 : portBehind(found('srcIp')))
  row.dstPort = integer(found('dstPort'), 0xffff) || (row.dstIp === '' ? 0 : portBehind(found('dstIp')))
  row.domain = text(found('domain'))
  row.url = text(found('url'))
  row.filePath = text(found('file'))
  row.fileHash = text(found('hash'))
  row.regPath = text(found('registry'))
}

/** Adds the fields that are found by the words of names and of the message, and the class. */
export function fillRead(record: Record<string, unknown>, row: EventRow): void {
  const read = readNames(record, row.receivedMs)
  // A collector's own name for the machine: then `host` is no Host header.
  if (row.host !== '' && record['host.name'] === row.host) delete read.plainHost
  fillNames(row, read)
  if (Number.isNaN(row.timeMs)) row.timeMs = onlyTime(record)
  const prose = proseOf(read)
  if (prose) fillProse(row, prose)
  classifyEvent(row, read, prose)
}

export function fillNames(row: EventRow, read: Read): void {
  if (Number.isNaN(row.timeMs)) row.timeMs = timeOf(read, row.receivedMs)
  else if (read.zone !== undefined) zoned(row, words(read.zone))
  if (row.eventCode === '') row.eventCode = codeOf(words(read.action))
  // One address cannot be both ends: a name that means the client is more certain than one that means the remote side.
  if (row.srcIp !== '' && row.srcIp === read.dstIp && words(read.srcIp) !== '') row.srcIp = words(read.srcIp)
  if (row.srcIp === '' && read.srcIp === undefined && read.dstIp !== read.peerIp) row.srcPort ||= count(read.peerPort)
  row.srcIp ||= words(read.srcIp) || (read.dstIp === read.peerIp ? '' : words(read.peerIp))
  row.dstIp ||= read.dstIp === row.srcIp ? '' : words(read.dstIp)
  if (row.dstIp === '' && row.srcIp !== '' && read.localIp !== row.srcIp) {
    row.dstIp = words(read.localIp)
    if (row.dstIp !== '') row.dstPort ||= count(read.localPort)
  }
  row.srcPort ||= count(read.srcPort)
  row.dstPort ||= count(read.dstPort)
  // A name with blanks is for display; the login is the mail address beside it.
  if (row.user.includes(' ') && words(read.user).includes('@')) row.user = words(read.user)
  row.user ||= words(read.user) || words(read.userId)
  row.targetUser ||= words(read.targetUser)
  row.host ||= words(read.host) || words(read.plainHost)
  row.url ||= words(read.url)
  row.fileHash ||= words(read.hash)
  row.filePath ||= words(read.filePath)
  row.processName ||= words(read.process)
  row.parentName ||= words(read.parent)
  row.cmdLine ||= words(read.commandLine)
  row.pid ||= count(read.pid)
  // The domain of an account has no dot, and is not the name of a DNS query.
  if (row.domain !== '' && !row.domain.includes('.') && `${row.user}${row.targetUser}` !== '') row.domain = ''
}

/** The agent type of records that came over OTLP (see `formats/otlp.ts`); it says nothing about the event. */
const OTLP_AGENT = 'opentelemetry'
/** Instrumentation scopes of the collector's own receivers. */
const COLLECTORS_OWN = /^otelcol\b|receiver$/

/** The action that a record names; a record of OpenTelemetry without one gives its scope, or its service. */
function codeOf(action: string): string {
  if (action !== OTLP_AGENT) return action.length <= CODE_MAX ? action : ''
  const scope = text(found('scope'))
  return (scope === '' || COLLECTORS_OWN.test(scope) ? text(found('service')) : scope).slice(0, CODE_MAX)
}

/** These values were checked when they were read. */
const words = (value: unknown): string =>
  typeof value === 'string' ? (value.length > TEXT_MAX ? value.slice(0, TEXT_MAX) : value) : ''
const count = (value: unknown): number => (typeof value === 'number' ? value : 0)

const CODE_MAX = 128

function timeOf(read: Read, referenceMs: number): number {
  const zone = words(read.zone)
  if (typeof read.time === 'number') return parseEventTime(read.time)
  if (typeof read.time === 'string') {
    const time = parseEventTime(HAS_ZONE.test(read.time) ? read.time : `${read.time}${zone}`, referenceMs)
    return Number.isNaN(time) ? parseEventTime(read.time, referenceMs) : time
  }
  return halvesTime(words(read.day), words(read.clock), zone, referenceMs)
}

/** A time whose day and clock stand in two members. */
function halvesTime(day: string, clock: string, zone: string, referenceMs: number): number {
  if (day === '' || clock === '') return Number.NaN
  const time = parseEventTime(`${day} ${clock}${zone}`, referenceMs)
  return Number.isNaN(time) ? parseEventTime(`${day} ${clock}`, referenceMs) : time
}

const HAS_ZONE = /(?:Z|[A-Z]{3,5}|[+-]\d\d(?::?\d\d)?|\])$|^\d{9,19}(?:\.\d{1,9})?$/

/** A local time beside a member that names its zone. */
function zoned(row: EventRow, zone: string): void {
  const written = found('time') ?? dayAndClock()
  if (typeof written !== 'string' || HAS_ZONE.test(written) || foundUnder('time') === 'UtcTime') return
  const time = parseEventTime(`${written}${zone}`, row.receivedMs)
  if (!Number.isNaN(time)) row.timeMs = time
}

/** Null for an event without words. */
export function proseOf(read: Read): Prose | null {
  const words = text(found('message')) || text(found('description')) || text(found('title')) || text(read.message)
  return words.includes(' ') ? readProse(words) : null
}

/** Fills the columns from the words; values from members take precedence. */
export function fillProse(row: EventRow, prose: Prose): void {
  if (row.srcIp === '' && prose.srcIp !== row.dstIp) {
    row.srcIp = address(prose.srcIp)
    if (row.srcIp !== '') row.srcPort ||= prose.srcPort
  }
  if (row.dstIp === '' && prose.dstIp !== row.srcIp) {
    row.dstIp = address(prose.dstIp)
    if (row.dstIp !== '') row.dstPort ||= prose.dstPort
  }
  if (prose.account !== null) return fillAccount(row, prose.account)
  if (row.user === '' && row.targetUser === '') row.user = prose.user
}

/** The sentence names actor and target; a member that names one of them is not a third user. */
function fillAccount(row: EventRow, { target, actor }: AccountChange): void {
  const isSame = (name: string) => name.toLowerCase() === target.toLowerCase()
  if (isSame(row.user)) row.user = ''
  row.targetUser = target
  row.user ||= actor
}

/** The finding in a JSON record behind a syslog header, with its severity in `row`; null for any other record. */
export function findingBehindHeader(row: EventRow, read: Read): Classed | null {
  const severity = levelOf(false).severityId || severityNumber(found('severityNumber')) || severityId(read.severity)
  const before = row.severityId
  row.severityId = severity
  const title =
    text(found('title')) || (text(found('message')) === '' ? text(found('name')) : '') || alertName(row, read)
  if (title === '' || severity <= 0) {
    row.severityId = before
    return null
  }
  const { statusId, activityId } = findingState(read)
  row.statusId = statusId
  const members = [findingInfo(title, read, found('id')), ...attacks()]
  return { classUid: DETECTION_FINDING, activityId, sure: 'high', members }
}

/**
 * An event with a title and a severity is a finding of its sender. A logger's event is an application's own message, an
 * error if its level is one; all other events are classified by evidence.
 */
function classifyEvent(row: EventRow, read: Read, prose: Prose | null): void {
  const message = text(found('message'))
  const level = levelOf(message !== '')
  row.severityId = level.severityId || severityNumber(found('severityNumber')) || severityId(read.severity)
  const isLog = level.isLoggers && message !== ''
  // Beside a level and a message, `name` is the logger's name.
  const title = text(found('title')) || (isLog ? '' : text(found('name')))
  const isFinding = title !== '' && row.severityId > 0 && !isPassedBy(row, read)
  const classed = isFinding ? null : classify(row, read, prose, text(found('service')) || 'unknown')
  const isError = classed === null && isLog && !isFinding && row.severityId >= HIGH
  row.classUid = isFinding ? DETECTION_FINDING : (classed?.classUid ?? (isError ? APPLICATION_ERROR : BASE_EVENT))
  const state = isFinding ? findingState(read) : null
  if (state !== null) row.statusId = state.statusId
  else if (row.classUid === BASE_EVENT) row.statusId = statedStatus(read)
  row.activityId = state?.activityId ?? classed?.activityId ?? (isError ? GENERAL_ERROR : 0)
  // A finding comes from a console: the machine that collected it is not the one that it is about.
  if (row.classUid === DETECTION_FINDING && COLLECTORS.test(foundUnder('host'))) row.host = ''
  row.message = message || title || text(found('description')) || text(read.message)
  const members: string[] = []
  if (isFinding) members.push(findingInfo(title, read, found('id')))
  members.push(...attacks())
  if (classed !== null) members.push(metadataText(classed), ...classed.members)
  if (row.classUid === DETECTION_FINDING) withoutPage(row, members)
  row.ocsfRest = members.join(',')
}

/** The member with the techniques of the record that was read; none if there are none. */
function attacks(): string[] {
  const named = listOf(found('technique')).filter((id) => TECHNIQUE_ID.test(id))
  const techniques = [...new Set([...named, ...techniquesRead()])]
  if (techniques.length === 0) return []
  return [`"attacks":[${techniques.map((uid) => `{"technique":{"uid":"${uid}"}}`).join(',')}]`]
}

const ALLOWED = /^(?:allow|permit|accept|pass)(?:ed)?$/i

/** True for a connection that the rule of this name let pass. */
function isPassedBy(row: EventRow, read: Read): boolean {
  if (row.srcIp === '' || row.dstIp === '' || !foundUnder('title').startsWith('rule')) return false
  return [read.action, read.outcome].some((word) => typeof word === 'string' && ALLOWED.test(word))
}

/** Places in which shippers name the machine that they run on. */
const COLLECTORS = /^(?:relayed|hec)\./

const isControlledIn = (members: Classed['members']): boolean =>
  members.some((member) => member.startsWith('"action_id"'))

/** The confidence of the class, and the profiles of its members. */
export function metadataOf({ sure, members }: Classed) {
  return {
    labels: [`class_confidence:${sure}`],
    profiles: isControlledIn(members) ? ['host', 'security_control'] : ['host'],
  }
}

/** Cached by class: there are four of them. */
export function metadataText(classed: Classed): string {
  const key = isControlledIn(classed.members) ? `${classed.sure} controlled` : classed.sure
  let text = METADATA.get(key)
  if (text === undefined) METADATA.set(key, (text = `"metadata":${JSON.stringify(metadataOf(classed))}`))
  return text
}

const METADATA = new Map<string, string>()

/** Numbers are levels only beside a message: pino's record is `{"level":50,"time":...,"msg":"..."}`. */
function levelOf(hasMessage: boolean): Level {
  const severity = levelOfWord(found('severity'), false)
  if (severity.severityId > 0) return severity
  const word = levelOfWord(found('level'), true)
  if (word.severityId > 0 || !hasMessage) return word
  const number = levelOfNumber(found('level'), found('gelf') !== undefined)
  return number.severityId > 0 ? number : levelOfOtel(found('otelSeverity'))
}

function text(value: unknown): string {
  const whole = textOf(value)
  return whole.length > TEXT_MAX ? whole.slice(0, TEXT_MAX) : whole
}

function integer(value: unknown, max: number): number {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= max ? number : 0
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string')
}

function dayAndClock(): string | undefined {
  const [day, clock] = [found('day'), found('clock')]
  return typeof day === 'string' && typeof clock === 'string' ? `${day} ${clock}` : undefined
}

/** `2026年11月27日 10時11分` and `20261127101112` contain a clock too. */
const HAS_CLOCK = /[:時时点시]|^(?:19|20)\d{12}(?!\d)|\d \d{1,2}\.\d\d\.\d\d/

/** A time as a number or as text. */
function dateOf(value: unknown): number | string | undefined {
  if (typeof value === 'string')
    return !HAS_CLOCK.test(value) || Number.isNaN(parseEventTime(value)) ? undefined : value
  return typeof value === 'number' && value >= UNIX_TIME_MIN ? value : undefined
}
