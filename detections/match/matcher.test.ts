import { expect, test } from 'vitest'
import { type EventLogSource, type MatchEvent, plainView } from '../../schemas/event-view.ts'
import { and, type Expr, not, or } from '../plan/expr.ts'
import type { LogSource } from '../plan/plan.ts'
import { explainMatch } from './explain.ts'
import { BudgetExceeded, compileMatcher, type Matcher, type MatcherOptions } from './matcher.ts'
import { ruleOf } from './test-arbitraries.ts'

const ANY: LogSource = { product: null, category: null, service: null }
const WINDOWS: EventLogSource = { product: 'windows', service: 'sysmon', categories: ['process_creation'] }

const has = (field: string, text: string): Expr => ({
  kind: 'field',
  field,
  test: { op: 'contains', text, cased: false },
})
const keyword = (text: string): Expr => ({ kind: 'anywhere', test: { op: 'contains', text, cased: false } })
const body = (where: Expr, logSource = ANY) => ({ kind: 'event' as const, logSource, where })
const event = (record: Record<string, unknown>, logSource = WINDOWS): MatchEvent => ({
  record,
  logSource,
  view: plainView,
  timeMs: 0,
})

function compile(wheres: readonly Expr[], options: MatcherOptions = {}): Matcher {
  return compileMatcher(
    wheres.map((where) => ruleOf(body(where))),
    options,
  )
}

function matches(matcher: Matcher, record: Record<string, unknown>, logSource = WINDOWS): number[] {
  const found: number[] = []
  matcher.match(event(record, logSource), (rule) => found.push(rule))
  return found
}

test('rules are evaluated on events of their log sources only', () => {
  const wanted: LogSource[] = [
    ANY,
    { product: 'windows', category: null, service: null },
    { product: 'windows', category: 'process_creation', service: null },
    { product: null, category: null, service: 'sysmon' },
    { product: 'linux', category: 'process_creation', service: null },
  ]
  const matcher = compileMatcher(wanted.map((logSource) => ruleOf(body(has('a', 'x'), logSource))))
  expect(matches(matcher, { a: 'x' })).toEqual([0, 1, 2, 3])
  expect(matches(matcher, { a: 'x' }, { product: 'linux', service: '', categories: [] })).toEqual([0])
  const both = { product: 'linux', service: '', categories: ['file_event', 'process_creation'] }
  expect(matches(matcher, { a: 'x' }, both)).toEqual([0, 4])
})

test('rules with one condition share its evaluation and are all reported', () => {
  const matcher = compile([has('a', 'x'), has('a', 'y'), has('a', 'x')])
  expect(matches(matcher, { a: 'xy' })).toEqual([0, 1, 2])
  expect(matches(matcher, { a: 'X' })).toEqual([0, 2])
  expect(matcher.statisticsOf(2)).toMatchObject({ hits: 2, evaluations: 2, disabled: null })
})

test('each value of a field is tested, however many came before', () => {
  const matcher = compile([
    has('a', 'needle in'),
    { kind: 'field', field: 'a', test: { op: 'regex', source: 'n[e]+dle', flags: { i: false, m: false, s: false } } },
  ])
  const [hay, needle] = ['nothing but hay in this stack', 'there is a needle in this stack']
  const seen = [hay, needle, hay, needle, needle, hay, needle].map((a) => matches(matcher, { a }))
  expect(seen).toEqual([[], [0, 1], [], [0, 1], [0, 1], [], [0, 1]])
})

test('keywords are found in any string and number at any depth, but not in keys', () => {
  const matcher = compile([keyword('sekurlsa::'), keyword('4624'), and(keyword('two'), has('a', 'x'))])
  expect(matches(matcher, { a: 'y', deep: [{ er: 'run SEKURLSA::logonpasswords' }] })).toEqual([0])
  expect(matches(matcher, { id: 14624 })).toEqual([1])
  expect(matches(matcher, { a: 'x', b: 'One, Two' })).toEqual([2])
  expect(matches(matcher, { 'sekurlsa::': 1, two: 2 })).toEqual([])
})

test('evicted groups are built again on demand', () => {
  const services = Array.from({ length: 300 }, (_, i) => `service-${i}`)
  const matcher = compileMatcher(services.map((service) => ruleOf(body(has('a', 'x'), { ...ANY, service }))))
  for (let round = 0; round < 2; round++) {
    const found = services.map((service) => matches(matcher, { a: 'x' }, { product: '', service, categories: [] }))
    expect(found).toEqual(services.map((_, i) => [i]))
  }
})

test('a list of very many alternatives works like any other rule', () => {
  const many: Expr = { kind: 'or', of: Array.from({ length: 200_000 }, (_, i) => keyword(`word-${i}-`)) }
  const all: Expr = { kind: 'and', of: Array.from({ length: 200_000 }, () => has('a', 'x')) }
  const matcher = compile([many, has('a', 'x'), all])
  expect(matches(matcher, { a: 'x', b: 'a Word-199999- here' })).toEqual([0, 1, 2])
})

