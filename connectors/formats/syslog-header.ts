/**
 * The header of a syslog message: RFC 5424, RFC 3164, and devices' variants. Every part is optional: a line without a
 * header is a message (RFC 3164 section 4.3.3). Times of RFC 3164 have neither year nor zone; they get the year of
 * receipt and UTC, unless they name a zone, which is then applied.
 */

import { codeAt } from '../../platform/code-at.ts'
import { parseEventTime } from '../../platform/event-time.ts'
import { plainAddress } from '../../platform/ip-address.ts'
import { namedZone } from '../../platform/time-zone.ts'
import { type Fields, newFields } from './fields.ts'
import { readStructuredData } from './structured-data.ts'
import { readStamp, type Stamp } from './syslog-stamp.ts'
import { codesOf, isDigit, lineCodes as read } from './text-codes.ts'

const SPACE = 0x20
const PLUS = 0x2b
const DASH = 0x2d
const SLASH = 0x2f
const COLON = 0x3a

export type SyslogHeader = {
  /** The `syslog` object of the record, without `message`. */
  readonly fields: Fields
  /** Where the message begins. */
  readonly end: number
}

export function readSyslogHeader(text: string, receivedMs: number): SyslogHeader {
  const codes = read.of(text)
  const fields = newFields()
  const at = readPriority(codes, skipCount(codes), fields)
  if (at > 0 && isVersion(codes, at)) {
    const end = readRfc5424(text, codes, at, receivedMs, fields)
    if (end !== -1) return { fields, end }
    // Many senders of the newer form write its version, and then the rest as in RFC 3164.
    if (readStamp(text, codes, at + 2, receivedMs) !== null) {
      return { fields, end: readRfc3164(text, codes, at + 2, receivedMs, fields) }
    }
  }
  return { fields, end: readRfc3164(text, codes, skipSpaces(codes, at), receivedMs, fields) }
}

/** Digits of an octet count. */
const COUNT_MAX = 7

/** Skips an octet count that did not match the frame's length: it is not part of the message's text. */
function skipCount(codes: Uint16Array): number {
  let at = 0
  while (at < COUNT_MAX && isDigit(codes[at] as number)) at++
  return at > 0 && codes[at] === SPACE && codes[at + 1] === 0x3c ? at + 1 : 0
}

/** The place behind `<PRI>` at `from`; 0 if there is none. */
function readPriority(codes: Uint16Array, from: number, fields: Fields): number {
  if (codes[from] !== 0x3c) return 0
  let pri = 0
  let at = from + 1
  for (; at < from + 4 && isDigit(codes[at] as number); at++) pri = pri * 10 + (codes[at] as number) - 0x30
  if (at === from + 1 || codes[at] !== 0x3e || pri > 191) return 0
  fields.pri = pri
  fields.facility = pri >> 3
  fields.severity = pri & 7
  return at + 1
}

/** A version of RFC 5424 is one digit today, and a space; a year or a count has more. */
function isVersion(codes: Uint16Array, at: number): boolean {
  const code = codes[at] as number
  return code >= 0x31 && code <= 0x39 && codes[at + 1] === SPACE
}

/** VERSION SP TIMESTAMP SP HOSTNAME SP APP-NAME SP PROCID SP MSGID SP STRUCTURED-DATA [SP MSG]; -1 when it is not. */
function readRfc5424(text: string, codes: Uint16Array, from: number, receivedMs: number, fields: Fields): number {
  const stamp = readStamp(text, codes, from + 2, receivedMs)
  const isNil = codes[from + 2] === DASH && codes[from + 3] === SPACE
  if (stamp === null && !isNil) return -1
  const end = readAfterStamp(text, codes, stamp === null ? from + 3 : stamp.end, fields)
  if (end === -1) return -1
  fields.version = (codes[from] as number) - 0x30
  if (stamp !== null) setTime(fields, stamp.text, stamp.ms)
  return end
}

/**
 * Reads the four names and the structured data behind a time; returns -1, with nothing set, when they are not there.
 */
