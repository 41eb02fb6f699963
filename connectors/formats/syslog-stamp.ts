/** The time at the start of a log line: which of its characters are the time, and which moment they name. */

import { parseEventTime } from '../../platform/event-time.ts'
import { isDigit, isLetter, lineCodes as read } from './text-codes.ts'

export type Stamp = { readonly text: string; readonly ms: number; readonly end: number }

/**
 * Null when no time begins at `from` of a text, whose codes are those of `lineCodes`. `ms` is NaN for a text that looks
 * like a time but is not a valid one.
 */
export function readStamp(text: string, codes: Uint16Array, from: number, receivedMs: number): Stamp | null {
  const code = codes[from] as number
  if (isLetter(code)) return endsName(codes[from + 3] as number) ? readNamed(text, codes, from, receivedMs) : null
  return isDigit(code) ? readNumbers(text, codes, from) : null
}

/** `Mmm dd hh:mm:ss`, a weekday before and a fraction, zone or year around it; `2001:db8::1` behind it is a host. */
const NAMED =
  /(?:[A-Z][a-z]{2},? )?[A-Z][a-z]{2} [ \d]?\d(?:,? \d{4})? \d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: [AP]M(?![\w.-]))?(?: ?(?:UTC|GMT|Z|[+-]\d\d:?\d\d)(?![\w.-]))?(?: (?:19|20)\d\d(?= |:(?:[ %]|$)))?/y

const SPACE = 0x20
const COLON = 0x3a
const LETTERS_OF_MONTH = 'JanFebMarAprMayJunJulAugSepOctNovDec'

function readNamed(text: string, codes: Uint16Array, from: number, receivedMs: number): Stamp | null {
  const isShort = isPlain(text, codes, from)
  const end = isShort ? from + 15 : endOfNamed(text, from)
  if (end === -1) return null
  const stamp = text.slice(from, end)
  const ms = isShort ? plainTime(stamp, codes, from, receivedMs) : namedTime(stamp, receivedMs)
  return { text: stamp, ms, end }
}

/** True for a character that may follow the first three letters of a month or a weekday. */
function endsName(code: number): boolean {
  return code === SPACE || code === 0x2c
}

/** The last stamp that was read: consecutive lines share a second. */
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
  if (!NAMED.test(text)) return -1
  const end = NAMED.lastIndex
  // `GMT+0100 (CET)` of JavaScript: programs begin their own lines so, and no header has it.
  const isPrograms = (text[end] === '+' || text[end] === '-') && text.endsWith('GMT', end)
  return isPrograms ? -1 : end
}

/** True for `Mmm dd hh:mm:ss` without a fraction, a zone or a year, the start of nearly every line of RFC 3164. */
function isPlain(text: string, codes: Uint16Array, from: number): boolean {
  const hasMarks =
    codes[from + 3] === SPACE && codes[from + 6] === SPACE && codes[from + 9] === COLON && codes[from + 12] === COLON
  if (!hasMarks) return false
  if (codes[from + 15] === SPACE && isLetter(codes[from + 16] as number)) {
    return (
      !isZoneName(text, codes, from + 16) &&
      !isHalfOfDay(codes, from + 16) &&
      (isKnownDay(codes, from) || LETTERS_OF_MONTH.includes(text.slice(from, from + 3)))
    )
  }
  return endsPlain(codes, from + 15) && isClock(codes, from + 7) && (isKnownDay(codes, from) || isDay(text, from))
}

/** A colon, or a space with neither a year nor an offset behind it. */
function endsPlain(codes: Uint16Array, at: number): boolean {
  if (codes[at] !== SPACE) return codes[at] === COLON
  const next = codes[at + 1] as number
  if (!isDigit(next)) return next !== 0x2b && next !== 0x2d
  return codes[at + 5] !== SPACE && codes[at + 5] !== COLON
}

function isClock(codes: Uint16Array, at: number): boolean {
  return two(codes, at) + two(codes, at + 3) + two(codes, at + 6) >= 0
}

function isDay(text: string, at: number): boolean {
  return /^[A-Z][a-z]{2} [ \d]\d$/.test(text.slice(at, at + 6))
}

function isZoneName(text: string, codes: Uint16Array, at: number): boolean {
  const code = codes[at]
  return (code === 0x55 || code === 0x47 || code === 0x5a) && /^(?:UTC|GMT|Z)\b/.test(text.slice(at, at + 4))
}

/** `AM` or `PM` behind the time must not be taken for the host. */
function isHalfOfDay(codes: Uint16Array, at: number): boolean {
  return (codes[at] === 0x41 || codes[at] === 0x50) && codes[at + 1] === 0x4d && codes[at + 2] === SPACE
}

const DAY_LENGTH = 6

