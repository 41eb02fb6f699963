/**
 * Every distinct test of every rule, numbered once. Tests that compare with a literal or number are answered by the
 * tables of their field; the others are judged one by one, when a rule needs them and their gate allows it.
 */
import { assert } from '../../platform/assert.ts'
import type { Expr, Test, TextTest, Value } from '../plan/expr.ts'
import { foldCase } from '../plan/fold.ts'
import { planKey } from '../plan/plan-key.ts'
import type { LargeInteger } from '../plan/scalar.ts'
import type { PlainOp } from './compile-test.ts'
import { NUMBER_TEXT } from './raw-filter.ts'
import { requiredLiterals } from './required-literals.ts'

/** The field that stands for every string and number of an event. */
export const ANYWHERE = 0

export type Predicate =
  | { readonly kind: 'exists'; readonly field: number }
  | { readonly kind: 'absent'; readonly field: number }
  | { readonly kind: 'object'; readonly field: number }
  | { readonly kind: 'number'; readonly field: number; readonly value: number | LargeInteger }
  | { readonly kind: 'text'; readonly field: number; readonly op: PlainOp; readonly text: string }
  | { readonly kind: 'judged'; readonly judged: Judged }

/** Predicates that no table answers. The gate is a set of predicates of which one must be true; null has no gate. */
export type Judged =
  | {
      readonly of: 'leaf'
      readonly field: number
      readonly test: Exclude<Test, { op: 'exists' | 'absent' | 'object' | 'same' }>
      readonly gate: readonly number[] | null
      readonly lengthMin: number
    }
  | { readonly of: 'same'; readonly field: number; readonly other: number; readonly test: Test & { op: 'same' } }
  | { readonly of: 'computed'; readonly value: Value }

export type Leaf = Extract<Expr, { kind: 'field' | 'anywhere' | 'computed' }>

type Ids = Map<string, number>

/** Equivalent to `planKey`, in a third of the time. */
function keyOf(test: Test): string {
  return 'value' in test ? planKey(test) : JSON.stringify(test)
}

export class Predicates {
  readonly all: Predicate[] = []
  /** Names by number; `ANYWHERE` has none. */
  readonly fields: string[] = ['']
  /**
   * By field: true when a predicate may depend on the digits of a number beyond 2^53, for which an event is read again.
   */
  readonly wantsDigits: boolean[] = [true]
  private readonly fieldIds = new Map<string, number>()
  private readonly ids: Ids = new Map()
  /** Ids of text comparisons, by field and kind of test: nearly all predicates are of this kind. */
  private readonly textIds: (Readonly<Record<PlainOp, Ids>> | undefined)[] = []

  private isClosed = false

  /** Restores numbered predicates; no further test can be numbered. */
  static known(all: readonly Predicate[], fields: readonly string[], wantsDigits: readonly boolean[]): Predicates {
    const known = new Predicates()
    for (const predicate of all) known.all.push(predicate)
    for (const name of fields.slice(1)) known.fieldId(name)
    for (const [field, wants] of wantsDigits.entries()) known.wantsDigits[field] = wants
    known.isClosed = true
    return known
  }

  /** The number of a condition's test. */
  of(leaf: Leaf): number {
    if (leaf.kind === 'computed') {
      this.addFieldsOf(leaf.value)
      return this.add(`computed ${planKey(leaf.value)}`, () => this.judge({ of: 'computed', value: leaf.value }))
    }
    return this.ofTest(leaf.kind === 'anywhere' ? ANYWHERE : this.fieldId(leaf.field), leaf.test)
  }

  /** Null for a field that no rule mentions. */
  fieldIdOf(name: string): number | null {
    return this.fieldIds.get(name) ?? null
  }

  private addFieldsOf(value: Value): void {
    if (value.kind === 'ref') this.askForDigits(this.fieldId(value.field))
    else if (value.kind === 'list') for (const part of value.of) this.addFieldsOf(part)
    else if (value.kind === 'call') for (const part of value.args) this.addFieldsOf(part)
  }

