/**
 * CEF, ArcSight Common Event Format 25: `CEF:0|vendor|product|version|class id|name|severity|extension`. In the
 * header `\|` and `\\` are escapes, in the extension `\=`, `\\`, `\n` and `\r`. Vendors forget the escape of `=` and
 * put spaces into values, so a value ends where white space and the next name begin.
 */

import { codeAt } from '../../platform/code-at.ts'
import { parseEventTime } from '../../platform/event-time.ts'
import { type DecodeContext, type Decoded, type DecodeFault, type Fields, isFault, textDecoder } from './decoder.ts'
import { type Escapes, unescaped } from './escapes.ts'
import { FieldList } from './field-list.ts'
import { addWrapper, FIELDS_MAX, nameOf } from './fields.ts'
import { readSyslogHeader } from './syslog-header.ts'
import { codesOf, isLetter, TextCodes } from './text-codes.ts'

export const cef = textDecoder('cef', cefRecord)

/** A line of CEF, with or without a syslog header before it. */
function cefRecord(text: string, context: DecodeContext): Decoded {
  const at = cefStart(text)
  if (at === -1) return 'bad_cef'
  const record = readCef(text, at, context.receivedMs)
  if (isFault(record) || at === 0) return record
  const { fields, end } = readSyslogHeader(text, context.receivedMs)
  // The syslog header has read the start of CEF as a tag; only the text before it is kept.
  if (end < at) fields.message = text.slice(end, at).trimEnd()
  if (fields.app_name === 'CEF') delete fields.app_name
  if (fields.message === '') delete fields.message
  addWrapper(record, 'syslog', fields)
  return record
}

/**
 * Index of `CEF:` and a digit, at the start or behind white space, a colon or a byte order mark; -1 if there is none.
 * rsyslog takes `CEF:` for the tag of a program and writes a space before the digit.
 */
export function cefStart(text: string): number {
  for (let at = text.indexOf('CEF:'); at !== -1; at = text.indexOf('CEF:', at + 4)) {
    const next = codeAt(text, at + 4)
    const digit = next === 0x20 ? codeAt(text, at + 5) : next
    const before = at === 0 ? 0x20 : codeAt(text, at - 1)
    const isBoundary = before <= 0x20 || before === 0x3a || before === 0xfeff
    if (isBoundary && digit >= 0x30 && digit <= 0x39) return at
  }
  return -1
}

const HEADER = [
  'version',
  'device_vendor',
  'device_product',
  'device_version',
  'device_event_class_id',
  'name',
  'severity',
]
/**
 * Number of parts up to the class id, which identify the event. A line that is cut behind the class id is read as far
 * as it goes.
 */
const HEADER_MIN = 5

const HEADER_ESCAPES = { '|': '|', '\\': '\\' }
const VALUE_ESCAPES = { '=': '=', '\\': '\\', '|': '|', n: '\n', r: '\r' }

const PATH_ESCAPES = { '=': '=' }

/** A Windows path whose first backslash is single was not escaped: then `\n` in `C:\new` is no line end. */
function escapesOf(codes: Uint16Array, start: number): Escapes {
  const isPath = codes[start + 1] === 0x3a && codes[start + 2] === BACKSLASH && codes[start + 3] !== BACKSLASH
  return isPath && isLetter(codes[start] as number) ? PATH_ESCAPES : VALUE_ESCAPES
}

const read = new TextCodes()
const header = new FieldList()
const fields = new FieldList()

