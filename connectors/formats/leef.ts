/**
 * LEEF, IBM's Log Event Extended Format: `LEEF:1.0|vendor|product|version|event id|attributes` with tabs between the
 * attributes, and 2.0 with one more part that names the separator, as a character or as `x5E` or `0x5E`.
 */

import { codeAt } from '../../platform/code-at.ts'
import { type DecodeContext, type Decoded, type DecodeFault, isFault, textDecoder } from './decoder.ts'
import { FieldList } from './field-list.ts'
import { addWrapper, FIELDS_MAX, nameIn, newFields } from './fields.ts'
import { readSyslogHeader } from './syslog-header.ts'

export const leef = textDecoder('leef', leefRecord)

function leefRecord(text: string, context: DecodeContext): Decoded {
  const at = leefStart(text)
  if (at === -1) return 'bad_leef'
  const record = readLeef(text, at)
  if (isFault(record) || at === 0) return record
  addWrapper(record, 'syslog', readSyslogHeader(text.slice(0, at), context.receivedMs).fields)
  return record
}

/**
 * The index of `LEEF:` and its version; -1 if there is none. rsyslog writes a space before the version, as it does with
 * CEF.
 */
export function leefStart(text: string): number {
  const at = text.indexOf('LEEF:')
  const next = codeAt(text, at + 5)
  const digit = next === 0x20 ? codeAt(text, at + 6) : next
  return at !== -1 && (digit === 0x31 || digit === 0x32) && (at === 0 || codeAt(text, at - 1) <= 0x20) ? at : -1
}

/** Reads the text from `LEEF:` onwards. */
export function readLeef(text: string, start = 0): Decoded {
  const parts: string[] = []
  let at = codeAt(text, start + 5) === 0x20 ? start + 6 : start + 5
  for (let i = 0; i < 5; i++) {
    const bar = text.indexOf('|', at)
    if (bar === -1) return 'bad_leef'
    parts.push(text.slice(at, bar))
    at = bar + 1
  }
  const [version = '', vendor, product, productVersion, eventId] = parts
  const header = newFields()
  header.version = version
  header.vendor = vendor
  header.product = product
  header.product_version = productVersion
  header.event_id = eventId
  const named = version.startsWith('2') ? delimiterOf(text, at) : null
  if (named !== null) at = named.end
  const delimiter = named?.delimiter ?? delimiterSeen(text, at)
  if (delimiter !== '\t') header.delimiter = delimiter
  fields.clear()
  fields.add('leef', header)
  return addAttributes(text, at, delimiter) ?? fields.toFields()
}

const fields = new FieldList()

/** An attribute without a name is put under `attribute`. */
function addAttributes(text: string, from: number, delimiter: string): DecodeFault | null {
  let attributes = 0
  let equals = text.indexOf('=', from)
  for (let at = from; at < text.length; ) {
    const found = text.indexOf(delimiter, at)
    const end = found === -1 ? text.length : found
    if (equals !== -1 && equals < at) equals = text.indexOf('=', at)
    if (end > at) {
      if (++attributes > FIELDS_MAX) return 'too_many_fields'
      const hasName = equals > at && equals < end
      fields.add(hasName ? nameIn(text, at, equals).trim() : 'attribute', text.slice(hasName ? equals + 1 : at, end))
    }
    at = end + 1
  }
  return null
}

type Delimiter = { readonly delimiter: string | null; readonly end: number }

/** The sixth part of LEEF 2.0, which some vendors leave out; null when the attributes begin directly. */
function delimiterOf(text: string, at: number): Delimiter | null {
  const bar = text.indexOf('|', at)
  if (bar === -1 || bar - at > 6) return null
  const part = text.slice(at, bar)
  if (part === '') return { delimiter: null, end: bar + 1 }
  const hex = /^0?x([0-9A-Fa-f]{1,4})$/.exec(part)
  if (hex) return { delimiter: String.fromCharCode(Number.parseInt(hex[1] ?? '', 16)), end: bar + 1 }
  if (part === '\\t') return { delimiter: '\t', end: bar + 1 }
  return part.length === 1 ? { delimiter: part, end: bar + 1 } : null
}

/** The format's tab; or, if the text has no tab, the caret or bar that some vendors use instead. */
function delimiterSeen(text: string, at: number): string {
  if (text.includes('\t', at)) return '\t'
  const isPairs = (mark: string) =>
    text
      .slice(at)
      .split(mark, 4)
      .filter((part) => /^\s*[\w.-]+=/.test(part)).length >= 2
  if (isPairs('|')) return '|'
  return isPairs('^') ? '^' : '\t'
}
