/**
 * The meaning of each test, value by value; the index must agree with it. The scan uses these functions for every test,
 * the index only for tests that no table answers.
 */
import { parseEventTime } from '../../platform/event-time.ts'
import { parseNetwork } from '../plan/cidr.ts'
import { timePart } from '../plan/evaluate-expr.ts'
import type { Test, TextTest } from '../plan/expr.ts'
import { foldCase } from '../plan/fold.ts'
import { compileLike } from '../plan/like.ts'
import { compileRegex } from '../plan/regex.ts'
import { compareNumbers, type LargeInteger, toExact, toScalar, toText } from '../plan/scalar.ts'
import { work } from '../plan/work.ts'

/** A rule that cannot run: it is disabled and reported, and the others continue. */
export class BadRule extends Error {
  override readonly name = 'BadRule'
}

export type TextPredicate = (text: string) => boolean
export type ValuePredicate = (value: unknown) => boolean

/** The text of a leaf: numbers and booleans as in JSON; null and objects have none. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : toText(toScalar(value))
}

type RegexTest = TextTest & { readonly op: 'regex' }

/** `compileRegexTest` may be replaced by an equivalent one. */
export function compileTextTest(test: TextTest, compileRegexTest = compilePattern): TextPredicate {
  if (test.op === 'regex') return compileRegexTest(test)
  if (test.op === 'like') return compileWildcards(test)
  const text = test.cased ? test.text : foldCase(test.text)
  const cased = plainTest(test.op, text)
  return (value) => {
    work.read(value.length)
    return cased(test.cased ? value : foldCase(value))
  }
}

export function compilePattern(test: RegexTest): TextPredicate {
  const regex = compileRegex(test.source, test.flags)
  if ('fault' in regex) throw new BadRule(`regular expression: ${regex.fault}`)
  return (value) => regex.test(value)
}

function compileWildcards(test: TextTest & { readonly op: 'like' }): TextPredicate {
  if (test.cased) return compileLike(test.parts)
  const folded = test.parts.map((part) => (part.kind === 'text' ? { ...part, text: foldCase(part.text) } : part))
  const fits = compileLike(folded)
  return (value) => fits(foldCase(value))
}

export type PlainOp = 'equals' | 'prefix' | 'suffix' | 'contains'

function plainTest(op: PlainOp, text: string): TextPredicate {
  if (op === 'equals') return (value) => value === text
  if (op === 'prefix') return (value) => value.startsWith(text)
  return op === 'suffix' ? (value) => value.endsWith(text) : (value) => value.includes(text)
}

/** Tests of one leaf. `exists`, `absent`, `object` and `same` are about whole fields and excluded. */
export type LeafTest = Exclude<Test, { readonly op: 'exists' | 'absent' | 'object' | 'same' }>

export function compileLeafTest(test: LeafTest, compileRegexTest = compilePattern): ValuePredicate {
  switch (test.op) {
    case 'number':
      return compileOrder('eq', test.value)
    case 'compare':
      return compileOrder(test.how, test.value)
    case 'cidr':
      return compileCidr(test.network)
    case 'time_part': {
      const holds = compileOrder(test.how, test.value)
      return (value) => holds(timePart(parseEventTime(value), test.part))
    }
    default: {
      const holds = compileTextTest(test, compileRegexTest)
      return (value) => {
        const text = textOf(value)
        return text !== null && holds(text)
      }
    }
  }
}

/** NaN, which stands for a value that is no time, has no order. */
function compileOrder(how: 'eq' | 'lt' | 'lte' | 'gt' | 'gte', bound: number | LargeInteger): ValuePredicate {
  const ordered = (holds: (order: number) => boolean) => (value: unknown) => {
    work.read(typeof value === 'string' ? value.length : 0)
    const number = toExact(toScalar(value))
    return number !== null && holds(compareNumbers(number, bound))
  }
  if (how === 'eq') return ordered((order) => order === 0)
  if (how === 'lt') return ordered((order) => order < 0)
  if (how === 'lte') return ordered((order) => order <= 0)
  return ordered(how === 'gt' ? (order) => order > 0 : (order) => order >= 0)
}

function compileCidr(text: string): ValuePredicate {
  const network = parseNetwork(text)
  if (!network) throw new BadRule(`not a network: ${text}`)
  return (value) => typeof value === 'string' && network.contains(value)
}

/** Returns a test that compares two fields as texts; it is true when any pair of their leaves compares so. */
export function compileSame(how: PlainOp, cased: boolean): (left: unknown, right: unknown) => boolean {
  return (left, right) => {
    const [a, b] = [textOf(left), textOf(right)]
    work.read(a?.length ?? 0)
    if (a === null || b === null || a.length < b.length) return false
    if (how === 'equals' && a.length !== b.length) return false // Folding keeps the length.
    return cased ? plainTest(how, b)(a) : plainTest(how, foldCase(b))(foldCase(a))
  }
}
