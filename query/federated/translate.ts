/**
 * Translates a search into the language of another SIEM. A condition that it cannot express exactly is sent in a wider
 * form and its rows are filtered again here. A condition that it cannot express at all is not sent, and the answer
 * names that part of the query.
 */
import type { Leaf, SearchQuery } from '../search/ast.ts'
import { printSearch } from '../search/print.ts'
import { testOf } from './condition.ts'
import type { Dialect, Place, PushedLeaf, Span } from './dialect.ts'
import { type FederatedName, federatedNames } from './names.ts'

export const PREDICATE_VERDICTS = ['pushed_down', 'filtered_after', 'untranslatable'] as const

export type Predicate = {
  /** The part in our own query language. */
  readonly text: string
  /** Its position in the query, from 0. */
  readonly at: number
  readonly verdict: (typeof PREDICATE_VERDICTS)[number]
  readonly reason: string | null
}

export type Translation = {
  readonly dialect: Dialect['name']
  /** Null when nothing can be sent, because a required part cannot be expressed. */
  readonly statement: string | null
  /** In the order of the query. */
  readonly predicates: readonly Predicate[]
  /** True when the returned rows must be filtered again. */
  readonly isWider: boolean
  /** Parts of the search that the source cannot see. */
  readonly notes: readonly string[]
}

export type Translated = {
  readonly query: SearchQuery
  readonly dialect: Dialect
  readonly settings: Readonly<Record<string, string>>
  readonly span: Span
  /** Largest number of rows. */
  readonly limit: number
  readonly nowMs: number
}

export function translate({ query, dialect, settings, span, limit, nowMs }: Translated): Translation {
  const leaves = leavesOf(query)
  const places = dialect.places(settings)
  const found = new Map<Leaf, Predicate>()
  for (const leaf of leaves) {
    const why = untranslatable(leaf, places, nowMs)
    if (why !== null) found.set(leaf, predicateOf(leaf, 'untranslatable', why))
  }
  const notes = new Set<string>()
  const seen = (leaf: Leaf, pushed: PushedLeaf) => {
    if (pushed.kind === 'exact' && pushed.note) notes.add(pushed.note)
    const isAfter = pushed.kind === 'wider' || pushed.kind === 'after'
    if (isAfter) found.set(leaf, predicateOf(leaf, 'filtered_after', pushed.why))
    else if (!found.has(leaf)) found.set(leaf, predicateOf(leaf, 'pushed_down', null))
  }
  const isQueried = ![...found.values()].some(({ verdict }) => verdict === 'untranslatable')
  let statement: string | null = null
  if (isQueried) {
    const conditions = places.flatMap((place) => {
      const where = new Translator(place, nowMs, seen).condition(query, false)
      return where === false ? [] : [{ place, where: where === true ? null : where }]
    })
    statement = conditions.length === 0 ? null : dialect.statement(conditions, span, limit, settings)
  }
  const predicates = leaves.map((leaf) => found.get(leaf) ?? predicateOf(leaf, 'pushed_down', null))
  const isWider = predicates.some(({ verdict }) => verdict === 'filtered_after')
  return { dialect: dialect.name, statement, predicates, isWider, notes: [...notes] }
}

function predicateOf(leaf: Leaf, verdict: Predicate['verdict'], reason: string | null): Predicate {
  return { text: printSearch(leaf), at: leaf.at, verdict, reason }
}

function untranslatable(leaf: Leaf, places: readonly Place[], nowMs: number): string | null {
  const names = federatedNames(leaf.field)
  if (names === null) return `${leaf.field} is known to our own lake only`
  for (const name of names) {
    const test = testOf(leaf, name, nowMs)
    if (test.kind === 'nothing') return test.why
  }
  if (!names.some((name) => places.some((place) => place.has(name))))
    return `nothing that is asked there has ${names.join(' or ')}`
  return null
}

function leavesOf(query: SearchQuery): readonly Leaf[] {
  if (query.kind === 'all') return []
  if (query.kind === 'not') return leavesOf(query.of)
  if (query.kind === 'and' || query.kind === 'or') return query.of.flatMap(leavesOf)
  return [query]
}

/** `true` and `false` are conditions that are always or never true; they are not written. */
type Written = string | boolean

class Translator {
  readonly #place: Place
  readonly #nowMs: number
  readonly #seen: (leaf: Leaf, pushed: PushedLeaf) => void

  constructor(place: Place, nowMs: number, seen: (leaf: Leaf, pushed: PushedLeaf) => void) {
    this.#place = place
    this.#nowMs = nowMs
    this.#seen = seen
  }

  condition(query: SearchQuery, isNegated: boolean): Written {
    switch (query.kind) {
      case 'all':
        return true
      case 'not': {
        const of = this.condition(query.of, !isNegated)
        return typeof of === 'boolean' ? !of : this.#place.not(of)
      }
      case 'and':
      case 'or':
        return this.#joined(
          query.kind,
          query.of.map((one) => this.condition(one, isNegated)),
        )
      default: {
        const names = federatedNames(query.field) ?? []
        return this.#joined(
          'or',
          names.map((name) => this.#leaf(query, name, isNegated)),
        )
      }
    }
  }

  #joined(kind: 'and' | 'or', parts: readonly Written[]): Written {
    const isDecided = kind === 'or'
    if (parts.includes(isDecided)) return isDecided
    const written = parts.filter((part) => typeof part === 'string')
    const [only] = written
    if (only === undefined) return !isDecided
    return written.length === 1 ? only : this.#place[kind](written)
  }

  /** A wider test, when negated, would exclude wanted rows, so it is not sent to the source. */
  #leaf(leaf: Leaf, name: FederatedName, isNegated: boolean): Written {
    const test = testOf(leaf, name, this.#nowMs)
    if (test.kind === 'nothing' || !this.#place.has(name)) return false
    const pushed = this.#place.leaf(name, test, isNegated)
    this.#seen(leaf, pushed)
    switch (pushed.kind) {
      case 'exact':
        return pushed.text
      case 'none':
        return false
      case 'wider':
        return isNegated ? false : pushed.text
      case 'after':
        return !isNegated
    }
  }
}
