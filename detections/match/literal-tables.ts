/** Compares a text with all the literals of a field at once. */

import { codeAt } from '../../platform/code-at.ts'
import { asciiBytes, putAscii } from './ascii-bytes.ts'
import type { Facts } from './facts.ts'
import { buildStateTable, OUTPUT, STATE, type StateTable } from './state-table.ts'
import { ASCII, buildTrie, reversed, SYMBOLS, symbolsOf } from './trie.ts'

/** A literal, and the predicate that is true when the text has it. */
export type Literal = { readonly text: string; readonly predicate: number }

/** Finds literals anywhere in a text, in one pass. */
export class ContainsTable {
  readonly table: StateTable
  readonly predicates: Int32Array

  /** The predicate of the empty literal, which is always true; -1 when there is none. */
  readonly always: number

  constructor({ table, predicates, always }: Pick<ContainsTable, 'table' | 'predicates' | 'always'>) {
    this.table = table
    this.predicates = predicates
    this.always = always
  }

  static of(literals: readonly Literal[]): ContainsTable {
    const predicateOf = predicatesBySpelling(literals, symbolsOf)
    predicateOf.delete('')
    const keys = [...predicateOf.keys()].sort()
    return new ContainsTable({
      always: literals.find(({ text }) => text === '')?.predicate ?? -1,
      predicates: Int32Array.from(keys, (key) => predicateOf.get(key) as number),
      table: buildStateTable(buildTrie(keys), keys.length, true),
    })
  }

  walk(text: string, facts: Facts): void {
    if (this.always >= 0) facts.add(this.always)
    if (putAscii(text)) this.walkAscii(text.length, facts)
    else if (!this.walkUnits(text, ASCII, facts)) this.walkUnits(symbolsOf(text), SYMBOLS, facts)
  }

  /** The same as `walkUnits`, over the copied bytes. */
  private walkAscii(length: number, facts: Facts): void {
    const { classOf, rows, sparseFrom } = this.table
    let state = 0
    for (let i = 0; i < length; i++) {
      const symbolClass = classOf[asciiBytes[i] as number] as number
      state = state < sparseFrom ? (rows[state + symbolClass] as number) : this.leaveSparse(state, symbolClass)
      if (state < 0) {
        state &= STATE
        this.report(state, facts)
      }
    }
  }

  /** Returns false at a unit from `limit` on; predicates found before it are true all the same. */
  private walkUnits(text: string, limit: number, facts: Facts): boolean {
    const { classOf, rows, sparseFrom } = this.table
    const { length } = text
    let state = 0
    for (let i = 0; i < length; i++) {
      const unit = codeAt(text, i)
      if (unit >= limit) return false
      const symbolClass = classOf[unit] as number
      state = state < sparseFrom ? (rows[state + symbolClass] as number) : this.leaveSparse(state, symbolClass)
      if (state < 0) {
        state &= STATE
        this.report(state, facts)
      }
    }
    return true
  }

  private leaveSparse(from: number, symbolClass: number): number {
    const { rows, sparseFrom, edgeStart, edgeClass, edgeTarget, fail } = this.table
    let state = from
    while (state >= sparseFrom) {
      const index = state - sparseFrom
      const end = edgeStart[index + 1] as number
      for (let edge = edgeStart[index] as number; edge < end; edge++) {
        if (edgeClass[edge] === symbolClass) return edgeTarget[edge] as number
      }
      state = fail[index] as number
    }
    return rows[state + symbolClass] as number
  }

  /** Shorter keys were found together with their longer one, so the first known key ends the chain. */
  private report(state: number, facts: Facts): void {
    const { nextKey } = this.table
    for (let key = keyAt(this.table, state); key >= 0; key = nextKey[key] as number) {
      const predicate = this.predicates[key] as number
      if (facts.marks[predicate] === facts.epoch) return
      facts.add(predicate)
    }
  }
}

/** Literals at the beginning of a text, or equal to it; at its end when `isBackward`. */
export class AnchoredTable {
  readonly table: StateTable
  readonly isBackward: boolean
  readonly begins: Int32Array
  readonly wholes: Int32Array

  constructor({
    table,
    isBackward,
    begins,
    wholes,
  }: Pick<AnchoredTable, 'table' | 'isBackward' | 'begins' | 'wholes'>) {
    this.table = table
    this.isBackward = isBackward
    this.begins = begins
    this.wholes = wholes
  }

  static of(begins: readonly Literal[], wholes: readonly Literal[], isBackward: boolean): AnchoredTable {
    const spell = isBackward ? (text: string) => reversed(symbolsOf(text)) : symbolsOf
    const [beginOf, wholeOf] = [predicatesBySpelling(begins, spell), predicatesBySpelling(wholes, spell)]
    const keys = [...new Set([...beginOf.keys(), ...wholeOf.keys()])].sort()
    return new AnchoredTable({
      isBackward,
      begins: Int32Array.from(keys, (key) => beginOf.get(key) ?? -1),
      wholes: Int32Array.from(keys, (key) => wholeOf.get(key) ?? -1),
      table: buildStateTable(buildTrie(keys), keys.length, false),
    })
  }

  walk(text: string, facts: Facts): void {
    if (!this.walkUnits(text, ASCII, facts)) this.walkUnits(symbolsOf(text), SYMBOLS, facts)
  }

  /** Stops at the first unit without a transition: the root is never re-entered. */
  private walkUnits(text: string, limit: number, facts: Facts): boolean {
    const { classOf, rows, sparseFrom, edgeStart, edgeClass, edgeTarget } = this.table
    const { length } = text
    const last = this.isBackward ? length - 1 : 0
    const step = this.isBackward ? -1 : 1
    let state = 0
    this.begin(keyAt(this.table, 0), facts)
    for (let i = 0; i < length; i++) {
      const unit = codeAt(text, last + step * i)
      if (unit >= limit) return false
      const symbolClass = classOf[unit] as number
      if (state < sparseFrom) {
        state = rows[state + symbolClass] as number
      } else {
        const end = edgeStart[state - sparseFrom + 1] as number
        let edge = edgeStart[state - sparseFrom] as number
        while (edge < end && edgeClass[edge] !== symbolClass) edge++
        state = edge < end ? (edgeTarget[edge] as number) : 0
      }
      if ((state & STATE) === 0) return true
      if ((state & OUTPUT) !== 0) {
        state &= STATE
        this.begin(keyAt(this.table, state), facts)
      }
    }
    const key = keyAt(this.table, state)
    const whole = key < 0 ? -1 : (this.wholes[key] as number)
    if (whole >= 0) facts.add(whole)
    return true
  }

  private begin(key: number, facts: Facts): void {
    const predicate = key < 0 ? -1 : (this.begins[key] as number)
    if (predicate >= 0) facts.add(predicate)
  }
}

function keyAt({ rows, rowWidth, sparseFrom, sparseKey }: StateTable, state: number): number {
  return (state < sparseFrom ? rows[state + rowWidth - 1] : sparseKey[state - sparseFrom]) as number
}

function predicatesBySpelling(literals: readonly Literal[], spell: (text: string) => string): Map<string, number> {
  return new Map(literals.map(({ text, predicate }) => [spell(text), predicate]))
}