/** Reads the text from `CEF:` onwards. */
export function readCef(text: string, start: number, receivedMs: number): Decoded {
  const codes = read.of(text)
  const { length } = text
  header.clear()
  let at = codes[start + 4] === 0x20 ? start + 5 : start + 4
  for (let i = 0; i < HEADER.length; i++) {
    const bar = read.closing(BAR, at)
    if (bar === -1 && i < HEADER_MIN) return 'bad_cef'
    const end = bar === -1 ? length : bar
    const value = text.slice(at, end)
    header.add(HEADER[i] as string, read.hasBackslash(at, end) ? unescaped(value, HEADER_ESCAPES) : value)
    at = end + 1
    if (bar === -1) break
  }
  fields.clear()
  fields.add('cef', header.toFields())
  const fault = addExtension(text, codes, Math.min(at, length))
  if (fault !== null) return fault
  const record = fields.toFields()
  addTime(record, receivedMs)
  return record
}

/**
 * `rt=Mar 04 10:11:12`: only half of the time formats of CEF have a year. For the others `cef.time` takes the year from
 * the receipt.
 */
function addTime(record: Fields, receivedMs: number): void {
  const { rt } = record
  if (typeof rt !== 'string' || !isLetter(codeAt(rt, 0)) || !Number.isNaN(parseEventTime(rt))) return
  const ms = parseEventTime(rt, receivedMs)
  if (!Number.isNaN(ms)) (record.cef as Fields).time = ms
}

/** Walks from `=` to `=`: the word before each is the name of the next value. */
function addExtension(text: string, codes: Uint16Array, from: number): DecodeFault | null {
  const { length } = text
  let nameStart = from
  while (nameStart < length && (codes[nameStart] as number) <= 0x20) nameStart++
  let equals = nameEnd(codes, nameStart)
  if (equals === -1) {
    if (nameStart < length) fields.add('extension', text.slice(nameStart))
    return null
  }
  for (let count = 1; ; count++) {
    if (count > FIELDS_MAX) return 'too_many_fields'
    const valueStart = equals + 1
    const next = nextEquals(codes, valueStart)
    const end = next === -1 ? endOfText(codes, valueStart, length) : trimmed(nextStart, valueStart)
    const value = text.slice(valueStart, end)
    fields.add(
      nameOf(text, codes, nameStart, equals),
      read.hasBackslash(valueStart, end) ? unescaped(value, escapesOf(codes, valueStart)) : value,
    )
    if (next === -1) return null
    nameStart = nextStart
    equals = next
  }
}

/** Start of the name whose `=` `nextEquals` found. */
let nextStart = -1

/** Index of the next `=` that follows a name; -1 when no name follows. */
function nextEquals(codes: Uint16Array, from: number): number {
  for (let at = read.next(EQUALS, from); at !== -1; at = read.next(EQUALS, at + 1)) {
    nextStart = nameBefore(codes, at, from)
    if (nextStart !== -1) return at
  }
  return -1
}

const BAR = 0x7c
const BACKSLASH = 0x5c
const EQUALS = 0x3d
const NAME_MAX = 128

/** The `=` of the name that begins at `start`; -1 when no name begins there. */
function nameEnd(codes: Uint16Array, start: number): number {
  let at = start
  while (at - start < NAME_MAX && isKeyCode(codes[at] as number)) at++
  return at > start && codes[at] === EQUALS ? at : -1
}

/** Start of the name that ends at `equals` and follows white space; -1 when the `=` is part of the value. */
function nameBefore(codes: Uint16Array, equals: number, low: number): number {
  let at = equals
  const least = Math.max(low, equals - NAME_MAX)
  while (at > least && isKeyCode(codes[at - 1] as number)) at--
  return at < equals && at > low && (codes[at - 1] as number) <= 0x20 ? at : -1
}

function trimmed(end: number, low: number): number {
  return end > low ? end - 1 : end
}

function endOfText(codes: Uint16Array, low: number, length: number): number {
  let end = length
  while (end > low && (codes[end - 1] === 0x0a || codes[end - 1] === 0x0d)) end--
  return end
}

/** 1 at letters, digits and other characters that vendors put into names. */
const KEY_CODES = codesOf(/[A-Za-z0-9_.:[\]-]/)

function isKeyCode(code: number): boolean {
  return KEY_CODES[code] === 1
}
