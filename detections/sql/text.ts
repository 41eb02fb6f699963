/** Equality, folding and order of texts in ClickHouse SQL, as in the matcher. */
import { quoteText } from '../../stores/clickhouse/quote.ts'
import { foldCase } from '../plan/fold.ts'

const SURROGATES = { first: 0xd800, last: 0xdfff }
const CODE_POINTS = 0x110000

/** Every character beyond ASCII that folds to another one, and the folded characters in the same order. */
function foldPairs(): readonly [string, string] {
  let from = ''
  let to = ''
  for (let code = 0x80; code < CODE_POINTS; code++) {
    if (code >= SURROGATES.first && code <= SURROGATES.last) continue
    const char = String.fromCodePoint(code)
    const folded = foldCase(char)
    if (folded === char) continue
    from += char
    to += folded
  }
  return [from, to]
}

let pairs: readonly [string, string] | null = null

/** Occurs in any SQL that uses the constants of `foldConstants`. */
export const FOLD_CONSTANT = 'fold_from'

/** The constants that `foldSql` refers to, as elements of a WITH clause. Made once: a walk over all of Unicode. */
export function foldConstants(): readonly string[] {
  pairs ??= foldPairs()
  return [`${quoteText(pairs[0])} AS ${FOLD_CONSTANT}`, `${quoteText(pairs[1])} AS fold_to`]
}

/** `foldCase` of an SQL text. The engine's own lower case does not fold the long s and the Kelvin sign as we do. */
export function foldSql(sql: string): string {
  return `if(length(${sql}) = lengthUTF8(${sql}), lower(${sql}), translateUTF8(lower(${sql}), ${FOLD_CONSTANT}, fold_to))`
}

/**
 * A literal, or null for a text with an unpaired surrogate: it cannot be sent as UTF-8, and no event that the engine
 * can read contains it.
 */
export function literalOf(text: string): string | null {
  return text.isWellFormed() ? quoteText(text) : null
}

/** Characters that JavaScript's `trim` removes, as members of a class of RE2. */
const SPACES =
  '\\t\\n\\x0b\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const DECIMAL = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?'

/** `toNumber` of an SQL text, NULL when it is no decimal number. */
export function textNumberSql(sql: string): string {
  return doubleSql(decimalSql(sql))
}

/** The double of a decimal text; NULL where the text is none, or past all doubles. */
export function doubleSql(decimal: string): string {
  return `arrayMap(n -> if(isFinite(n), n, NULL), [toFloat64OrNull(${decimal})])[1]`
}

/** A decimal number without surrounding whitespace; '' when the SQL text is none. */
export function decimalSql(sql: string): string {
  return `extract(${sql}, ${quoteText(`\\A[${SPACES}]*(${DECIMAL})[${SPACES}]*\\z`)})`
}

/** Escapes text that must match literally in a pattern of RE2. */
export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&').replaceAll('\0', '\\x00')
}