test('a rule that cannot be compiled is reported, and other rules still run', () => {
  const faults: [number, string][] = []
  const broken: Expr = { kind: 'computed', value: { kind: 'call', name: 'noSuchFunction', args: [] } }
  const matcher = compile([broken, has('a', 'x'), or(broken, has('a', 'x'))], {
    onFault: (rule, error) => faults.push([rule, error.message]),
  })
  expect(matches(matcher, { a: 'x' })).toEqual([1, 2])
  expect(matches(matcher, { a: 'y' })).toEqual([])
  expect(matches(matcher, { a: 'x' })).toEqual([1])
  expect(faults.map(([rule]) => rule)).toEqual([0, 2])
  expect(matcher.statisticsOf(0).disabled).toContain('noSuchFunction')
})

test('an endlessly nested condition is a fault of its rule', () => {
  let where = has('a', 'x')
  for (let i = 0; i < 1000; i++) where = not(where)
  const faults: number[] = []
  const matcher = compile([where, has('a', 'x')], { onFault: (rule) => faults.push(rule) })
  expect(matches(matcher, { a: 'x' })).toEqual([1])
  expect(faults).toEqual([0])
})

test('a rule that takes too long is disabled and reported, and other rules still run', () => {
  let clockMs = 0
  const faults: [number, Error][] = []
  const slow: Expr = {
    kind: 'field',
    field: 'a',
    test: { op: 'regex', source: '[xy]+', flags: { i: false, m: false, s: false } },
  }
  const matcher = compile([slow, has('a', 'x')], {
    budget: { evaluations: 100, ms: 10, work: Number.POSITIVE_INFINITY },
    now: () => (clockMs += 3),
    onFault: (rule, error) => faults.push([rule, error]),
  })
  const found = Array.from({ length: 6 }, () => matches(matcher, { a: 'x' }))
  expect(found).toEqual([[0, 1], [0, 1], [0, 1], [0, 1], [1], [1]])
  expect(faults).toHaveLength(1)
  expect(faults[0]?.[0]).toBe(0)
  expect(faults[0]?.[1]).toBeInstanceOf(BudgetExceeded)
})

test('a thread that waits for its turn stops no rule', () => {
  let [clockMs, cpuMs] = [0, 0]
  const faults: number[] = []
  const slow: Expr = {
    kind: 'field',
    field: 'a',
    test: { op: 'regex', source: '[xy]+', flags: { i: false, m: false, s: false } },
  }
  const matcher = compile([slow], {
    budget: { evaluations: 1024, ms: 10, work: Number.POSITIVE_INFINITY },
    now: () => (clockMs += 600),
    cpuMs: () => (cpuMs += 0.001),
    onFault: (rule) => faults.push(rule),
  })
  for (let i = 0; i < 200; i++) expect(matches(matcher, { a: 'x' })).toEqual([0])
  expect(faults).toEqual([])
})

test('occasional expensive evaluations stay within the budget', () => {
  let clockMs = 0
  const slow: Expr = {
    kind: 'field',
    field: 'a',
    test: { op: 'regex', source: '[xy]+', flags: { i: false, m: false, s: false } },
  }
  const matcher = compile([slow], {
    budget: { evaluations: 2, ms: 10, work: Number.POSITIVE_INFINITY },
    now: () => (clockMs += 3),
  })
  for (let i = 0; i < 50; i++) expect(matches(matcher, { a: 'x' })).toEqual([0])
})

test('one in many evaluations is timed', () => {
  let clockMs = 0
  const matcher = compile([has('a', 'x')], { now: () => (clockMs += 2) })
  expect(matcher.statisticsOf(0).meanUs).toBeNull()
  for (let i = 0; i < 64; i++) matches(matcher, { a: 'x' })
  expect(matcher.statisticsOf(0)).toMatchObject({ hits: 64, evaluations: 64, meanUs: 2000 })
})

test('a pause during a timed evaluation does not count as the cost of the rule', () => {
  let [clockMs, stepMs] = [0, 2]
  const matcher = compile([has('a', 'x')], { now: () => (clockMs += stepMs) })
  const run = (timed: number) => {
    for (let i = 0; i < 64 * timed; i++) matches(matcher, { a: 'x' })
  }
  run(7)
  stepMs = 5000
  run(1)
  stepMs = 2
  expect(matcher.statisticsOf(0).meanUs).toBe(2000)
})

test('an explanation has the result of each part of the condition', () => {
  const where = and(has('a', 'x'), not(or(has('b', 'y'), has('c', 'z'))))
  const explained = explainMatch(body(where, { ...ANY, product: 'linux' }), event({ a: 'ax', c: 'cz' }))
  expect(explained).toMatchObject({
    isForLogSource: false,
    matches: false,
    where: {
      kind: 'and',
      held: false,
      of: [
        { kind: 'test', held: true, value: 'ax' },
        {
          kind: 'not',
          held: false,
          of: [
            {
              kind: 'or',
              held: true,
              of: [
                { held: false, value: undefined },
                { held: true, value: 'cz' },
              ],
            },
          ],
        },
      ],
    },
  })
})
