/** Evaluates every rule on an event, directly from its plan: slow and simple, the reference for the index. */
import type { EventLogSource, MatchEvent } from '../../schemas/event-view.ts'
import { compileTruth } from '../plan/evaluate.ts'
import type { Expr, Test } from '../plan/expr.ts'
import type { EventBody, LogSource } from '../plan/plan.ts'
import { isNothing } from '../plan/scalar.ts'
import { compileLeafTest, compileSame } from './compile-test.ts'
import { holdsObject } from './field-tables.ts'
import { compileGetter, everyLeaf, type Getter, readExactly } from './read-field.ts'

export type Judge = (event: MatchEvent) => boolean

/** True when rules for `wanted` are meant for events of `source`. */
export function coversLogSource(wanted: LogSource, source: EventLogSource): boolean {
  return (
    (wanted.product === null || wanted.product === source.product) &&
    (wanted.service === null || wanted.service === source.service) &&
    (wanted.category === null || source.categories.includes(wanted.category))
  )
}

/** Throws `BadRule` when a test of the rule cannot be compiled. */
export function scanRule(body: EventBody): Judge {
  const holds = scanExpr(body.where)
  return (event) => coversLogSource(body.logSource, event.logSource) && holds(event)
}

export function scanExpr(expr: Expr): Judge {
  switch (expr.kind) {
    case 'const':
      return () => expr.value
    case 'and': {
      const parts = expr.of.map((part) => scanExpr(part))
      return (event) => parts.every((holds) => holds(event))
    }
    case 'or': {
      const parts = expr.of.map((part) => scanExpr(part))
      return (event) => parts.some((holds) => holds(event))
    }
    case 'not': {
      const holds = scanExpr(expr.of)
      return (event) => !holds(event)
    }
    case 'field':
      return scanField(expr.field, expr.test)
    case 'anywhere': {
      const holds = compileLeafTest(expr.test)
      return (event) => everyLeaf(event.record, () => event.exact?.()).some(holds)
    }
    case 'computed': {
      const truth = compileTruth<MatchEvent>(expr.value, fieldReader)
      return (event) => truth(event) === true
    }
  }
}

function scanField(field: string, test: Test): Judge {
  const read = fieldReader(field)
  if (test.op === 'exists') return (event) => read(event) !== undefined
  if (test.op === 'absent') return (event) => isNothing(read(event))
  if (test.op === 'object') return (event) => holdsObject(read(event))
  if (test.op === 'same') {
    const other = fieldReader(test.field)
    const same = compileSame(test.how, test.cased)
    return (event) => itemsOf(read(event)).some((a) => itemsOf(other(event)).some((b) => same(a, b)))
  }
  const holds = compileLeafTest(test)
  return (event) => itemsOf(read(event)).some(holds)
}

/** Getters are compiled again only when the view changes. */
function fieldReader(field: string): (event: MatchEvent) => unknown {
  let getter: { view: MatchEvent['view']; get: Getter } | null = null
  return (event) => {
    const { view } = event
    if (getter?.view !== view) getter = { view, get: compileGetter(view, field) }
    return readExactly(getter.get, event)
  }
}

function itemsOf(value: unknown): readonly unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}