  private fieldId(name: string): number {
    let id = this.fieldIds.get(name)
    if (id === undefined) {
      id = this.fields.push(name) - 1
      this.wantsDigits.push(false)
      this.fieldIds.set(name, id)
    }
    return id
  }

  private askForDigits(field: number): void {
    this.wantsDigits[field] = true
  }

  private ofTest(field: number, test: Test): number {
    if (mayReadDigits(test)) this.askForDigits(field)
    switch (test.op) {
      case 'exists':
      case 'absent':
      case 'object':
        return this.add(`${field} ${test.op}`, () => ({ kind: test.op, field }))
      case 'number':
        return this.add(`${field} number ${keyOf(test)}`, () => ({ kind: 'number', field, value: test.value }))
      case 'same':
        return this.add(`${field} ${keyOf(test)}`, () => {
          const other = this.fieldId(test.field)
          this.askForDigits(other)
          return this.judge({ of: 'same', field, other, test })
        })
      case 'equals':
      case 'prefix':
      case 'suffix':
      case 'contains':
        return test.cased ? this.judgedLeaf(field, test) : this.text(field, test.op, foldCase(test.text))
      default:
        return this.judgedLeaf(field, test)
    }
  }

  private text(field: number, op: PlainOp, text: string): number {
    const ids = (this.textIds[field] ??= {
      equals: new Map(),
      prefix: new Map(),
      suffix: new Map(),
      contains: new Map(),
    })
    return this.add(text, () => ({ kind: 'text', field, op, text }), ids[op])
  }

  private judgedLeaf(field: number, test: Exclude<Test, { op: 'exists' | 'absent' | 'object' | 'same' }>): number {
    return this.add(`${field} ${keyOf(test)}`, () => {
      const { gate, lengthMin } = this.gateOf(field, test)
      return this.judge({ of: 'leaf', field, test, gate, lengthMin })
    })
  }

  /** Gates are folded tests of the same field: texts that pass are judged in full. */
  private gateOf(field: number, test: Test): { gate: readonly number[] | null; lengthMin: number } {
    switch (test.op) {
      case 'regex': {
        const { anyOf, lengthMin } = requiredLiterals(test.source)
        return { gate: anyOf?.map((text) => this.text(field, 'contains', text)) ?? null, lengthMin }
      }
      case 'like':
        return this.likeGate(field, test)
      case 'equals':
      case 'prefix':
      case 'suffix':
      case 'contains':
        return { gate: [this.text(field, test.op, foldCase(test.text))], lengthMin: test.text.length }
      default:
        return { gate: null, lengthMin: 0 }
    }
  }

  /** The longest literal part, at its required position. */
  private likeGate(
    field: number,
    test: TextTest & { op: 'like' },
  ): { gate: readonly number[] | null; lengthMin: number } {
    const { parts } = test
    const lengthMin = parts.reduce(
      (sum, part) => sum + (part.kind === 'text' ? part.text.length : Number(part.kind === 'one')),
      0,
    )
    const literals = parts.flatMap((part, at) => (part.kind === 'text' ? [{ text: part.text, at }] : []))
    const longest = literals.sort((a, b) => b.text.length - a.text.length)[0]
    if (!longest) return { gate: null, lengthMin }
    const op = longest.at === 0 ? 'prefix' : longest.at === parts.length - 1 ? 'suffix' : 'contains'
    return { gate: [this.text(field, op, foldCase(longest.text))], lengthMin }
  }

  private judge(judged: Judged): Predicate {
    return { kind: 'judged', judged }
  }

  private add(key: string, make: () => Predicate, ids = this.ids): number {
    assert(!this.isClosed, 'tests of unpacked programs have no numbers')
    const known = ids.get(key)
    if (known !== undefined) return known
    const predicate = make() // Its gate's predicates are numbered first.
    const id = this.all.push(predicate) - 1
    assert(!ids.has(key), 'a predicate has one number')
    ids.set(key, id)
    return id
  }
}

/** False for tests that are true for no number, and for those with the same result for every number. */
function mayReadDigits(test: Test): boolean {
  if (test.op === 'exists' || test.op === 'absent' || test.op === 'object') return false
  return 'text' in test ? NUMBER_TEXT.test(foldCase(test.text)) : true
}