function readAfterStamp(text: string, codes: Uint16Array, from: number, fields: Fields): number {
  const hostname = nextToken(text, codes, from)
  const appName = nextToken(text, codes, tokenEnd)
  const procId = nextToken(text, codes, tokenEnd)
  const msgId = nextToken(text, codes, tokenEnd)
  if (tokenEnd === -1) return -1
  const data = readStructuredData(text, codes, skipSpaces(codes, tokenEnd))
  if (data === null) return -1
  if (hostname !== '-') setHost(fields, hostname)
  const isKind = CISCO_KIND.test(appName)
  if (isKind) fields.msg_id = appName.slice(1)
  else if (appName !== '-') fields.app_name = appName
  if (procId !== '-') fields.proc_id = procId
  if (msgId !== '-') fields.msg_id = msgId
  if (data.elements !== null) fields.structured_data = data.elements
  const message = codes[data.end] === SPACE ? data.end + 1 : data.end
  if (codes[message] === 0xfeff) return message + 1
  return isKind ? skipSpaces(codes, message) : message
}

/**
 * Cisco's kind of message, which rsyslog writes in the place of the program when it converts an older header; the space
 * behind it is part of the message.
 */
const CISCO_KIND = /^%[A-Z][\w-]{0,64}-[0-7]-\w{1,64}$/

/** End of the token that `nextToken` returned last; -1 as soon as a token was missing. */
let tokenEnd = -1

/** The token behind the spaces at `at`. */
function nextToken(text: string, codes: Uint16Array, at: number): string {
  const start = at === -1 ? at : skipSpaces(codes, at)
  tokenEnd = start === at ? -1 : read.endBefore(SPACE, start)
  if (tokenEnd === start) tokenEnd = -1
  return tokenEnd === -1 ? '' : text.slice(start, tokenEnd)
}

function readRfc3164(text: string, codes: Uint16Array, from: number, receivedMs: number, fields: Fields): number {
  const start = (codes[from] as number) < 0x41 ? skipSequence(codes, from) : from
  const stamp = readStamp(text, codes, start, receivedMs) ?? readBehindOrigin(text, codes, start, receivedMs, fields)
  if (stamp === null) return readTag(text, codes, from, fields, false)
  if (isDigit(codes[from] as number) && start > from) fields.sequence = text.slice(from, text.indexOf(':', from))
  setTime(fields, stamp.text, stamp.ms)
  const stampEnd = readZone(text, codes, stamp, receivedMs, fields)
  if (isLikeRfc5424(codes, stampEnd)) {
    const end = readAfterStamp(text, codes, stampEnd, fields)
    if (end !== -1) return end
  }
  return readHost(text, codes, skipSpaces(codes, stampEnd), fields)
}

/** Letters of the longest name of a zone. */
const ZONE_MAX = 5
/** Hours and minutes east of UTC, behind a blank. */
const OFFSET = /^ [+-]\d\d:?\d\d(?= )/
const YEAR = /^ ((?:19|20)\d\d)(?=[ :])/

/**
 * Behind the name of a zone, and a year, that stand behind the time: `EST `, `CET: ` of Cisco, `CET 2026 `. No host is
 * called so. `zone_guess` is a name that means several zones.
 */
function readZone(text: string, codes: Uint16Array, stamp: Stamp, receivedMs: number, fields: Fields): number {
  const from = stamp.end + 1
  if (codes[from] === PLUS || codes[from] === DASH) {
    const [written] = OFFSET.exec(text.slice(from - 1, from + 8)) ?? []
    if (written === undefined) return stamp.end
    setTime(fields, `${stamp.text}${written}`, parseEventTime(`${stamp.text}${written}`, receivedMs))
    return stamp.end + written.length
  }
  let end = from
  while (end - from <= ZONE_MAX && (codes[end] as number) >= 0x41 && (codes[end] as number) <= 0x5a) end++
  const isWord = codes[from - 1] === SPACE && end - from >= 2 && (codes[end] === SPACE || codes[end] === COLON)
  if (!isWord) return stamp.end
  const name = text.slice(from, end)
  const [behind = '', year] = YEAR.exec(text.slice(end, end + 6)) ?? []
  const ms = year === undefined ? stamp.ms : parseEventTime(`${stamp.text} ${year}`)
  const zone = namedZone(name, ms, receivedMs)
  if (zone === null) return stamp.end
  setTime(fields, `${stamp.text} ${name}${behind}`, ms - zone.minutes * 60_000)
  if (zone.isGuess) fields.zone_guess = name
  return end + behind.length
}

