/**
 * Pairs of name and value in text: `a=1 b="x y", c=3`. The separator is found in the text, because vendors use spaces,
 * commas, semicolons, bars and tabs. A value is quoted, with backslash escapes, or ends where the next pair begins.
 */
import { type Decoded, type DecodeFault, textDecoder } from './decoder.ts'
import { unescaped } from './escapes.ts'
import { FieldList } from './field-list.ts'
import { FIELDS_MAX, nameOf } from './fields.ts'
import { lineCodes as read } from './text-codes.ts'

const QUOTE = 0x22
const SPACE = 0x20
const EQUALS = 0x3d

export const kv = textDecoder('kv', (text) => kvRecord(text))

/** Reads a text that consists of pairs; `bad_kv` when it holds none. */
function kvRecord(text: string): Decoded {
  fields.clear()
  const pairs = fillPairs(fields, text, separatorOf(text), 0)
  if (typeof pairs === 'string') return pairs
  return pairs === 0 ? 'bad_kv' : fields.toFields()
}

const fields = new FieldList()

/** A longer name is not accepted: then the text before the `=` is part of a value. */
const NAME_MAX = 128

/**
 * Adds the pairs of `text` from `from` onwards to `fields`, and returns their number. With the separator ' ' of prose,
 * a value without quotes ends at white space, unless `isStrict` is false: then it extends to the next pair. Between
 * bars, tabs or carets values may contain blanks, even if words stand before the first pair.
 */
export function fillPairs(
  fields: FieldList,
  text: string,
  separator: string,
  from: number,
  isStrict = false,
): number | DecodeFault {
  const codes = read.of(text)
  const { length } = text
  const mark = separator.charCodeAt(0)
  const endsAtBlank = isStrict && !BARS.includes(separator)
  let pairs = 0
  let equals = nextPair(codes, from, mark, true)
  let nameStart = pairStart
  while (equals !== -1) {
    if (++pairs > FIELDS_MAX) return 'too_many_fields'
    const name = nameAt(text, codes, nameStart, equals)
    const at = skipSpaces(codes, equals + 1, mark)
    if (codes[at] === QUOTE) {
      const close = read.closing(QUOTE, at + 1)
      const end = close === -1 ? length : close
      const value = text.slice(at + 1, end)
      fields.add(name, read.hasBackslash(at + 1, end) ? unescaped(value, ESCAPES) : value)
      equals = nextPair(codes, end + 1, mark)
      nameStart = pairStart
    } else {
      const wordEnd = endsAtBlank ? endOfWord(codes, at, length) : -1
      equals = nextPair(codes, wordEnd === -1 ? at : wordEnd, mark)
      nameStart = pairStart
      const end = nameStart === -1 ? length : nameStart
      fields.add(name, text.slice(at, wordEnd === -1 ? trimmedEnd(codes, at, end, mark) : wordEnd))
    }
  }
  return pairs
}

const BARS = '|\t^'

/** Start of the name of the pair that `nextPair` found last; -1 when it found none. */
let pairStart = -1

/**
 * Index of the `=` of the next pair at or behind `from`, which is the start of the text for the first pair; -1 if there
 * is none. Each byte is read at most twice.
 */
function nextPair(codes: Uint16Array, from: number, mark: number, isFirst = false): number {
  let low = from
  for (let at = read.next(EQUALS, from); at !== -1; at = read.next(EQUALS, at + 1)) {
    const start = nameStartOf(codes, at, low)
    // Words may stand before the first pair.
    if (
      start < at &&
      ((isFirst && (start === from || codes[start - 1] === SPACE)) || isBoundary(codes, start, from, mark))
    ) {
      pairStart = start
      return at
    }
    low = at + 1
  }
  pairStart = -1
  return -1
}

/**
 * Start of the name that ends at `equals`, its quotes included, but not before `low`; returns `equals` itself when
 * there is no name.
 */
function nameStartOf(codes: Uint16Array, equals: number, low: number): number {
  const least = Math.max(low, equals - NAME_MAX)
  let at = equals - 1
  if (at >= 0 && codes[at] === QUOTE) {
    let open = at - 1
    while (open >= least && codes[open] !== QUOTE) open--
    return open >= least && open < at - 1 ? open : equals
  }
  while (at >= least && isNameCode(codes[at] as number)) at--
  return at + 1
}

