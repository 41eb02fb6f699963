/**
 * The header of a syslog message: RFC 5424, RFC 3164, and what devices make of them. None of it is required: a line
 * without any of it is a message, as RFC 3164 section 4.3.3 has it. Times of RFC 3164 have neither year nor zone;
 * they get the year of receipt and UTC, unless they name one.
 */

import { codeAt } from '../../platform/code-at.ts'
import { type Fields, newFields } from './fields.ts'
import { readStructuredData } from './structured-data.ts'
import { endOfToken, readStamp } from './syslog-stamp.ts'

const SPACE = 0x20

export type SyslogHeader = {
  /** The `syslog` object of the record, without `message`. */
  readonly fields: Fields
  /** Where the message begins. */
  readonly end: number
}

export function readSyslogHeader(text: string, receivedMs: number): SyslogHeader {
  const fields = newFields()
  const at = readPriority(text, fields)
  if (at > 0 && isVersion(text, at)) {
    const end = readRfc5424(text, at, receivedMs, fields)
    if (end !== -1) return { fields, end }
    // A version, and then the rest of RFC 3164: what many make of the newer form.
    if (readStamp(text, at + 2, receivedMs) !== null) {
      return { fields, end: readRfc3164(text, at + 2, receivedMs, fields) }
    }
  }
  return { fields, end: readRfc3164(text, skipSpaces(text, at), receivedMs, fields) }
}

/** Behind `<PRI>`, or 0 when there is none. */
function readPriority(text: string, fields: Fields): number {
  if (codeAt(text, 0) !== 0x3c) return 0
  let pri = 0
  let at = 1
  for (; at < 4 && isDigit(codeAt(text, at)); at++) pri = pri * 10 + codeAt(text, at) - 0x30
  if (at === 1 || codeAt(text, at) !== 0x3e || pri > 191) return 0
  fields.pri = pri
  fields.facility = pri >> 3
  fields.severity = pri & 7
  return at + 1
}

/** A version of RFC 5424 is one digit today, and a space; a year or a count has more. */
function isVersion(text: string, at: number): boolean {
  const code = codeAt(text, at)
  return code >= 0x31 && code <= 0x39 && codeAt(text, at + 1) === SPACE
}

/** VERSION SP TIMESTAMP SP HOSTNAME SP APP-NAME SP PROCID SP MSGID SP STRUCTURED-DATA [SP MSG]; -1 when it is not. */
function readRfc5424(text: string, from: number, receivedMs: number, fields: Fields): number {
  const stamp = readStamp(text, from + 2, receivedMs)
  const isNil = codeAt(text, from + 2) === 0x2d && codeAt(text, from + 3) === SPACE
  if (stamp === null && !isNil) return -1
  const end = readAfterStamp(text, stamp === null ? from + 3 : stamp.end, fields)
  if (end === -1) return -1
  fields.version = Number(text[from])
  if (stamp !== null) setTime(fields, stamp.text, stamp.ms)
  return end
}

const HEADER_NAMES = ['hostname', 'app_name', 'proc_id', 'msg_id'] as const

/** The four names and the structured data behind a time; -1, with nothing set, when they are not there. */
function readAfterStamp(text: string, from: number, fields: Fields): number {
  const found: string[] = []
  let at = from
  for (let i = 0; i < HEADER_NAMES.length; i++) {
    if (codeAt(text, at) !== SPACE) return -1
    const start = skipSpaces(text, at)
    at = endOfToken(text, start)
    if (at === start) return -1
    found.push(text.slice(start, at))
  }
  const start = skipSpaces(text, at)
  const data = readStructuredData(text, start)
  if (data === null) return -1
  for (let i = 0; i < HEADER_NAMES.length; i++) if (found[i] !== '-') fields[HEADER_NAMES[i] as string] = found[i]
  if (data.elements !== null) fields.structured_data = data.elements
  const message = codeAt(text, data.end) === SPACE ? data.end + 1 : data.end
  return codeAt(text, message) === 0xfeff ? message + 1 : message
}

function readRfc3164(text: string, from: number, receivedMs: number, fields: Fields): number {
  const start = codeAt(text, from) < 0x41 ? skipSequence(text, from) : from
  const stamp = readStamp(text, start, receivedMs)
  if (stamp === null) return readTag(text, from, fields, false)
  if (isDigit(codeAt(text, from)) && start > from) fields.sequence = text.slice(from, text.indexOf(':', from))
  setTime(fields, stamp.text, stamp.ms)
  if (isLikeRfc5424(text, stamp.end)) {
    const end = readAfterStamp(text, stamp.end, fields)
    if (end !== -1) return end
  }
  return readHost(text, skipSpaces(text, stamp.end), fields)
}

/** Digits of a number of messages. */
const SEQUENCE_MAX = 10

/** Cisco counts its messages before the time, as `123: ` or with a colon alone, and marks a clock that is not set with `*` or `.`. */
function skipSequence(text: string, from: number): number {
  let at = from
  while (at - from < SEQUENCE_MAX && isDigit(codeAt(text, at))) at++
  if (codeAt(text, at) !== 0x3a) at = from
  else at += codeAt(text, at + 1) === SPACE ? 2 : 1
  const code = codeAt(text, at)
  return code === 0x2a || code === 0x2e ? at + 1 : at
}

/** Appliances leave out the version: four tokens, and what may be structured data, or its `-`, behind them. */
function isLikeRfc5424(text: string, from: number): boolean {
  let at = from
  let hasNil = false
  for (let i = 0; i < 4; i++) {
    const start = skipSpaces(text, at)
    at = endOfToken(text, start)
    if (i >= 2) hasNil ||= at - start === 1 && codeAt(text, start) === 0x2d
    else if (codeAt(text, at - 1) === 0x3a) return false
  }
  const data = skipSpaces(text, at)
  const code = codeAt(text, data)
  if (code === 0x2d) return hasNil
  return code === 0x5b
}

