/**
 * Finds needles of a rule: texts of which a matching event's text must contain one. Searching for them costs the engine
 * a hundredth of parsing the JSON, and for most rules it leaves few rows.
 *
 * A needle is a run of ASCII letters and digits, searched without case. JSON writes such a run literally, unless it
 * escapes it (`\u0041`); two non-ASCII letters fold to ASCII ones. A text that contains an escape or such a letter is
 * never excluded.
 */
import type { Expr, Test, Value } from '../detections/plan/expr.ts'
import { quoteText } from '../stores/clickhouse/quote.ts'

/** Shorter runs occur in nearly every text. */
const LENGTH_MIN = 4
/** The engine searches for at most this many at once. */
export const NEEDLES_MAX = 250

/**
 * Returns null when a matching text may lack every known needle. `isMade` is true for a field whose values need not
 * occur in the text. `isWithDigits`: whole numbers are needles too, which costs another scan of each text, because JSON
 * may write them in other notations.
 */
export function needlesOf(
  expr: Expr,
  isMade: (field: string) => boolean,
  isWithDigits = false,
): readonly string[] | null {
  switch (expr.kind) {
    case 'const':
      return expr.value ? null : []
    case 'and':
      return surest(expr.of.map((part) => needlesOf(part, isMade, isWithDigits)))
    case 'or':
      return unionOf(expr.of.map((part) => needlesOf(part, isMade, isWithDigits)))
    case 'field':
      return isMade(expr.field) ? null : ((isWithDigits ? digitsOf(expr.test) : null) ?? needleOf(expr.test))
    case 'anywhere':
      return needleOf(expr.test)
    case 'computed':
      return needleOfSearch(expr.value, isMade)
    case 'not':
      return null
  }
}

/** Needle of a search in the JSON text of an object: the text of the event contains such values literally. */
function needleOfSearch(value: Value, isMade: (field: string) => boolean): readonly string[] | null {
  if (value.kind !== 'call' || value.name !== 'searchJson') return null
  const [field, , , , ...texts] = value.args
  if (field?.kind !== 'ref' || isMade(field.field)) return null
  return unionOf(texts.map((text) => (text.kind === 'literal' ? longest(runsOf(String(text.value))) : null)))
}

function needleOf(test: Test): readonly string[] | null {
  if (test.op === 'like') return longest(test.parts.flatMap((part) => (part.kind === 'text' ? runsOf(part.text) : [])))
  if (test.op !== 'equals' && test.op !== 'prefix' && test.op !== 'suffix' && test.op !== 'contains') return null
  return longest(runsOf(test.text))
}

/** The digits of a whole number, or of a text that is one. */
function digitsOf(test: Test): readonly string[] | null {
  const text = test.op === 'number' ? test.value.toString() : test.op === 'equals' ? test.text : ''
  return DIGITS.test(text) ? [text] : null
}

/** Shorter numbers occur in nearly every text, and longer ones are rounded when JSON is parsed. */
const DIGITS = /^[1-9][0-9]{2,14}$/

/**
 * Runs of letters and digits. A run of only digits and `e` is left out, because JSON can write a number in other ways.
 */
function runsOf(text: string): readonly string[] {
  return (text.match(/[A-Za-z0-9]+/g) ?? []).filter(
    (run) => run.length >= LENGTH_MIN && /[a-df-z]/i.test(run) && !/^infinity$/i.test(run),
  )
}

function longest(runs: readonly string[]): readonly string[] | null {
  const [first, ...rest] = runs
  return first === undefined
    ? null
    : [rest.reduce((best, run) => (run.length > best.length ? run : best), first).toLowerCase()]
}

function unionOf(parts: readonly (readonly string[] | null)[]): readonly string[] | null {
  const all = new Set<string>()
  for (const part of parts) {
    if (part === null) return null
    for (const needle of part) all.add(needle)
  }
  return all.size > NEEDLES_MAX ? null : [...all]
}

/**
 * Picks the one of several required parts whose shortest needle is longest, because long texts are rarer.
 */
function surest(parts: readonly (readonly string[] | null)[]): readonly string[] | null {
  const shortest = (needles: readonly string[]) => Math.min(...needles.map(({ length }) => length))
  let best: readonly string[] | null = null
  for (const part of parts) if (part !== null && (best === null || shortest(part) > shortest(best))) best = part
  return best
}

/**
 * A condition over `raw` and `source_format` that is true for every event which may contain one of the needles. The engine skips
 * other granules with the indexes `raw_grams` and `raw_otherwise`, unless a needle is a number or shorter than five characters.
 */
export function needlesSql(needles: readonly string[]): string {
  if (needles.length === 0) return `(${WRITTEN_OTHERWISE})`
  const digits = needles.some((text) => /^\d+$/.test(text)) ? ` OR ${OTHER_DIGITS}` : ''
  return `(${anyOf(needles)} OR ${WRITTEN_OTHERWISE}${digits})`
}

const anyOf = (needles: readonly string[]) => `multiSearchAny(lower(raw), ${textsSql(needles)})`

/** In a JSON text: anything but letters, and escapes. */
const NO_LETTERS = '(?:\\\\\\\\[bfnrt]|\\\\\\\\u[0-9A-Fa-f]{4}|[^A-Za-z"])*'
const OTHER_NUMBER = '[:,\\\\[\\\\s]-?(?:[0-9.]{16,}|[0-9.]+[eE])'
const OTHER_TEXT = `"${NO_LETTERS}(?:[0-9.]{16,}|[0-9.][eE][+-]?[0-9])${NO_LETTERS}"`

/**
 * Matches numbers that JSON may write with other digits than the searched ones: exponents, and numbers that are rounded
 * when parsed; as a number, and as a text that consists of one.
 */
const OTHER_DIGITS = `match(raw, '${OTHER_NUMBER}|${OTHER_TEXT}')`

const textsSql = (texts: readonly string[]) => `[${texts.map(quoteText).join(', ')}]`

/**
 * Escapes of letters and digits, and of letters that fold to them. A path with `\\u0041` in it looks like one and is
 * not excluded either.
 */
const ESCAPED = [
  ...Array.from({ length: 10 }, (_, digit) => `\\u003${digit}`),
  ...['\\u004', '\\u005', '\\u006', '\\u007', '\\u017f', '\\u017F', '\\u212a', '\\u212A', '\u017f', '\u212a'],
]

/** Members that identify messages which carry their record as a text; see `connectors/formats/carried.ts`. */
export const TEXT_CARRIERS: readonly string[] = ['"TopicArn"', '"receiptHandle"', '"ReceiptHandle"']

/**
 * Holds for texts that are not a JSON object, and for envelopes that carry an event as text. The index `raw_otherwise` has the same
 * expression, so a change here needs a migration that makes the index again. The expression uses `greatest` because the engine
 * splits an `OR` before it looks for an index.
 */
const WRITTEN_OTHERWISE = `greatest(${[
  `multiSearchAny(raw, ${textsSql(ESCAPED)})`,
  `startsWith(trimLeft(raw), '{') = 0`,
  `source_format = 'hec'`,
  `source_format = 'text'`,
  `match(raw, '"[0-9]{50}')`,
  `multiSearchAny(raw, ${textsSql(TEXT_CARRIERS)})`,
].join(', ')}) = 1`
