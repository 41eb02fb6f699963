/** The time at the start of a log line: which of its characters are the time, and which moment they name. */

import { codeAt } from '../../platform/code-at.ts'
import { parseEventTime } from '../../platform/event-time.ts'

export type Stamp = { readonly text: string; readonly ms: number; readonly end: number }

/** Null when no time begins at `from`. `ms` is NaN for one that looks like a time and names none. */
export function readStamp(text: string, from: number, receivedMs: number): Stamp | null {
  const code = codeAt(text, from)
  if (isLetter(code)) return endsName(codeAt(text, from + 3)) ? readNamed(text, from, receivedMs) : null
  return isDigit(code) ? readNumbers(text, from) : null
}

/** `Mmm dd hh:mm:ss`, a weekday before and a fraction, zone or year around it. */
const NAMED =
  /(?:[A-Z][a-z]{2},? )?[A-Z][a-z]{2} [ \d]?\d(?:,? \d{4})? \d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?(?:UTC|GMT|Z|[+-]\d\d:?\d\d)(?![\w.-]))?(?: (?:19|20)\d\d(?=[ :]))?/y

const SPACE = 0x20
const COLON = 0x3a
const LETTERS_OF_MONTH = 'JanFebMarAprMayJunJulAugSepOctNovDec'

function readNamed(text: string, from: number, receivedMs: number): Stamp | null {
  const isShort = isPlain(text, from)
  const end = isShort ? from + 15 : endOfNamed(text, from)
  if (end === -1) return null
  const stamp = text.slice(from, end)
  const ms = isShort ? plainTime(stamp, receivedMs) : namedTime(stamp, receivedMs)
  return { text: stamp, ms, end }
}

/** What stands behind the first three letters, of a month or of a weekday. */
function endsName(code: number): boolean {
  return code === SPACE || code === 0x2c
}

/** The last one read: lines one behind the other share a second. */
let namedText = ''
let namedReferenceMs = Number.NaN
let namedMs = Number.NaN

function namedTime(stamp: string, receivedMs: number): number {
  if (stamp === namedText && receivedMs === namedReferenceMs) return namedMs
  namedText = stamp
  namedReferenceMs = receivedMs
  namedMs = parseEventTime(stamp, receivedMs)
  return namedMs
}

function endOfNamed(text: string, from: number): number {
  NAMED.lastIndex = from
  return NAMED.test(text) ? NAMED.lastIndex : -1
}

/** `Mmm dd hh:mm:ss` without a fraction, a zone or a year: what nearly every line of RFC 3164 begins with. */
function isPlain(text: string, from: number): boolean {
  const hasMarks =
    codeAt(text, from + 3) === SPACE &&
    codeAt(text, from + 6) === SPACE &&
    codeAt(text, from + 9) === COLON &&
    codeAt(text, from + 12) === COLON
  if (!hasMarks) return false
  if (codeAt(text, from + 15) === SPACE && isLetter(codeAt(text, from + 16))) {
    return (
      !isZoneName(text, from + 16) && (isKnownDay(text, from) || LETTERS_OF_MONTH.includes(text.slice(from, from + 3)))
    )
  }
  return endsPlain(text, from + 15) && isClock(text, from + 7) && (isKnownDay(text, from) || isDay(text, from))
}

/** A colon, or a space with neither a year nor an offset behind it. */
function endsPlain(text: string, at: number): boolean {
  if (codeAt(text, at) !== SPACE) return codeAt(text, at) === COLON
  const next = codeAt(text, at + 1)
  if (!isDigit(next)) return next !== 0x2b && next !== 0x2d
  const behind = codeAt(text, at + 5)
  return behind !== SPACE && behind !== COLON
}

function isClock(text: string, at: number): boolean {
  return !Number.isNaN(two(text, at) + two(text, at + 3) + two(text, at + 6))
}

function isDay(text: string, at: number): boolean {
  return /^[A-Z][a-z]{2} [ \d]\d$/.test(text.slice(at, at + 6))
}

function isZoneName(text: string, at: number): boolean {
  const code = codeAt(text, at)
  return (code === 0x55 || code === 0x47 || code === 0x5a) && /^(?:UTC|GMT|Z)\b/.test(text.slice(at, at + 4))
}

