import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainView } from '../../schemas/event-view.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { scanRule } from '../match/scan.ts'
import { events } from '../match/test-arbitraries.ts'
import type { Value } from '../plan/expr.ts'
import type { EventBody } from '../plan/plan.ts'
import { Bindings } from './bindings.ts'
import { compileSql } from './compile.ts'
import { compileComputed } from './compile-value.ts'
import { findAll, insertTexts, kindsOf } from './test-lake.ts'

const engine = useEngine({ migrated: true })
const SEED = 20_260_102

const call = (name: string, ...args: Value[]): Value => ({ kind: 'call', name, args })
const literal = fc
  .constantFrom<string | number | boolean | null>('a', 'A', '', 'k', '16', 16, 0.5, -2, 4688, true, null)
  .map((value): Value => ({ kind: 'literal', value }))
const ref = fc
  .constantFrom('Image', 'CommandLine', 'EventID', 'a.b', 'other')
  .map((field): Value => ({ kind: 'ref', field }))
const pattern = fc.constantFrom<Value>(
  { kind: 'literal', value: '*a*' },
  { kind: 'literal', value: 'a?' },
  { kind: 'literal', value: '' },
)

const { value } = fc.letrec<{ value: Value; truth: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    ref,
    literal,
    fc
      .tuple(fc.constantFrom('add', 'subtract', 'multiply', 'divide', 'quotient', 'concat'), ref, literal)
      .map(([name, a, b]) => call(name, a, b)),
    fc
      .tuple(fc.constantFrom('fold', 'string', 'length', 'floor', 'abs'), tie('value'))
      .map(([name, a]) => call(name, a)),
    fc.tuple(ref, tie('value')).map(([a, b]) => call('coalesce', a, b)),
    fc.tuple(tie('value'), ref, literal).map((of) => call('case', ...of)),
    fc.tuple(tie('truth'), ref).map((of) => call('case', ...of)),
    tie('truth'),
  ),
  truth: fc.oneof(
    { maxDepth: 2 },
    fc
      .tuple(
        fc.constantFrom('equals', 'lt', 'lte', 'gt', 'gte', 'startsWith', 'endsWith', 'contains'),
        tie('value'),
        tie('value'),
      )
      .map(([name, a, b]) => call(name, a, b)),
    fc.tuple(tie('value'), pattern).map(([a, b]) => call('like', a, b)),
    fc.tuple(ref, literal, literal).map(([a, b, c]) => call('arrayContains', a, b, c)),
    tie('value').map((a) => call('cidrMatch', a, { kind: 'literal', value: '10.0.0.0/8' })),
    tie('value').map((a) => call('regex', a, { kind: 'literal', value: 'a|b' }, { kind: 'literal', value: 'i' })),
    tie('value').map((a) => call('isNull', a)),
    tie('value').map((a) => call('not', a)),
    fc.tuple(fc.constantFrom('and', 'or'), tie('value'), tie('value')).map(([name, a, b]) => call(name, a, b)),
  ),
}))

/** Whatever has to look at its operand more than once, around itself. */
const NESTS: Readonly<Record<string, (a: Value) => Value>> = {
  length: (a) => call('length', a),
  not: (a) => call('not', call('isNull', a)),
  list: (a) => call('arrayContains', a, { kind: 'ref', field: 'Image' }, a),
  sought: (a) => call('arrayContains', { kind: 'ref', field: 'Image' }, a),
  coalesce: (a) => call('coalesce', { kind: 'ref', field: 'other' }, a),
  case: (a) => call('case', a, { kind: 'literal', value: true }, { kind: 'ref', field: 'Image' }),
  quotient: (a) => call('quotient', a, { kind: 'literal', value: 3 }),
  equals: (a) => call('equals', { kind: 'ref', field: 'EventID' }, call('string', a)),
}

/** The function `list` mentions its operand twice itself. */
const isOnce = (name: string) => name !== 'list'
const nested = (nest: (a: Value) => Value, depth: number): Value =>
  depth === 0 ? { kind: 'ref', field: 'CommandLine' } : nest(nested(nest, depth - 1))

test.each(Object.keys(NESTS).filter(isOnce))(
  'nesting %s in itself makes SQL that grows linearly with the depth',
  (name) => {
    const nest = NESTS[name] as (a: Value) => Value
    const [small, middle, large] = [10, 20, 30].map((depth) => {
      const bindings = new Bindings()
      const refuse = (reason: string) => expect(reason).toBe('not refused')
      compileComputed(nested(nest, depth), { bindings, leaves: (field) => `leaves_${field}`, refuse })
      return bindings.table([], '').length
    })
    expect((large ?? 0) - (middle ?? 0)).toBe((middle ?? 0) - (small ?? 0))
    expect(large).toBeLessThan(100_000)
  },
)

test('computed conditions hold in SQL for the same events as in a scan', async () => {
  const { client } = engine()
  const logSource = { product: null, category: null, service: null }
  const deep = Object.keys(NESTS).map((name) => nested(NESTS[name] as (a: Value) => Value, isOnce(name) ? 4 : 2))
  const rules = [...fc.sample(value, { numRuns: 60, seed: SEED }), ...deep].map(
    (one): EventBody => ({ kind: 'event', logSource, where: { kind: 'computed', value: one } }),
  )
  const stream = fc.sample(events, { numRuns: 120, seed: SEED }).map((event) => ({
    ...event,
    view: plainView,
    logSource: { product: 'windows', service: '', categories: [] },
  }))
  const { kinds, mappingOf } = kindsOf(stream)
  await insertTexts(
    client,
    't',
    stream.map((event) => ({ mapping: mappingOf(event), raw: JSON.stringify(event.record) })),
  )
  const bindings = new Bindings()
  const compiled = rules.map((body) => compileSql(body, kinds, bindings))
  const found = await findAll(client, 't', compiled, bindings)
  let matches = 0
  for (const [rule, body] of rules.entries()) {
    const holds = scanRule(body)
    for (const [i, event] of stream.entries()) {
      const of = found.get(i)
      if (of?.undecided.includes(rule)) continue
      const about = `${JSON.stringify(event.record)} ${JSON.stringify(body.where)}`
      expect(of?.certain.includes(rule), about).toBe(holds(event))
      if (holds(event)) matches++
    }
  }
  expect(matches, 'rules and events meet').toBeGreaterThan(150)
  expect(compiled.every(({ refusals }) => refusals.length === 0)).toBe(true)
}, 60_000)

test('a function without an SQL form is reported by name, and its rows stay undecided', () => {
  const where = {
    kind: 'computed',
    value: call('extract', { kind: 'ref', field: 'a' }, { kind: 'literal', value: 'x' }, { kind: 'literal', value: 0 }),
  } as const
  const body: EventBody = { kind: 'event', logSource: { product: null, category: null, service: null }, where }
  const kinds = { list: [{ name: 'k', view: plainView, covers: () => true }], numberSql: () => '0' }
  const rule = compileSql(body, kinds, new Bindings())
  expect(rule).toMatchObject({
    where: '0',
    undecided: expect.stringMatching(/^svc_\d+$/),
    refusals: ['the function extract has no SQL form'],
  })
})
