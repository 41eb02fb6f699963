/**
 * Syslog: the header and its payload. A payload in a form of its own is decoded too, because CEF, LEEF, JSON, pairs,
 * auditd records and Sysmon's XML all travel this way. The text behind the header stays in `syslog.message`, unless the
 * fields of the payload hold all of it (JSON, CEF, LEEF, XML, an event of Windows or an audit record): then only the
 * words before the payload stay there.
 */

import { codeAt } from '../../platform/code-at.ts'
import { accessLog, elb, isAccessLine, s3Access } from './access-log.ts'
import { auditGroup, isAuditLine } from './auditd.ts'
import { cefStart, readCef } from './cef.ts'
import { type DecodeContext, type Decoded, isFault, type LineDecoder, textDecoder } from './decoder.ts'
import { FieldList } from './field-list.ts'
import { addWrapper, type Fields, newFields } from './fields.ts'
import { fastAlert, sentAlert } from './host-logs.ts'
import { jsonRecord } from './json.ts'
import { fillPairs, isNameCode, separatorOf } from './kv.ts'
import { leadingTime } from './leading-time.ts'
import { leefStart, readLeef } from './leef.ts'
import { type RelayedFormat, relayedForm } from './line-format.ts'
import { ossecAlerts } from './ossec-alerts.ts'
import { postgresRow } from './postgres-rows.ts'
import { nginxError } from './server-logs.ts'
import { readSyslogHeader } from './syslog-header.ts'
import { codesOf, lineCodes as read } from './text-codes.ts'
import { umbrellaRow } from './umbrella-rows.ts'
import { vpcflow } from './vpcflow.ts'
import { windowsText } from './windows-text.ts'
import { windowsEvent } from './windows-xml.ts'

export const syslog = textDecoder('syslog', syslogRecord)

function syslogRecord(text: string, context: DecodeContext): Decoded {
  const { fields, end } = readSyslogHeader(text, context.receivedMs)
  const own = ownLine(fields, text, end)
  if (own !== null) return relayedRecord(fields, own, context)
  const payload = marked(fields, end === 0 ? text : text.slice(end))
  if (fields.timestamp === undefined) addLeading(fields, payload, context)
  else if (isDigit(codeAt(payload, 0))) preferOwnTime(fields, payload, context)
  return carrying(fields, payload, context) ?? withPairs(text, end, fields)
}

/** The line's own header behind that of a relay: a time, a host and a program, or a header of RFC 5424. */
const OWN_HEADER =
  /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)) (?!\S{1,64}: )[\w.:-]{1,255} [\w./-]{1,64}(?:\[\d{1,10}\])?: |^(?:<\d{1,3}>)?1 \d{4}-\d\d-\d\dT\S{8,21} \S{1,255} \S{1,48} \S{1,128} \S{1,32} (?:-|\[)/
const OWN_HEADER_MAX = 640

/** The header of a device of Cisco's, up to the kind of the message; a name, a number or both may stand before the time. */
const OF_CISCO =
  /^(?:<\d{1,3}>)?(?:\d{1,10}: )?(?:[\w.:/-]{1,64}: ?)?[*.]?[A-Z][a-z]{2} [ \d]\d (?:\d{4} )?\d\d:\d\d:\d\d(?:\.\d{1,9})?(?: [A-Z]{2,5})?(?: [\w.:-]{1,255}?)? ?: (?:[\w.-]{1,32}(?:\[\d{1,10}\])?: )?%[A-Z][\w-]{1,64}-\d-/
/** The header of a firewall of Palo Alto's before its row of values. */
const OF_PALOALTO = /^(?:<\d{1,3}>)?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.:-]{1,255} 1,\d{4}\/\d\d\/\d\d /
const BEFORE_OWN = codesOf(/[A-Z0-9<*.]/)

/**
 * The original line behind the relay's header, with the relay's priority if it has none; null if the message has no
 * header of its own.
 */
function ownLine({ app_name, timestamp, pri }: Fields, text: string, end: number): string | null {
  if (timestamp === undefined || typeof pri !== 'number') return null
  // The number of the message, or the name of the device, was read as the program.
  if (typeof app_name === 'string') {
    const mayBe = isDigit(codeAt(app_name, 0)) || isLikeStamp(text, end)
    const isOwn = mayBe && OF_CISCO.test(text.slice(end, end + OWN_HEADER_MAX))
    return isOwn ? `<${pri}>${app_name}: ${text.slice(end)}` : null
  }
  const code = codeAt(text, end)
  if (code > 0x7f || BEFORE_OWN[code] !== 1) return null
  const line = text.slice(end, end + OWN_HEADER_MAX)
  if (!OWN_HEADER.test(line) && !OF_CISCO.test(line) && !OF_PALOALTO.test(line)) return null
  return text.charAt(end) === '<' ? text.slice(end) : `<${pri}>${text.slice(end)}`
}

