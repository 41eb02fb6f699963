/**
 * CEF, ArcSight Common Event Format 25: `CEF:0|vendor|product|version|class id|name|severity|extension`. In the
 * header `\|` and `\\` are escapes, in the extension `\=`, `\\`, `\n` and `\r`. Vendors forget the escape of `=` and
 * put spaces into values, so a value ends where white space and the next name begin.
 */

import { codeAt } from '../../platform/code-at.ts'
import { type DecodeContext, type Decoded, type DecodeFault, isFault, textDecoder } from './decoder.ts'
import { addWrapper, FIELDS_MAX, type Fields, nameIn, newFields, put } from './fields.ts'
import { readSyslogHeader } from './syslog-header.ts'

export const cef = textDecoder('cef', cefRecord)

/** A line of CEF, with or without a syslog header before it. */
function cefRecord(text: string, context: DecodeContext): Decoded {
  const at = cefStart(text)
  if (at === -1) return 'bad_cef'
  const record = readCef(text, at)
  if (isFault(record) || at === 0) return record
  const { fields, end } = readSyslogHeader(text, context.receivedMs)
  // A header that reads over the start of CEF has taken it for a tag; then only what is before it is kept.
  if (end < at) fields.message = text.slice(end, at).trimEnd()
  if (fields.app_name === 'CEF') delete fields.app_name
  if (fields.message === '') delete fields.message
  addWrapper(record, 'syslog', fields)
  return record
}

/** Index of `CEF:` and a digit, at the start or behind white space, a colon or a byte order mark; -1 without. */
export function cefStart(text: string): number {
  for (let at = text.indexOf('CEF:'); at !== -1; at = text.indexOf('CEF:', at + 4)) {
    const digit = codeAt(text, at + 4)
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
/** Up to the class id: what names the event. Lines that were cut behind it are read as far as they go. */
const HEADER_MIN = 5

/** Of the text from `CEF:` on. */
export function readCef(text: string, start = 0): Decoded {
  const header = newFields()
  let at = start + 4
  for (const [i, name] of HEADER.entries()) {
    const bar = barBehind(text, at)
    if (bar === -1 && i < HEADER_MIN) return 'bad_cef'
    header[name] = unescapedHeader(text.slice(at, bar === -1 ? text.length : bar))
    at = bar === -1 ? text.length : bar + 1
    if (bar === -1) break
  }
  const record = newFields()
  record.cef = header
  return fillExtension(record, text, at) ?? record
}

/** Index of the next `|` that is not escaped. */
function barBehind(text: string, from: number): number {
  for (let bar = text.indexOf('|', from); bar !== -1; bar = text.indexOf('|', bar + 1)) {
    if (!isEscaped(text, bar, from)) return bar
  }
  return -1
}

function isEscaped(text: string, at: number, low: number): boolean {
  let before = at - 1
  while (before >= low && codeAt(text, before) === 0x5c) before--
  return (at - before) % 2 === 0
}

function unescapedHeader(text: string): string {
  return text.includes('\\') ? text.replace(/\\([|\\])/g, '$1') : text
}

/** Walks from `=` to `=`: what stands before each, up to white space, is the name of the next value. */
function fillExtension(record: Fields, text: string, from: number): DecodeFault | null {
  let nameStart = from
  while (codeAt(text, nameStart) <= 0x20) nameStart++
  let equals = nameEnd(text, nameStart)
  if (equals === -1) {
    if (nameStart < text.length) put(record, 'extension', text.slice(nameStart))
    return null
  }
  for (let fields = 1; ; fields++) {
    if (fields > FIELDS_MAX) return 'too_many_fields'
    const name = nameIn(text, nameStart, equals)
    const valueStart = equals + 1
    let next = text.indexOf('=', valueStart)
    let nextStart = -1
    while (next !== -1) {
      nextStart = nameBefore(text, next, valueStart)
      if (nextStart !== -1) break
      next = text.indexOf('=', next + 1)
    }
    put(
      record,
      name,
      unescapedValue(
        text.slice(valueStart, next === -1 ? endOfText(text, valueStart) : trimmed(nextStart, valueStart)),
      ),
    )
    if (next === -1) return null
    nameStart = nextStart
    equals = next
  }
}

const NAME_MAX = 128

/** The `=` of the name that begins at `start`; -1 when no name begins there. */
function nameEnd(text: string, start: number): number {
  let at = start
  while (at - start < NAME_MAX && isKeyCode(codeAt(text, at))) at++
  return at > start && codeAt(text, at) === 0x3d ? at : -1
}

/** Start of the name that ends at `equals` and has white space before it; -1 when it is an `=` of the value. */
function nameBefore(text: string, equals: number, low: number): number {
  let at = equals
  const least = Math.max(low, equals - NAME_MAX)
  while (at > least && isKeyCode(codeAt(text, at - 1))) at--
  return at < equals && at > low && codeAt(text, at - 1) <= 0x20 ? at : -1
}

function trimmed(end: number, low: number): number {
  return end > low ? end - 1 : end
}

function endOfText(text: string, low: number): number {
  let end = text.length
  while (end > low && (codeAt(text, end - 1) === 0x0a || codeAt(text, end - 1) === 0x0d)) end--
  return end
}

function unescapedValue(value: string): string {
  return value.includes('\\') ? value.replace(/\\([=\\nr|])/g, unescapedOne) : value
}

function unescapedOne(_whole: string, character: string): string {
  return character === 'n' ? '\n' : character === 'r' ? '\r' : character
}

/** Letters, digits and what vendors put into names beside them. */
function isKeyCode(code: number): boolean {
  return (
    ((code | 32) >= 0x61 && (code | 32) <= 0x7a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2e ||
    code === 0x2d ||
    code === 0x5b ||
    code === 0x5d ||
    code === 0x3a
  )
}