function nameAt(text: string, codes: Uint16Array, start: number, equals: number): string {
  const isQuoted = codes[start] === QUOTE
  return nameOf(text, codes, isQuoted ? start + 1 : start, isQuoted ? equals - 1 : equals)
}

/** A pair begins at the start of the text or of the searched part, or behind a separator or an opening bracket. */
function isBoundary(codes: Uint16Array, start: number, from: number, mark: number): boolean {
  const before = codes[start - 1] as number
  if (start === from) return before !== EQUALS && !isNameCode(before)
  if (before === 0x5b || before === 0x28 || before === 0x7b || before === 0x5d) return true
  if (before === SPACE) return mark === SPACE || isSpaceAfter(codes, start - 1, from, mark)
  return before === mark || before === 0x0a || before === 0x0d || before === 0x09 || before === 0xa0
}

/** White space counts as a boundary when the separator stands before it. */
function isSpaceAfter(codes: Uint16Array, at: number, from: number, mark: number): boolean {
  let before = at
  // Only a few spaces may follow a separator, which bounds the loop.
  while (before >= from && at - before < 8 && codes[before] === SPACE) before--
  return before < from || codes[before] === mark
}

function skipSpaces(codes: Uint16Array, from: number, mark: number): number {
  return mark !== SPACE && codes[from] === SPACE ? from + 1 : from
}

/** A backslash before any other character is an ordinary character, because Windows paths are full of them. */
const ESCAPES = { '"': '"', '\\': '\\' }

function endOfWord(codes: Uint16Array, from: number, length: number): number {
  let at = from
  while (at < length && !isWordEnd(codes[at] as number)) at++
  return at
}

/** White space, and the comma, semicolon and closing bracket that end a word of prose. */
function isWordEnd(code: number): boolean {
  return code <= SPACE || code === 0x2c || code === 0x3b || code === 0x29 || code === 0x5d
}

/** End of a value that extends to the next name: without the separator, and without the white space before it. */
function trimmedEnd(codes: Uint16Array, from: number, before: number, mark: number): number {
  let end = before
  while (end > from && isTrimmed(codes[end - 1] as number)) end--
  if (end > from && mark !== SPACE && codes[end - 1] === mark) end--
  while (end > from && (codes[end - 1] as number) <= SPACE) end--
  return end
}

function isTrimmed(code: number): boolean {
  return code <= SPACE || code === 0x5b
}

/** 1 at the codes below 256 that may be in a name; all codes above may be, too. */
const NAME_CODES = Uint8Array.from({ length: 256 }, (_, code) => (/[\w.-]/.test(String.fromCharCode(code)) ? 1 : 0))

export function isNameCode(code: number): boolean {
  return code > 0xff || NAME_CODES[code] === 1
}

const SEPARATORS = ',;|\t^'
const SEPARATOR_CODES = Array.from(SEPARATORS, (separator) => separator.charCodeAt(0))
/** Number of pairs that are read to find the separator. */
const SAMPLE_MAX = 8
const votes = new Uint8Array(SEPARATORS.length + 1)

/** The separator that stands before most of the first names behind `from`; a space if there is no other. */
export function separatorOf(text: string, from = 0): string {
  const codes = read.of(text)
  votes.fill(0)
  let at = read.next(EQUALS, from)
  for (let seen = 0; at !== -1 && seen < SAMPLE_MAX; seen++) {
    const start = nameStartOf(codes, at, from)
    let before = start - 1
    while (before > from && start - before < 8 && codes[before] === SPACE) before--
    if (start < at && start > from) {
      const vote = SEPARATOR_CODES.indexOf(codes[before] as number)
      const slot = vote === -1 ? SEPARATORS.length : vote
      const votesNow = (votes[slot] as number) + 1
      votes[slot] = votesNow
      if (votesNow > SAMPLE_MAX / 2) return SEPARATORS[slot] ?? ' '
    }
    at = read.next(EQUALS, at + 1)
  }
  let most = 0
  // A space loses a tie, because it follows the other separators too.
  for (let slot = 1; slot < votes.length; slot++) if ((votes[slot] ?? 0) > (votes[most] ?? 0)) most = slot
  return votes[most] === 0 ? ' ' : (SEPARATORS[most] ?? ' ')
}