/** True for the marks of `Mmm dd hh:mm`, behind the sign of an unset clock. */
function isLikeStamp(text: string, from: number): boolean {
  const code = codeAt(text, from)
  const at = code === 0x2a || code === 0x2e ? from + 1 : from
  return codeAt(text, at + 3) === SPACE && codeAt(text, at + 6) === SPACE && codeAt(text, at + 9) === COLON
}

const COLON = 0x3a

/** The record of the original line; `relay` says who passed it on. */
function relayedRecord(outer: Fields, line: string, context: DecodeContext): Decoded {
  const { fields, end } = readSyslogHeader(line, context.receivedMs)
  const relay = outer.hostname ?? outer.address
  if (fields.hostname === undefined && fields.address === undefined) {
    if (outer.hostname !== undefined) fields.hostname = outer.hostname
    if (outer.address !== undefined) fields.address = outer.address
  } else if (relay !== undefined) fields.relay = relay
  // The clock of a device may never have been set, or show the time of a zone that it does not name.
  const isFar = typeof fields.time === 'number' && Math.abs(fields.time - Number(outer.time)) > clockLimit(fields)
  if (fields.time === undefined || isFar) Object.assign(fields, { time: outer.time, timestamp: outer.timestamp })
  return carrying(fields, marked(fields, line.slice(end)), context) ?? withPairs(line, end, fields)
}