function isKnownDay(codes: Uint16Array, from: number): boolean {
  for (let i = 0; i < DAY_LENGTH; i++) if (codes[from + i] !== knownDay[i]) return false
  return true
}

/** The day of the last plain time: lines of one body share it. */
const knownDay = new Uint16Array(DAY_LENGTH)
let knownReferenceMs = Number.NaN
let knownDayMs = Number.NaN

function plainTime(stamp: string, codes: Uint16Array, from: number, receivedMs: number): number {
  const hours = two(codes, from + 7)
  const minutes = two(codes, from + 10)
  const seconds = two(codes, from + 13)
  if (!(hours < 24 && minutes < 60 && seconds <= 60)) return Number.NaN
  // Near the time of receipt the year depends on the time of day, so a day is cached only if its end is in the past.
  if (receivedMs !== knownReferenceMs || !isKnownDay(codes, from)) {
    const day = stamp.slice(0, DAY_LENGTH)
    const endMs = parseEventTime(`${day} 23:59:59`, receivedMs)
    const startMs = parseEventTime(`${day} 00:00:00`, receivedMs)
    if (!(endMs - startMs === 86_399_000)) return parseEventTime(stamp, receivedMs)
    for (let i = 0; i < DAY_LENGTH; i++) knownDay[i] = codes[from + i] as number
    knownReferenceMs = receivedMs
    knownDayMs = startMs
  }
  return knownDayMs + hours * 3_600_000 + minutes * 60_000 + seconds * 1000
}

function two(codes: Uint16Array, at: number): number {
  const tens = codes[at] as number
  const ones = codes[at + 1] as number
  return isDigit(tens) && isDigit(ones) ? (tens - 48) * 10 + ones - 48 : Number.NaN
}

/** Reads Unix time, or an ISO 8601 time, whose clock may stand behind a space. */
function readNumbers(text: string, codes: Uint16Array, from: number): Stamp | null {
  const dash = codes[from + 4]
  if (dash === 0x2d || dash === 0x2f) return readIso(text, codes, from)
  if (dash === SPACE && isLetter(codes[from + 5] as number)) return readYearFirst(text, from)
  const end = read.endBefore(SPACE, from)
  const token = text.slice(from, end)
  if (!/^\d{10}(?:\d{3}|\.\d{1,9})?$/.test(token)) return null
  return { text: token, ms: parseEventTime(token), end }
}

/** `2026 Nov 27 10:11:12.345` of Cisco's NX-OS. */
const YEAR_FIRST = /\d{4} [A-Z][a-z]{2} [ \d]?\d \d\d:\d\d:\d\d(?:\.\d{1,9})?(?=[ :])/y

function readYearFirst(text: string, from: number): Stamp | null {
  YEAR_FIRST.lastIndex = from
  if (!YEAR_FIRST.test(text)) return null
  const stamp = text.slice(from, YEAR_FIRST.lastIndex)
  return { text: stamp, ms: parseEventTime(stamp.replaceAll('  ', ' ')), end: from + stamp.length }
}

const DATE_ONLY = 10

/** The last stamp that was read: a header is tried in several ways, and consecutive lines share a second. */
let lastStamp: Stamp & { readonly length: number } = { text: '', ms: 0, end: 0, length: 0 }

function readIso(text: string, codes: Uint16Array, from: number): Stamp | null {
  const { length } = lastStamp
  if (length > 0 && read.has(lastStamp.text, from) && codes[from + length] === SPACE) {
    const next = codes[from + length + 1]
    const isZone = next === 0x55 || next === 0x47 // UTC or GMT may stand behind it
    if (!isZone) return { text: lastStamp.text, ms: lastStamp.ms, end: from + length }
  }
  const stamp = isoStamp(text, codes, from)
  // A time with a space in it may extend beyond the known part.
  const isWord = stamp !== null && !stamp.text.includes(' ')
  if (isWord) lastStamp = { ...stamp, length: stamp.text.length }
  return stamp
}

function isoStamp(text: string, codes: Uint16Array, from: number): Stamp | null {
  let end = read.endBefore(SPACE, from)
  if (end - from === DATE_ONLY && codes[end + 3] === COLON) end = read.endBefore(SPACE, end + 1)
  if (codes[end] === SPACE && /^ (?:UTC|GMT)[ :]/.test(text.slice(end, end + 5))) end += 4
  while (end > from && codes[end - 1] === COLON) end--
  if (end - from < 16) return null
  const stamp = text.slice(from, end)
  const ms = parseEventTime(stamp)
  // Some collectors add a Z behind the zone that is there already.
  const isTwiceZoned = Number.isNaN(ms) && /[+-]\d\d:?\d\dZ$/.test(stamp)
  const shown = isTwiceZoned ? parseEventTime(stamp.slice(0, -1)) : ms
  return Number.isNaN(shown) ? null : { text: stamp, ms: shown, end }
}
