/**
 * Compiles a test of one field to SQL. `match/compile-test.ts` defines the meaning of each test; this must decide the
 * same on stored rows.
 */
import { quoteText } from '../../stores/clickhouse/quote.ts'
import { parseNetwork } from '../plan/cidr.ts'
import type { LikePart, RegexFlags, Test, TextTest } from '../plan/expr.ts'
import { foldCase } from '../plan/fold.ts'
import { compileRegex } from '../plan/regex.ts'
import { isLarge, type LargeInteger } from '../plan/scalar.ts'
import type { Bindings } from './bindings.ts'
import { cidrSql } from './compile-cidr.ts'
import { orderSql, type Sign } from './exact-numbers.ts'
import { allNullSql } from './leaf-functions.ts'
import { escapeRegex, literalOf } from './text.ts'
import { exactly, NO, type Truth, UNKNOWN } from './truth.ts'

/** The leaves of the field, and of the field with which it is compared. */
export type TestContext = {
  readonly bindings: Bindings
  readonly leaves: string
  readonly other: (field: string) => string
  /** Called with the reason when SQL cannot express a test. */
  readonly refuse: (reason: string) => void
}

export function compileTest(test: Test, request: TestContext): Truth {
  const { bindings, leaves } = request
  switch (test.op) {
    case 'exists':
      return exactly(`${leaves} != ['u']`)
    case 'absent':
      return exactly(allNullSql(leaves))
    case 'object':
      return exactly(`has(${leaves}, 'o')`)
    case 'number':
      if (isLarge(test.value)) return compileLarge('=', test.value, request)
      return exactly(`has(${bindings.numbers(leaves)}, ${numberSql(test.value)})`)
    case 'compare':
      if (isLarge(test.value)) return compileLarge(SIGN[test.how], test.value, request)
      return exactly(
        `arrayExists(x -> ifNull(x ${SIGN[test.how]} ${numberSql(test.value)}, 0), ${bindings.numbers(leaves)})`,
      )
    case 'cidr':
      return compileCidr(test.network, request)
    case 'same':
      return compileSame(test, request)
    case 'time_part':
      request.refuse('a part of a time cannot be read in SQL, because times have many notations')
      return UNKNOWN
    default:
      return compileTextTest(test, request)
  }
}

const SIGN = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

function numberSql(value: number | LargeInteger): string {
  return `toFloat64(${quoteText(String(value))})`
}

/** Digits only decide where doubles are equal, which small and large numbers never are. */
function compileLarge(sign: Sign, value: number | LargeInteger, { bindings, leaves }: TestContext): Truth {
  const bound = quoteText(String(value))
  return exactly(`arrayExists(x -> ${orderSql(sign, 'x', bound)}, ${bindings.decimals(leaves)})`)
}

function compileCidr(network: string, { bindings, leaves, refuse }: TestContext): Truth {
  if (!parseNetwork(network)) {
    refuse(`not a network: ${network.slice(0, 60)}`)
    return NO
  }
  return exactly(`arrayExists(x -> ${cidrSql('x', network)}, ${bindings.strings(leaves)})`)
}

function compileSame(test: Test & { readonly op: 'same' }, { bindings, leaves, other }: TestContext): Truth {
  const texts = (of: string) => (test.cased ? bindings.texts(of) : bindings.folded(of))
  const pair = plainSql(test.how, 'x', 'y')
  return exactly(`arrayExists(x -> arrayExists(y -> ${pair}, ${texts(other(test.field))}), ${texts(leaves)})`)
}

export function compileTextTest(test: TextTest, { bindings, leaves, refuse }: TestContext): Truth {
  if (test.op === 'regex') {
    const fault = regexFault(test.source, test.flags)
    if (fault !== null) {
      refuse(fault)
      return UNKNOWN
    }
    return exactly(`arrayExists(x -> ${regexSql('x', test.source, test.flags)}, ${bindings.texts(leaves)})`)
  }
  const texts = test.cased ? bindings.texts(leaves) : bindings.folded(leaves)
  const fold = test.cased ? (text: string) => text : foldCase
  if (test.op === 'like') {
    const parts = test.parts.map((part) => (part.kind === 'text' ? { ...part, text: fold(part.text) } : part))
    if (!parts.every((part) => part.kind !== 'text' || part.text.isWellFormed())) return NO
    return exactly(`arrayExists(x -> ${likeSql('x', parts)}, ${texts})`)
  }
  const literal = literalOf(fold(test.text))
  if (literal === null) return NO
  if (test.op === 'equals') return exactly(`has(${texts}, ${literal})`)
  return exactly(`arrayExists(x -> ${plainSql(test.op, 'x', literal)}, ${texts})`)
}