function setTime(fields: Fields, text: string, ms: number): void {
  fields.timestamp = text
  if (!Number.isNaN(ms)) fields.time = ms
}

/** A host is a token that no tag can be: `kernel:` and `sshd[1]:` have none, and so has `%ASA-6-302015:`. */
function readHost(text: string, from: number, fields: Fields): number {
  const at = codeAt(text, from) === 0x3a ? skipSpaces(text, from + 1) : from
  const end = endOfToken(text, at)
  if (isLevel(text, at, end)) return readHost(text, skipSpaces(text, takeLevel(text, at, end, fields)), fields)
  const last = codeAt(text, end - 1)
  if (last === 0x3a && isHostWithColon(text, at, end)) {
    fields.hostname = text.slice(at, end - 1)
    return readTag(text, skipSpaces(text, end), fields, true)
  }
  const isTag = end === at || last === 0x3a || codeAt(text, at) === 0x25
  const isAlone = end >= text.length
  if (isTag || isAlone || !isHostName(text, at, end)) return readTag(text, at, fields, true)
  fields.hostname = text.slice(at, end)
  const next = skipSpaces(text, end)
  const isColon = codeAt(text, next) === 0x3a && codeAt(text, next + 1) === SPACE
  const levelEnd = endOfToken(text, next)
  const hasLevel = fields.level === undefined && isLevel(text, next, levelEnd)
  const tag = isColon ? next + 2 : hasLevel ? takeLevel(text, next, levelEnd, fields) : next
  return readTag(text, tag, fields, true)
}

/** `INFO`, or `user.info` with the facility, which stand before or behind the host where a priority was written out. */
const LEVEL = /^(?:[a-z0-9]{2,10}\.)?(?:emerg|alert|crit|critical|err|error|warn|warning|notice|info|debug)$/i
const LAST_OF_LEVEL = Uint8Array.from({ length: 128 }, (_, code) =>
  'gtlrneo'.includes(String.fromCharCode(code)) ? 1 : 0,
)

function isLevel(text: string, start: number, end: number): boolean {
  const length = end - start
  if (length < 3 || length > 18 || codeAt(text, end) !== SPACE) return false
  // The last letters of those words: what is a host or a program mostly ends otherwise, and no pattern has to be asked.
  const last = codeAt(text, end - 1) | 32
  return LAST_OF_LEVEL[last] === 1 && LEVEL.test(text.slice(start, end))
}

function takeLevel(text: string, start: number, end: number, fields: Fields): number {
  fields.level = text.slice(start, end)
  return end
}

/** `192.0.2.1: ` is no name of a program, nor is what stands before Cisco's `%ACE-3-251010:`. */
function isHostWithColon(text: string, start: number, end: number): boolean {
  const isCisco = codeAt(text, end) === SPACE && codeAt(text, end + 1) === 0x25
  return (isCisco && isHostName(text, start, end - 1)) || /^\d{1,3}(?:\.\d{1,3}){3}:$/.test(text.slice(start, end))
}

/** Letters, digits, dots, dashes, underscores, colons of IPv6, a zone, and a path as some devices have it. */
function isHostName(text: string, start: number, end: number): boolean {
  if (end - start > 255) return false
  for (let i = start; i < end; i++) {
    const code = codeAt(text, i)
    const isLetter = (code | 32) >= 0x61 && (code | 32) <= 0x7a
    if (!isLetter && !(code >= 0x2d && code <= 0x3a) && code !== 0x5f && code <= 0x7f) return false
  }
  return true
}

/** RFC 3164 allows a tag of 32; longer names of programs are met. */
const TAG_MAX = 96

/** `tag: `, `tag[pid]: ` and, when a header was there, `tag ` alone in front of a colonless message is no tag. */
function readTag(text: string, from: number, fields: Fields, hasHeader: boolean): number {
  const at = skipSpaces(text, from)
  const limit = Math.min(text.length, at + TAG_MAX)
  let end = at
  while (end < limit && isTagCode(codeAt(text, end))) end++
  if (end === at || !(hasHeader || codeAt(text, 0) === 0x3c)) return at
  let next = end
  let pid: string | null = null
  if (codeAt(text, end) === 0x5b) {
    const close = text.indexOf(']', end)
    if (close === -1 || close - end > TAG_MAX) return at
    pid = text.slice(end + 1, close)
    next = close + 1
  }
  const code = codeAt(text, next)
  if (code !== 0x3a && !(pid !== null && (code === SPACE || Number.isNaN(code)))) return at
  const after = codeAt(text, next + 1)
  if (code === 0x3a && !(after === SPACE || Number.isNaN(after) || pid !== null || codeAt(text, at) === 0x25)) return at
  if (codeAt(text, at) === 0x25) fields.msg_id = text.slice(at + 1, end)
  else fields.app_name = text.slice(at, end)
  if (pid !== null && pid !== '') fields.proc_id = pid
  return skipSpaces(text, code === 0x3a ? next + 1 : next)
}

/** What names of programs are made of: no white space, colon or bracket. */
function isTagCode(code: number): boolean {
  return (
    code > SPACE && code !== 0x3a && code !== 0x5b && code !== 0x3d && code !== 0x22 && code !== 0x2c && code !== 0x7b
  )
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function skipSpaces(text: string, from: number): number {
  let at = from
  while (codeAt(text, at) === SPACE) at++
  return at
}