/**
 * Cisco can be configured to write the device's name or address before the time: `123: rtr1: *Nov 27 10:11:12.345 CET:
 * `.
 */
function readBehindOrigin(
  text: string,
  codes: Uint16Array,
  from: number,
  receivedMs: number,
  fields: Fields,
): Stamp | null {
  const end = read.endBefore(SPACE, from)
  if (end >= text.length) return null
  if (codes[end - 1] !== COLON) return readBehindCard(text, codes, from, receivedMs, fields)
  if (!isHostName(codes, from, end - 1)) return null
  const isUnset = codes[end + 1] === 0x2a || codes[end + 1] === 0x2e
  const stamp =
    readStamp(text, codes, isUnset ? end + 2 : end + 1, receivedMs) ??
    (isUnset ? readBehindTask(text, codes, end + 2, receivedMs) : null)
  if (stamp !== null && end - 1 > from) setHost(fields, text.slice(from, end - 1))
  return stamp
}

/** IOS XR writes the card before the time, and may write the name of the router before that. */
const CARD = /(?:([\w.-]{1,255}) )?(?:D?RP|LC|\d{1,3})(?:\/\w{1,8}){1,3}\/CPU\d{1,2}:(?=[A-Z][a-z]{2} )/y

function readBehindCard(
  text: string,
  codes: Uint16Array,
  from: number,
  receivedMs: number,
  fields: Fields,
): Stamp | null {
  const code = (codes[from] as number) | 32
  if (!(isDigit(codes[from] as number) || (code >= 0x61 && code <= 0x7a)) || !text.includes('/CPU')) return null
  CARD.lastIndex = from
  const found = CARD.exec(text)
  const stamp = found && readStamp(text, codes, CARD.lastIndex, receivedMs)
  if (stamp && found[1] !== undefined) setHost(fields, found[1])
  return stamp ?? null
}

/** A wireless controller writes the task between its name and the time: `wlc1: *spamApTask1: Nov 27 10:11:12.345: `. */
function readBehindTask(text: string, codes: Uint16Array, from: number, receivedMs: number): Stamp | null {
  const end = read.endBefore(SPACE, from)
  return codes[end - 1] === COLON ? readStamp(text, codes, end + 1, receivedMs) : null
}

/** Maximum number of digits of a message number. */
const SEQUENCE_MAX = 10

/**
 * Cisco writes a message number before the time, as `123: ` or as a colon alone, and marks an unsynchronised clock with
 * `*` or `.`.
 */
function skipSequence(codes: Uint16Array, from: number): number {
  let at = from
  while (at - from < SEQUENCE_MAX && isDigit(codes[at] as number)) at++
  if (codes[at] !== COLON || codes[at + 1] === COLON) at = from
  else at += codes[at + 1] === SPACE ? 2 : 1
  return codes[at] === 0x2a || codes[at] === 0x2e ? at + 1 : at
}

/** True for an appliance's header of RFC 5424 without the version: four tokens, and then structured data or `-`. */
function isLikeRfc5424(codes: Uint16Array, from: number): boolean {
  let at = from
  let hasNil = false
  for (let i = 0; i < 4; i++) {
    const start = skipSpaces(codes, at)
    at = read.endBefore(SPACE, start)
    if (i >= 2) hasNil ||= at - start === 1 && codes[start] === DASH
    else if (codes[at - 1] === COLON) return false
  }
  const data = skipSpaces(codes, at)
  return codes[data] === DASH ? hasNil : codes[data] === 0x5b
}

function setTime(fields: Fields, text: string, ms: number): void {
  fields.timestamp = text
  if (!Number.isNaN(ms)) fields.time = ms
}

/**
 * Name of a Java or .NET class, which loggers write in the place of the host: `hudson.security.AuthenticationFilter`.
 */
const A_CLASS = /^[a-z][\w.]{0,200}\.[A-Z][a-z0-9]{1,40}[A-Z]\w{0,80}$/