/** Reads time and level at the start of the message, for a line without a header, or for a header without a time. */
function addLeading(fields: Fields, payload: string, { receivedMs }: DecodeContext): void {
  const leading = leadingTime(payload, receivedMs)
  if (leading === null) return
  fields.time = leading.ms
  if (leading.zoneGuess !== '') fields.zone_guess = leading.zoneGuess
  if (fields.severity === undefined && fields.level === undefined && leading.level !== '') fields.level = leading.level
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39

/**
 * The time at the start of the message is that of the event; the header has the time at which a relay sent the line. A
 * number that is no time, and a local time of an unknown zone, are far from it.
 */
function preferOwnTime(fields: Fields, payload: string, { receivedMs }: DecodeContext): void {
  const own = leadingTime(payload, receivedMs)
  if (own === null || typeof fields.time !== 'number') return
  if (Math.abs(own.ms - fields.time) <= (own.isZoned ? RELAY_MS : CLOCKS_MS)) fields.time = own.ms
}

const clockLimit = ({ timestamp }: Fields): number =>
  /(?:Z|[+-]\d\d:?\d\d|\b[A-Z]{3,5})$/.test(String(timestamp)) ? RELAY_MS : CLOCKS_MS

/** How long a relay may keep a line, and how far the clocks of a program and of its relay may differ. */
const RELAY_MS = 86_400_000
const CLOCKS_MS = 300_000

/** Marks of formats that a relay may take for the tag of a program. */
export const MARKS: ReadonlySet<string> = new Set(['CEF', 'LEEF'])

/** The payload with its mark, if the mark was read as the name of a program. */
function marked(fields: Fields, payload: string): string {
  const { app_name: program } = fields
  if (typeof program !== 'string' || !MARKS.has(program)) return payload
  delete fields.app_name
  return `${program}:${payload}`
}

/** The record of a message whose header another reader has put into `fields`. */
export function syslogOf(fields: Fields, message: string, context: DecodeContext): Fields {
  const read = carrying(fields, message, context) ?? withPairs(message, 0, fields)
  return isFault(read) ? alone(fields) : read
}

/** The record of the message's payload; null, with `message` set, when the payload has no known format. */
function carrying(fields: Fields, payload: string, context: DecodeContext): Fields | null {
  const windows = windowsText(fields, payload)
  if (windows !== null) {
    addWrapper(windows, 'syslog', fields)
    return windows
  }
  const at = payloadStart(payload)
  const inner = at === -1 ? relayedLine(payload, context) : structured(payload, at, context)
  if (inner === null) {
    fields.message = payload
    return null
  }
  if (at > 0) fields.message = payload.slice(0, at).trimEnd()
  addWrapper(inner, 'syslog', fields)
  return inner
}

const RELAYED: Readonly<Record<RelayedFormat, LineDecoder>> = {
  'access-log': accessLog,
  'umbrella-row': umbrellaRow,
  'postgres-row': postgresRow,
  'ossec-alerts': ossecAlerts,
  vpcflow,
  'fast-alert': fastAlert,
  'sent-alert': sentAlert,
  'nginx-error': nginxError,
  elb,
  's3-access': s3Access,
}

/** A line of a file that a relay sends as it is. */
function relayedLine(payload: string, context: DecodeContext): Fields | null {
  const form = relayedForm(payload)
  const inner = form === null ? null : RELAYED[form].decode(payload, context)
  return inner === null || isFault(inner) ? null : inner
}

/** Maximum length of the text between the header and the payload: a name, a dash, a colon. */
const WORDS_MAX = 128

/** The place where a payload of a known format begins; -1 if there is none. */
function payloadStart(payload: string): number {
  const first = codeAt(payload, 0)
  if (first === 0x7b || (first === 0x3c && payload.startsWith('<Event')) || isAuditLine(payload)) return 0
  if (isRequest(payload)) return 0
  if (payload.includes('EF:')) {
    const marked = cefStart(payload)
    if (marked !== -1) return marked
    const named = leefStart(payload)
    if (named !== -1) return named
  }
  const brace = endsInBrace(payload) ? payload.indexOf('{') : -1
  const next = codeAt(payload, brace + 1)
  return brace !== -1 && brace <= WORDS_MAX && (next === 0x22 || next === 0x20) ? brace : -1
}

/** Blanks at the end belong to no value. */
function endsInBrace(payload: string): boolean {
  let at = payload.length - 1
  while (at > 0 && codeAt(payload, at) <= SPACE) at--
  return codeAt(payload, at) === CLOSING_BRACE
}

const CLOSING_BRACE = 0x7d
const SLASH = 0x2f
const REQUEST_HEAD_MAX = 512

/** A line of a web server's access log: few messages have a day between brackets. */
function isRequest(payload: string): boolean {
  const bracket = payload.indexOf('[')
  if (bracket < 6 || bracket > REQUEST_HEAD_MAX) return false
  return codeAt(payload, bracket + 3) === SLASH && isAccessLine(payload.slice(0, 2 * REQUEST_HEAD_MAX))
}

/** Null when the payload is broken, or is not of the format that it looks like. */
function structured(payload: string, at: number, context: DecodeContext): Fields | null {
  const text = at === 0 ? payload : payload.slice(at)
  const first = codeAt(text, 0)
  let inner: Decoded
  if (isRequest(text)) inner = accessLog.decode(text, context)
  else if (first === 0x7b) inner = jsonRecord(text, context)
  else if (first === 0x3c) inner = windowsEvent(text, true)
  else if (first === 0x43) inner = readCef(text, 0, context.receivedMs)
  else inner = first === 0x4c ? readLeef(text) : auditGroup(text)
  return isFault(inner) ? null : inner
}

const QUOTE = 0x22
const SPACE = 0x20
const EQUALS = 0x3d

/** In prose, pairs count only if there are at least two: one `=` may mean anything. */
const PAIRS_MIN = 2

function withPairs(text: string, from: number, fields: Fields): Decoded {
  const codes = read.of(text)
  const equals = codes[from] === 0x3c ? -1 : read.next(EQUALS, from)
  if (equals === -1) return alone(fields)
  const isAllPairs = startsWithPair(codes, from, equals)
  found.clear()
  if (isAllPairs) found.add('syslog', fields)
  const pairs = fillPairs(found, text, separatorOf(text, from), from, !isAllPairs)
  if (typeof pairs === 'string') return pairs
  if (isAllPairs) return found.toFields()
  if (pairs < PAIRS_MIN) return alone(fields)
  const record = found.toFields()
  addWrapper(record, 'syslog', fields)
  return record
}

/** The fields of the payload that is being read, one at a time. */
const found = new FieldList()

function alone(fields: Fields): Fields {
  const record = newFields()
  record.syslog = fields
  return record
}

function startsWithPair(codes: Uint16Array, from: number, equals: number): boolean {
  const start = codes[from] === QUOTE ? from + 1 : from
  let at = start
  while (at < equals && isNameCode(codes[at] as number)) at++
  return at > from && (at === equals || (codes[at] === QUOTE && at + 1 === equals))
}
