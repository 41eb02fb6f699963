/**
 * Selects the fields that a signal shows of an event: those that the rule's author names, otherwise those whose tests
 * matched.
 */

import { exactJson } from '../../platform/exact-json.ts'
import type { MatchEvent } from '../../schemas/event-view.ts'
import type { MatchedField } from '../../schemas/signal.ts'
import { textOf } from '../match/compile-test.ts'
import type { Matcher } from '../match/matcher.ts'
import type { Expr, Value } from '../plan/expr.ts'
import type { EventBody, Rule } from '../plan/plan.ts'
import { fieldValue } from '../window/event-keys.ts'

/** Fields of a signal, the first ones of the rule; characters of each value, the rest is cut. */
const FIELDS_MAX = 16
const VALUE_CHARS_MAX = 256
/** Items of a list that are joined into one value. */
const ITEMS_MAX = 16

/** One of `tests`, by the matcher's numbers, must have matched; null for a field that is shown whenever it exists. */
type Shown = { readonly field: string; readonly tests: readonly number[] | null }
type FieldTest = Extract<Expr, { kind: 'field' }>

export class MatchedFields {
  readonly #rule: Rule
  readonly #body: EventBody
  /** Compiled at the first match, which most rules never have. */
  #shown: readonly Shown[] | null = null

  constructor(rule: Rule, body: EventBody) {
    this.#rule = rule
    this.#body = body
  }

  /** `matcher` must contain the rule, and must have just matched the event. */
  of(event: MatchEvent, matcher: Matcher): readonly MatchedField[] {
    this.#shown ??= this.#rule.fields.length > 0 ? named(this.#rule.fields) : tested(this.#body.where, matcher)
    const found: MatchedField[] = []
    for (const { field, tests } of this.#shown) {
      if (found.length === FIELDS_MAX) break
      if (tests !== null && !tests.some((test) => matcher.holds(test))) continue
      const value = fieldText(event, field)
      if (value !== null) found.push({ field, value })
    }
    return found
  }
}

function named(fields: readonly string[]): readonly Shown[] {
  return [...new Set(fields)].map((field) => ({ field, tests: null }))
}

/** Leaves out tests under `not`, which match when the event lacks the value. */
function tested(where: Expr, matcher: Matcher): readonly Shown[] {
  const tests = new Map<string, FieldTest[]>()
  const loose = new Set<string>()
  collect(where, tests, loose)
  return [
    ...[...tests].map(([field, of]) => ({ field, tests: of.map((test) => matcher.numberOf(test)) })),
    ...[...loose].filter((field) => !tests.has(field)).map((field) => ({ field, tests: null })),
  ]
}

function collect(expr: Expr, tests: Map<string, FieldTest[]>, loose: Set<string>): void {
  if (expr.kind === 'and' || expr.kind === 'or') for (const part of expr.of) collect(part, tests, loose)
  if (expr.kind === 'computed') collectRefs(expr.value, loose)
  if (expr.kind !== 'field') return
  const known = tests.get(expr.field)
  if (known) known.push(expr)
  else tests.set(expr.field, [expr])
}

function collectRefs(value: Value, loose: Set<string>): void {
  if (value.kind === 'ref') loose.add(value.field)
  if (value.kind === 'call') for (const arg of value.args) collectRefs(arg, loose)
  if (value.kind === 'list') for (const item of value.of) collectRefs(item, loose)
}

/** Null when the event lacks the field. Objects, which have no text, are shown as JSON. */
function fieldText(event: MatchEvent, field: string): string | null {
  const value = fieldValue(event, field)
  if (value === undefined || value === null) return null
  const items = Array.isArray(value) ? value.slice(0, ITEMS_MAX) : [value]
  const text = items.map((item) => textOf(item) ?? exactJson(item)).join(', ')
  return text.length > VALUE_CHARS_MAX ? text.slice(0, VALUE_CHARS_MAX) : text
}