function isKnownDay(text: string, at: number): boolean {
  return knownDay !== '' && text.startsWith(knownDay, at)
}

/** The day of the last plain time: lines of one body share it. */
let knownDay = ''
let knownReferenceMs = Number.NaN
let knownDayMs = Number.NaN

function plainTime(stamp: string, receivedMs: number): number {
  const hours = two(stamp, 7)
  const minutes = two(stamp, 10)
  const seconds = two(stamp, 13)
  if (!(hours < 24 && minutes < 60 && seconds <= 60)) return Number.NaN
  // Near the receipt the year depends on the time of day, so a day is only kept when its end is in the past.
  if (receivedMs !== knownReferenceMs || !isKnownDay(stamp, 0)) {
    const day = stamp.slice(0, 6)
    const endMs = parseEventTime(`${day} 23:59:59`, receivedMs)
    const startMs = parseEventTime(`${day} 00:00:00`, receivedMs)
    if (!(endMs - startMs === 86_399_000)) return parseEventTime(stamp, receivedMs)
    knownDay = day
    knownReferenceMs = receivedMs
    knownDayMs = startMs
  }
  return knownDayMs + hours * 3_600_000 + minutes * 60_000 + seconds * 1000
}

function two(text: string, at: number): number {
  const tens = codeAt(text, at)
  const ones = codeAt(text, at + 1)
  return isDigit(tens) && isDigit(ones) ? (tens - 48) * 10 + ones - 48 : Number.NaN
}

/** A token of ISO 8601, with the time behind a space where it is, or of Unix time. */
function readNumbers(text: string, from: number): Stamp | null {
  const dash = codeAt(text, from + 4)
  if (dash === 0x2d || dash === 0x2f) return readIso(text, from)
  const end = endOfToken(text, from)
  const token = text.slice(from, end)
  if (!/^\d{10}(?:\d{3}|\.\d{1,9})?$/.test(token)) return null
  return { text: token, ms: parseEventTime(token), end }
}

const DATE_ONLY = 10

/** The last one read: a header is tried in more ways than one, and lines one behind the other share a second. */
let lastStamp: Stamp & { readonly length: number } = { text: '', ms: 0, end: 0, length: 0 }

function readIso(text: string, from: number): Stamp | null {
  const { length } = lastStamp
  const next = codeAt(text, from + length + 1)
  const isZone = next === 0x55 || next === 0x47 // UTC or GMT may stand behind it
  if (length > 0 && codeAt(text, from + length) === 0x20 && !isZone && text.startsWith(lastStamp.text, from)) {
    return { text: lastStamp.text, ms: lastStamp.ms, end: from + length }
  }
  const stamp = isoStamp(text, from)
  // One whose date and time have a space between them may go on behind what is known of it.
  const isWord = stamp !== null && !stamp.text.includes(' ')
  if (isWord) lastStamp = { ...stamp, length: stamp.text.length }
  return stamp
}

function isoStamp(text: string, from: number): Stamp | null {
  let end = endOfToken(text, from)
  if (end - from === DATE_ONLY && codeAt(text, end + 3) === 0x3a) end = endOfToken(text, end + 1)
  if (/^ (?:UTC|GMT)[ :]/.test(text.slice(end, end + 5))) end += 4
  while (end > from && codeAt(text, end - 1) === 0x3a) end--
  if (end - from < 16) return null
  const stamp = text.slice(from, end)
  const ms = parseEventTime(stamp)
  // Some collectors add a Z behind the zone that is there already.
  const isTwiceZoned = Number.isNaN(ms) && /[+-]\d\d:?\d\dZ$/.test(stamp)
  const shown = isTwiceZoned ? parseEventTime(stamp.slice(0, -1)) : ms
  return Number.isNaN(shown) ? null : { text: stamp, ms: shown, end }
}

export function endOfToken(text: string, from: number): number {
  const end = text.indexOf(' ', from)
  return end === -1 ? text.length : end
}

function isLetter(code: number): boolean {
  return (code | 32) >= 0x61 && (code | 32) <= 0x7a
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}
