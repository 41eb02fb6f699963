import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MatchEvent, plainView } from '../../schemas/event-view.ts'
import { scanExpr } from '../match/scan.ts'
import { bodies, events, ruleOf } from '../match/test-arbitraries.ts'
import type { Expr } from '../plan/expr.ts'
import { fieldValue } from '../window/event-keys.ts'
import { CompiledRules } from './compiled-rules.ts'

type FieldTest = Extract<Expr, { kind: 'field' }>

/** Tests of fields in the order that they are written in, but for those under `not`. */
function testsIn(expr: Expr): readonly FieldTest[] {
  if (expr.kind === 'and' || expr.kind === 'or') return expr.of.flatMap(testsIn)
  return expr.kind === 'field' ? [expr] : []
}

/** Judges each test by itself with the scan, which knows nothing of the matcher. */
function heldFields(where: Expr, event: MatchEvent): readonly string[] {
  const tests = testsIn(where)
  const isHeld = (field: string) => tests.some((one) => one.field === field && scanExpr(one)(event))
  return [...new Set(tests.map(({ field }) => field))].filter(isHeld)
}

test('shows exactly the fields whose tests a scan finds true', () => {
  const cases = fc.tuple(
    fc.array(bodies, { minLength: 1, maxLength: 8 }),
    fc.array(events, { minLength: 1, maxLength: 6 }),
  )
  let runs = 0
  let shown = 0
  fc.assert(
    fc.property(cases, ([plans, stream]) => {
      runs++
      const rules = new CompiledRules(
        plans.map((body, i) => ruleOf(body, `r${i}`)),
        (_, error) => expect.fail(String(error)),
      )
      for (const event of stream)
        for (const number of [...rules.match(event)]) {
          const running = rules.rule(number)
          const { body } = running.rule
          if (body.kind !== 'event') continue
          const fields = rules.fieldsOf(running, event).map(({ field }) => field)
          const tested = new Set(testsIn(body.where).map(({ field }) => field))
          const isThere = (field: string) => (fieldValue(event, field) ?? null) !== null
          expect(fields.filter((field) => tested.has(field))).toEqual(heldFields(body.where, event).filter(isThere))
          shown += fields.length
        }
    }),
    { numRuns: 3000 },
  )
  expect(shown, 'rules and events meet').toBeGreaterThan(runs / 40)
})

test('an object with a whole number past 2^53 is shown with all its digits', () => {
  const where: Expr = { kind: 'field', field: 'a', test: { op: 'exists' } }
  const rules = new CompiledRules(
    [ruleOf({ kind: 'event', logSource: { product: null, category: null, service: null }, where }, 'r')],
    (_, error) => expect.fail(String(error)),
  )
  const event: MatchEvent = {
    record: { a: { id: Number('9007199254740993') } },
    exact: () => ({ a: { id: 9007199254740993n } }),
    logSource: { product: '', service: '', categories: [] },
    view: plainView,
    timeMs: 0,
  }
  const [number = -1] = rules.match(event)
  expect(rules.fieldsOf(rules.rule(number), event)).toEqual([{ field: 'a', value: '{"id":9007199254740993}' }])
})
