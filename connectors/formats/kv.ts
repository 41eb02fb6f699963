/**
 * Pairs of name and value in text: `a=1 b="x y", c=3`. What stands between pairs is found by looking at the text,
 * because vendors use spaces, commas, semicolons, bars and tabs. A value is quoted, with backslash escapes, or ends
 * where the next pair begins.
 */

import { codeAt } from '../../platform/code-at.ts'
import { type Decoded, type DecodeFault, textDecoder } from './decoder.ts'
import { FIELDS_MAX, type Fields, newFields, put } from './fields.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const SPACE = 0x20

export const kv = textDecoder('kv', (text) => kvRecord(text))

/** The pairs of a text that is nothing else; `bad_kv` when it holds none. */
function kvRecord(text: string): Decoded {
  const record = newFields()
  const pairs = fillPairs(record, text, separatorOf(text), 0)
  if (typeof pairs === 'string') return pairs
  return pairs === 0 ? 'bad_kv' : record
}

/** A name longer than this is none: what stands before the `=` is part of a value. */
const NAME_MAX = 128

/**
 * Puts the pairs of `text` from `from` on into `record`; gives their number. With the separator of prose, ' ', a value
 * without quotes ends at white space unless `isStrict` is false; then it runs on to the next pair.
 */
export function fillPairs(
  record: Fields,
  text: string,
  separator: string,
  from: number,
  isStrict = false,
): number | DecodeFault {
  let pairs = 0
  let equals = nextPair(text, from, separator)
  let nameStart = pairStart
  while (equals !== -1) {
    if (++pairs > FIELDS_MAX) return 'too_many_fields'
    const name = nameOf(text, nameStart, equals)
    const at = skipSpaces(text, equals + 1, separator)
    if (codeAt(text, at) === QUOTE) {
      const end = closingQuote(text, at)
      put(record, name, unquoted(text, at + 1, end))
      equals = nextPair(text, end + 1, separator)
      nameStart = pairStart
    } else {
      const wordEnd = isStrict ? endOfWord(text, at) : -1
      equals = nextPair(text, wordEnd === -1 ? at : wordEnd, separator)
      nameStart = pairStart
      put(record, name, text.slice(at, wordEnd === -1 ? trimmedEnd(text, at, nameStart, separator) : wordEnd))
    }
  }
  return pairs
}

/** Start of the name of the pair that `nextPair` found last; -1 when it found none. */
let pairStart = -1

/** Index of the `=` of the next pair at or behind `from`; -1 when there is none. Each byte is looked at twice at most. */
function nextPair(text: string, from: number, separator: string): number {
  let low = from
  for (let at = text.indexOf('=', from); at !== -1; at = text.indexOf('=', at + 1)) {
    const start = nameStartOf(text, at, low)
    if (start < at && isBoundary(text, start, from, separator)) {
      pairStart = start
      return at
    }
    low = at + 1
  }
  pairStart = -1
  return -1
}

/** Start of the name that ends at `equals`, quotes included, not before `low`; `equals` itself when there is none. */
function nameStartOf(text: string, equals: number, low: number): number {
  const least = Math.max(low, equals - NAME_MAX)
  let at = equals - 1
  if (codeAt(text, at) === QUOTE) {
    const open = text.lastIndexOf('"', at - 1)
    return open >= least && open < at - 1 ? open : equals
  }
  while (at >= least && isNameCode(codeAt(text, at))) at--
  return at + 1
}

function nameOf(text: string, start: number, equals: number): string {
  return codeAt(text, start) === QUOTE ? text.slice(start + 1, equals - 1) : text.slice(start, equals)
}

/** A pair begins the text or what is looked at, or follows the separator or an opening bracket. */
function isBoundary(text: string, start: number, from: number, separator: string): boolean {
  if (start === from) return start === 0 || (text[start - 1] !== '=' && !isNameCode(codeAt(text, start - 1)))
  const before = codeAt(text, start - 1)
  if (before === 0x5b || before === 0x28 || before === 0x7b || before === 0x5d) return true
  if (before === SPACE) return separator === ' ' || isSpaceAfter(text, start - 1, from, separator)
  return before === codeAt(separator, 0) || before === 0x0a || before === 0x0d || before === 0x09 || before === 0xa0
}

/** White space counts as a boundary when the separator stands before it. */
function isSpaceAfter(text: string, at: number, from: number, separator: string): boolean {
  let before = at
  // A few spaces stand behind a separator, not a page of them.
  while (before >= from && at - before < 8 && codeAt(text, before) === SPACE) before--
  return before < from || text[before] === separator
}

function skipSpaces(text: string, from: number, separator: string): number {
  return separator !== ' ' && codeAt(text, from) === SPACE ? from + 1 : from
}

function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1)
  while (at !== -1 && isEscaped(text, at, open)) at = text.indexOf('"', at + 1)
  return at === -1 ? text.length : at
}

/** Whether an odd number of backslashes stands before a character. */
function isEscaped(text: string, at: number, low: number): boolean {
  let before = at - 1
  while (before > low && codeAt(text, before) === BACKSLASH) before--
  return (at - before) % 2 === 0
}

/** `\"` and `\\` are what they stand for; any other backslash is itself, because Windows paths are full of them. */
function unquoted(text: string, start: number, end: number): string {
  const value = text.slice(start, end)
  return value.includes('\\') ? value.replace(/\\(["\\])/g, '$1') : value
}

function endOfWord(text: string, from: number): number {
  let at = from
  while (at < text.length && !isWordEnd(codeAt(text, at))) at++
  return at
}

/** White space, and the comma, semicolon and closing bracket that end a word of prose. */
function isWordEnd(code: number): boolean {
  return code <= SPACE || code === 0x2c || code === 0x3b || code === 0x29 || code === 0x5d
}

/** End of a value that runs to the next name: without the separator and white space before that. */
function trimmedEnd(text: string, from: number, nameStart: number, separator: string): number {
  let end = nameStart === -1 ? text.length : nameStart
  const code = codeAt(separator, 0)
  while (end > from && (codeAt(text, end - 1) <= SPACE || codeAt(text, end - 1) === 0x5b)) end--
  if (end > from && code !== SPACE && codeAt(text, end - 1) === code) end--
  while (end > from && codeAt(text, end - 1) <= SPACE) end--
  return end
}

export function isNameCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2d ||
    code === 0x2e ||
    code > 0xff
  )
}

const SEPARATORS = ',;|\t^'
/** Pairs looked at to tell the separator. */
const SAMPLE_MAX = 8
const votes = new Uint8Array(SEPARATORS.length + 1)

/** What stands before most of the first names; a space when nothing else does. */
export function separatorOf(text: string): string {
  votes.fill(0)
  let at = text.indexOf('=')
  for (let seen = 0; at !== -1 && seen < SAMPLE_MAX; seen++) {
    const start = nameStartOf(text, at, 0)
    let before = start - 1
    while (before > 0 && start - before < 8 && codeAt(text, before) === SPACE) before--
    if (start < at && start > 0) {
      const vote = SEPARATORS.indexOf(text.charAt(before))
      const slot = vote === -1 ? SEPARATORS.length : vote
      votes[slot] = (votes[slot] ?? 0) + 1
    }
    at = text.indexOf('=', at + 1)
  }
  const most = Math.max(...votes)
  // Where two are equal the space loses: it stands behind the others too.
  return most === 0 ? ' ' : (SEPARATORS[votes.indexOf(most)] ?? ' ')
}