/** The first word of a sentence behind a time: a program that writes no host began it. */
const NO_HOSTS: ReadonlySet<string> = new Set(
  (
    'user User USER account Account login Login logon Logon session Session connection Connection failed Failed invalid ' +
    'Invalid error Error ERROR warning Warning WARNING WARN info Info INFO authentication Authentication access Access'
  ).split(' '),
)

const CLIENT_PORT = /[\d\]]:(?:\d{5}|[1-9]\d{3})$/

/** A device without a name writes its address, which is not a hostname. */
export function setHost(fields: Fields, host: string): void {
  if (A_CLASS.test(host) || NO_HOSTS.has(host)) return
  // No address begins with a letter beyond `f`.
  const address = (codeAt(host, 0) | 32) > 0x66 ? '' : plainAddress(host)
  // A client with its port stands behind the time in the file of a server.
  if (address !== '' && fields.pri === undefined && CLIENT_PORT.test(host)) return
  if (address === '') fields.hostname = host
  else fields.address = address
}

/** A host is a token that no tag can be: `kernel:` and `sshd[1]:` have none, and so has `%ASA-6-302015:`. */
/**
 * A thread or process id, which servers that write no host put behind the time: `2026-11-24T10:00:01Z 12 [Note] ...`; or a
 * duration or a count, behind which no program stands.
 */
function isNumber(codes: Uint16Array, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (!isDigit(codes[at] as number)) return false
  return end > from && (codes[end + 1] === 0x5b || !isTagBehind(codes, skipSpaces(codes, end)))
}

function isTagBehind(codes: Uint16Array, from: number): boolean {
  const last = codes[read.endBefore(SPACE, from) - 1]
  return codes[from] === 0x25 || last === COLON || last === 0x5d
}

function readHost(text: string, codes: Uint16Array, from: number, fields: Fields): number {
  const at = codes[from] === COLON && codes[from + 1] !== COLON ? skipSpaces(codes, from + 1) : from
  const end = read.endBefore(SPACE, at)
  if (codes[at] === 0x4d && text.startsWith(FORWARDED, at))
    return readForwarded(text, codes, at + FORWARDED.length, fields)
  if (isLevel(text, codes, at, end)) {
    return readHost(text, codes, skipSpaces(codes, readLevel(text, at, end, fields)), fields)
  }
  const last = codes[end - 1]
  if (last === COLON && isHostWithColon(text, codes, at, end)) {
    setHost(fields, text.slice(at, end - 1))
    return readTag(text, codes, skipSpaces(codes, end), fields, true)
  }
  // The name of a machine does not end as a path does.
  const isTag = end === at || last === COLON || last === SLASH || codes[at] === 0x25 || isNumber(codes, at, end)
  const isAlone = end >= text.length
  if (isTag || isAlone || !isHostName(codes, at, end)) return readTag(text, codes, at, fields, true)
  const host = text.slice(at, end)
  // A client with its port stands behind the time in the file of a server: it begins the message.
  if (fields.pri === undefined && CLIENT_PORT.test(host) && plainAddress(host) !== '') return at
  // So does the first word of a sentence.
  if (NO_HOSTS.has(host)) return at
  setHost(fields, host)
  const next = skipSpaces(codes, end)
  if (codes[next] === COLON && codes[next + 1] === SPACE) return readTag(text, codes, next + 2, fields, true)
  const levelEnd = fields.level === undefined ? read.endBefore(SPACE, next) : next
  const hasLevel = isLevel(text, codes, next, levelEnd)
  return readTag(text, codes, hasLevel ? readLevel(text, next, levelEnd, fields) : next, fields, true)
}

function readForwarded(text: string, codes: Uint16Array, from: number, fields: Fields): number {
  const end = read.endBefore(SPACE, from)
  const isNamed = codes[end - 1] === COLON && isHostName(codes, from, end - 1)
  if (!isNamed) return readTag(text, codes, from, fields, true)
  setHost(fields, text.slice(from, end - 1))
  return readTag(text, codes, skipSpaces(codes, end), fields, true)
}

/** `INFO`, or `user.info` with the facility; senders write the priority in words before or behind the host. */
const LEVEL = /^(?:[a-z0-9]{2,10}\.)?(?:emerg|alert|crit|critical|err|error|warn|warning|notice|info|debug)$/i
const LAST_OF_LEVEL = codesOf(/[gtlrneo]/)

