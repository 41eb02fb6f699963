/** One table per field and kind of test: given a field's value, it adds the predicates that are true for it. */

import { codeAt } from '../../platform/code-at.ts'
import { compareNumbers, isLarge, isNothing, type LargeInteger, toExact } from '../plan/scalar.ts'
import { textOf } from './compile-test.ts'
import type { Facts } from './facts.ts'
import { AnchoredTable, ContainsTable, type Literal } from './literal-tables.ts'
import type { Predicate } from './predicates.ts'
import { RawFilter } from './raw-filter.ts'

export interface FieldTable {
  /** `value` is the result of a getter: undefined, a leaf, or an array of leaves. */
  look(value: unknown, facts: Facts): void
  /** True when evaluating takes longer than caching the last result. */
  readonly isMemorable: boolean
}

/** Each field has three tables: presence, numbers, texts. */
export const TABLES_A_FIELD = 3
export const TEXTS = 2

export function tableKind(predicate: Exclude<Predicate, { kind: 'judged' }>): number {
  if (predicate.kind === 'exists' || predicate.kind === 'absent' || predicate.kind === 'object') return 0
  return predicate.kind === 'number' ? 1 : TEXTS
}

/** Builds the table of the predicates with these numbers, which must be of one field and kind. */
export function buildFieldTable(kind: number, ids: readonly number[], all: readonly Predicate[]): FieldTable {
  if (kind === 0) return new PresenceTable(ids, all)
  return kind === 1 ? new NumberTable(ids, all) : TextTable.of(literalsByOp(ids, all))
}

class PresenceTable implements FieldTable {
  readonly isMemorable = false
  private readonly exists: number
  private readonly absent: number
  private readonly object: number

  constructor(ids: readonly number[], all: readonly Predicate[]) {
    this.exists = ids.find((id) => all[id]?.kind === 'exists') ?? -1
    this.absent = ids.find((id) => all[id]?.kind === 'absent') ?? -1
    this.object = ids.find((id) => all[id]?.kind === 'object') ?? -1
  }

  look(value: unknown, facts: Facts): void {
    const isThere = value !== undefined
    if (isThere && this.exists >= 0) facts.add(this.exists)
    if (this.absent >= 0 && isNothing(value)) facts.add(this.absent)
    if (this.object >= 0 && holdsObject(value)) facts.add(this.object)
  }
}

/** True when a leaf, or any leaf of an array, is an object. */
export function holdsObject(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsObject)
  return typeof value === 'object' && value !== null
}

class NumberTable implements FieldTable {
  readonly isMemorable = false
  private readonly byNumber = new Map<number, number>()
  /** Numbers beyond 2^53, keyed by their nearest double. */
  private readonly large = new Map<number, { readonly value: number | LargeInteger; readonly id: number }[]>()

  constructor(ids: readonly number[], all: readonly Predicate[]) {
    for (const id of ids) {
      const predicate = all[id]
      if (predicate?.kind === 'number') this.add(predicate.value, id)
    }
  }

  private add(value: number | LargeInteger, id: number): void {
    if (typeof value === 'number' && !isLarge(value)) this.byNumber.set(value, id)
    else {
      const near = this.large.get(Number(value))
      if (near) near.push({ value, id })
      else this.large.set(Number(value), [{ value, id }])
    }
  }

  look(value: unknown, facts: Facts): void {
    if (Array.isArray(value)) {
      for (const item of value) this.look(item, facts)
      return
    }
    const number = typeof value === 'string' ? numberIn(value) : value
    if (typeof number === 'bigint') this.lookAmongLarge(number, facts)
    if (typeof number !== 'number') return
    if (isLarge(number)) return this.lookAmongLarge(number, facts)
    const id = this.byNumber.get(number)
    if (id !== undefined) facts.add(id)
  }

  private lookAmongLarge(number: number | LargeInteger, facts: Facts): void {
    for (const { value, id } of this.large.get(Number(number)) ?? [])
      if (compareNumbers(number, value) === 0) facts.add(id)
  }
}

/** Most texts are no number, and nearly all others have few digits: both cases need no regular expression. */
function numberIn(text: string): number | LargeInteger {
  const first = codeAt(text, 0)
  if (first > 57 && first < 128) return Number.NaN
  if (text.length < 16) {
    let number = 0
    let i = 0
    for (; i < text.length; i++) {
      const digit = codeAt(text, i) - 48
      if (!(digit >= 0 && digit <= 9)) break
      number = number * 10 + digit
    }
    if (i === text.length && i > 0) return number
  }
  return toExact(text) ?? Number.NaN
}

export type LiteralsByOp = { readonly [Op in 'equals' | 'prefix' | 'suffix' | 'contains']: readonly Literal[] }

export function literalsByOp(ids: readonly number[], all: readonly Predicate[]): LiteralsByOp {
  const literals: { [Op in keyof LiteralsByOp]: Literal[] } = { equals: [], prefix: [], suffix: [], contains: [] }
  for (const predicate of ids) {
    const { op, text } = all[predicate] as Predicate & { kind: 'text' }
    literals[op].push({ text, predicate })
  }
  return literals
}

/** Scanning a shorter text takes no longer than checking the filter. */
const FILTERED_MIN = 64

/** Prefixes and whole texts are matched from the front, suffixes from the back, and literals anywhere. */
export class TextTable implements FieldTable {
  readonly isMemorable = true
  readonly forward: AnchoredTable | null
  readonly backward: AnchoredTable | null
  readonly anywhere: ContainsTable | null
  /** Filter over the JSON form of a text that can rule out every literal of the table. */
  readonly filter: RawFilter | null

  constructor({
    forward,
    backward,
    anywhere,
    filter,
  }: Pick<TextTable, 'forward' | 'backward' | 'anywhere' | 'filter'>) {
    this.forward = forward
    this.backward = backward
    this.anywhere = anywhere
    this.filter = filter
  }

  static of({ equals, prefix, suffix, contains }: LiteralsByOp): TextTable {
    return new TextTable({
      forward: equals.length + prefix.length > 0 ? AnchoredTable.of(prefix, equals, false) : null,
      backward: suffix.length > 0 ? AnchoredTable.of(suffix, [], true) : null,
      anywhere: contains.length > 0 ? ContainsTable.of(contains) : null,
      filter: RawFilter.of(contains.map(({ text }) => text)),
    })
  }

  look(value: unknown, facts: Facts): void {
    if (typeof value === 'string') {
      this.forward?.walk(value, facts)
      this.backward?.walk(value, facts)
      if (this.mayHoldAny(value)) this.anywhere?.walk(value, facts)
    } else if (Array.isArray(value)) {
      for (const item of value) this.look(item, facts)
    } else if (value !== undefined && value !== null) {
      const text = textOf(value)
      if (text !== null) this.look(text, facts)
    }
  }

  /** False when the filter rules out every literal. It is built for JSON texts, but is valid for plain values too. */
  private mayHoldAny(text: string): boolean {
    return this.filter === null || text.length < FILTERED_MIN || this.filter.mayHold(text)
  }
}