type AnyText = {
  readonly op: 'equals' | 'prefix' | 'suffix' | 'contains'
  readonly cased: boolean
  readonly texts: readonly string[]
}

/** The engine searches for at most this many texts at once. */
const NEEDLES_MAX = 250

/** `compileTextTest` for each of the texts, in one search. */
export function compileAnyText({ op, cased, texts }: AnyText, { bindings, leaves }: TestContext): Truth {
  const values = cased ? bindings.texts(leaves) : bindings.folded(leaves)
  const literals = texts.map((text) => literalOf(cased ? text : foldCase(text))).filter((text) => text !== null)
  if (literals.length === 0) return NO
  if (op === 'equals') return exactly(`hasAny(${values}, [${literals.join(', ')}])`)
  return exactly(`arrayExists(x -> ${op === 'contains' ? containsAny(literals) : oneOf(op, literals)}, ${values})`)
}

function containsAny(literals: readonly string[]): string {
  if (literals.includes(`''`)) return '1'
  const pages = Array.from({ length: Math.ceil(literals.length / NEEDLES_MAX) }, (_, page) => {
    return `multiSearchAny(x, [${literals.slice(page * NEEDLES_MAX, (page + 1) * NEEDLES_MAX).join(', ')}])`
  })
  return `(${pages.join(' OR ')})`
}

function oneOf(op: 'equals' | 'prefix' | 'suffix', literals: readonly string[]): string {
  return `(${literals.map((literal) => plainSql(op, 'x', literal)).join(' OR ')})`
}

export function plainSql(op: 'equals' | 'prefix' | 'suffix' | 'contains', text: string, part: string): string {
  if (op === 'equals') return `${text} = ${part}`
  if (op === 'prefix') return `startsWith(${text}, ${part})`
  return op === 'suffix' ? `endsWith(${text}, ${part})` : `position(${text}, ${part}) > 0`
}

/** Both count characters as code points. */
export function likeSql(text: string, parts: readonly LikePart[]): string {
  const pattern = parts.map((part) =>
    part.kind === 'text' ? escapeRegex(part.text) : part.kind === 'one' ? '.' : '.*',
  )
  return `match(${text}, ${quoteText(`(?s)\\A(?:${pattern.join('')})\\z`)})`
}

export function regexFault(source: string, flags: RegexFlags): string | null {
  if (!source.isWellFormed()) return 'a regular expression with half a surrogate pair'
  const regex = compileRegex(source, flags)
  if ('fault' in regex) return `regular expression: ${regex.fault}`
  return OWN_MEANING.test(source) ? 'a regular expression with \\B or \\Q' : null
}

/** The engine matches `\B` between the bytes of one character, and text between `\Q` and `\E` cannot be escaped. */
const OWN_MEANING = /(?<!\\)(?:\\\\)*\\[BQ]/

/** In the engine a dot matches a line break unless the pattern says otherwise. */
export function regexSql(text: string, source: string, { i, m, s }: RegexFlags): string {
  const on = `${i ? 'i' : ''}${m ? 'm' : ''}${s ? 's' : ''}`
  const flags = s ? `(?${on})` : `(?${on}-s)`
  return `match(${text}, ${quoteText(`${flags}(?:${countedWhole(source).replaceAll('\0', '\\x00')})`)})`
}

/**
 * The engine first searches for a text that every match must contain. For a repetition after a multi-byte character it
 * wrongly drops that character's last byte and requires the others, unless the character is written by its number.
 */
function countedWhole(source: string): string {
  return source.replace(/[^\0-\x7f](?=[*+?{])/gu, (char) => `\\x{${char.codePointAt(0)?.toString(16)}}`)
}