function isLevel(text: string, codes: Uint16Array, start: number, end: number): boolean {
  const length = end - start
  if (length < 3 || length > 18 || codes[end] !== SPACE) return false
  // The last letters of those words: most hosts and programs end in other letters and need no pattern.
  const last = (codes[end - 1] as number) | 32
  return LAST_OF_LEVEL[last] === 1 && LEVEL.test(text.slice(start, end))
}

function readLevel(text: string, start: number, end: number, fields: Fields): number {
  fields.level = text.slice(start, end)
  return end
}

/** AIX puts these words before the host of a message that it forwards. */
const FORWARDED = 'Message forwarded from '

/** A program with its process id behind a name of several parts: then this name is the host, as HP-UX writes it. */
const PROGRAM_BEHIND = /^ [\w./-]{1,48}\[\d{1,10}\]: /

/**
 * `192.0.2.1: ` is not the name of a program, nor is the word before Cisco's `%ACE-3-251010:`, nor `h1.example.com: ` before
 * `sshd[1]: `.
 */
function isHostWithColon(text: string, codes: Uint16Array, start: number, end: number): boolean {
  const isCisco = codes[end] === SPACE && codes[end + 1] === 0x25
  const written = text.slice(start, end)
  if (written.includes('.') && PROGRAM_BEHIND.test(text.slice(end, end + 64))) return isHostName(codes, start, end - 1)
  return (isCisco && isHostName(codes, start, end - 1)) || /^\d{1,3}(?:\.\d{1,3}){3}:$/.test(text.slice(start, end))
}

/** 1 at letters, digits, dots, dashes, underscores, colons of IPv6, and the slash of a path as some devices have it. */
const HOST_CODES = codesOf(/[A-Za-z0-9.\-_:/]/)

function isHostName(codes: Uint16Array, start: number, end: number): boolean {
  if (end - start > 255) return false
  for (let at = start; at < end; at++) if (HOST_CODES[codes[at] as number] === 0) return false
  return true
}

/** RFC 3164 allows a tag of 32 characters; some programs have longer names. */
const TAG_MAX = 96

/** Reads `tag: `, `tag[pid]: ` or `tag[pid] ` behind a header; a bare word without colon and process id is no tag. */
function readTag(text: string, codes: Uint16Array, from: number, fields: Fields, hasHeader: boolean): number {
  const at = skipSpaces(codes, from)
  const limit = Math.min(text.length, at + TAG_MAX)
  let end = at
  while (end < limit && TAG_CODES[codes[end] as number] !== 0) end++
  if (end === at || !(hasHeader || codes[0] === 0x3c)) return at
  let next = end
  let pid: string | null = null
  if (codes[end] === 0x5b) {
    const close = read.next(0x5d, end)
    if (close === -1 || close - end > TAG_MAX) return at
    pid = text.slice(end + 1, close)
    next = close + 1
    // `krb5kdc[12](info): ` of Kerberos.
    if (codes[next] === 0x28) next = LEVEL_BEHIND.test(text.slice(next, next + 16)) ? text.indexOf(')', next) + 1 : next
  }
  const isColon = codes[next] === COLON
  if (!isColon && !(pid !== null && (codes[next] === SPACE || next >= text.length))) return at
  const isAfter = codes[next + 1] === SPACE || next + 1 >= text.length
  if (isColon && !(isAfter || pid !== null || codes[at] === 0x25)) return at
  if (codes[at] === 0x25) fields.msg_id = text.slice(at + 1, end)
  else fields.app_name = text.slice(at, end)
  if (pid !== null && pid !== '') fields.proc_id = pid
  return skipSpaces(codes, isColon ? next + 1 : next)
}

const LEVEL_BEHIND = /^\([A-Za-z]{3,10}\):/

/** 0 at characters that do not occur in names of programs: white space, colons, brackets. */
const TAG_CODES = Uint8Array.from({ length: 128 }, (_, code) =>
  code <= SPACE || ':[=",{'.includes(String.fromCharCode(code)) ? 0 : 1,
)

function skipSpaces(codes: Uint16Array, from: number): number {
  let at = from
  while (codes[at] === SPACE) at++
  return at
}
