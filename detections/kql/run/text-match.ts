/** Operators that look for a text in a text (Kusto documentation, String operators). */
import { foldCase } from '../../plan/fold.ts'
import { refuse } from '../fault.ts'
import type { Budget } from './budget.ts'
import { cast } from './compare.ts'
import type { Expr } from './scope.ts'

type Finds = (text: string, wanted: string) => boolean

const ALONE = /[\p{L}\p{N}]/u

/**
 * True when a term occurs in a text: where the term begins or ends with a letter or digit, no other may be adjacent.
 * Both must be in the same case. The separators inside a term of several words must match too.
 */
export function hasTerm(
  text: string,
  term: string,
  sides: { readonly begins: boolean; readonly ends: boolean },
): boolean {
  if (term === '') return true
  const before = sides.begins && ALONE.test(firstCharacter(term))
  const after = sides.ends && ALONE.test(lastCharacter(term))
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    const isBegin = !before || at === 0 || !ALONE.test(lastCharacter(text.slice(Math.max(0, at - 2), at)))
    const end = at + term.length
    if (isBegin && (!after || end === text.length || !ALONE.test(firstCharacter(text.slice(end, end + 2))))) return true
  }
  return false
}

const firstCharacter = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0)
const lastCharacter = (text: string): string => [...text.slice(-2)].at(-1) ?? ''

const WHOLE = { begins: true, ends: true }

const FINDS: Readonly<Record<string, Finds>> = {
  contains: (text, wanted) => text.includes(wanted),
  startswith: (text, wanted) => text.startsWith(wanted),
  endswith: (text, wanted) => text.endsWith(wanted),
  has: (text, wanted) => hasTerm(text, wanted, WHOLE),
  hasprefix: (text, wanted) => hasTerm(text, wanted, { begins: true, ends: false }),
  hassuffix: (text, wanted) => hasTerm(text, wanted, { begins: false, ends: true }),
  '=~': (text, wanted) => text === wanted,
}

/** Null when the word is no operator of this kind. */
export function compileTextMatch(word: string, left: Expr, right: Expr, budget: Budget): Expr | null {
  const isNegated = word.startsWith('!')
  const positive = word === '!~' ? '=~' : isNegated ? word.slice(1) : word
  const isCased = positive.endsWith('_cs')
  const finds = FINDS[isCased ? positive.slice(0, -3) : positive]
  if (!finds) return null
  const [text, wanted] = [folding(left, isCased), folding(right, isCased)]
  return {
    type: 'bool',
    constant: left.constant && right.constant,
    name: '',
    run: (row) => {
      const subject = text(row)
      budget.spend(subject.length >> 6)
      return finds(subject, wanted(row)) !== isNegated
    },
  }
}

type Text = (row: Parameters<Expr['run']>[0]) => string

function folding(expr: Expr, isCased: boolean): Text {
  const { run, constant } = cast(expr, 'string')
  if (isCased) return (row) => String(run(row) ?? '')
  if (!constant) return (row) => foldCase(String(run(row) ?? ''))
  let known: string | null = null
  return () => {
    known ??= foldCase(String(run([]) ?? ''))
    return known
  }
}

/** `has_any`, `has_all`: true when any or each of the texts occurs as a term. */
export function compileTermList(left: Expr, texts: Texts, all: boolean, budget: Budget): Expr {
  const text = folding(left, false)
  return {
    type: 'bool',
    constant: left.constant,
    name: '',
    run: (row) => {
      const subject = text(row)
      const terms = texts(row)
      budget.spend((terms.length * (32 + subject.length)) >> 6)
      const holds = (term: string): boolean => hasTerm(subject, term, WHOLE)
      return all ? terms.every(holds) : terms.some(holds)
    },
  }
}

type Texts = (row: Parameters<Expr['run']>[0]) => readonly string[]

/** An invalid pattern is refused when it is a literal, and matches nothing when it comes from the data. */
export function compileRegexMatch(left: Expr, right: Expr, budget: Budget, at: number): Expr {
  const [text, pattern] = [cast(left, 'string'), cast(right, 'string')]
  if (pattern.constant && budget.regex(String(pattern.run([]))) === null)
    refuse(at, 'this is not a valid RE2 regular expression')
  return {
    type: 'bool',
    constant: left.constant && right.constant,
    name: '',
    run: (row) => {
      const subject = String(text.run(row) ?? '')
      budget.search(subject)
      return budget.regex(String(pattern.run(row) ?? ''))?.test(subject) ?? null
    },
  }
}
