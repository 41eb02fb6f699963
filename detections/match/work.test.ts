/** Bounds on the cost of hostile rules and events, by counted work, not time. */
import { expect, test } from 'vitest'
import { type EventLogSource, type MatchEvent, plainView } from '../../schemas/event-view.ts'
import { call, type Expr, literal, not, or } from '../plan/expr.ts'
import type { LogSource } from '../plan/plan.ts'
import { EVALUATION_WORK, withinWork, work } from '../plan/work.ts'
import { explainMatch } from './explain.ts'
import { compileMatcher, type Matcher, type MatcherOptions } from './matcher.ts'
import { DEFAULT_BUDGET, OWN_BUDGET } from './statistics.ts'
import { ruleOf } from './test-arbitraries.ts'

const ANY: LogSource = { product: null, category: null, service: null }
const WINDOWS: EventLogSource = { product: 'windows', service: 'sysmon', categories: ['process_creation'] }
const flags = { i: false, m: false, s: false }
/**
 * A text in which no two characters leave the same set of threads. Each test uses its own pattern, because cached
 * states are cheap.
 */
const hostile = (own: string) => `[ab]*a${'([ab]){190}'.repeat(4)}([0-9]){2}$|${own}$`
const LONG = Array.from({ length: 200_000 }, (_, i) => 'ab'[Math.imul(i, 2654435761) >>> 31]).join('')

const regex = (source: string, field = 'a'): Expr => ({ kind: 'field', field, test: { op: 'regex', source, flags } })
const has = (text: string): Expr => ({ kind: 'field', field: 'a', test: { op: 'contains', text, cased: false } })
const many = { kind: 'ref', field: 'many' } as const
const bodyOf = (where: Expr) => ({ kind: 'event' as const, logSource: ANY, where })
const event = (record: Record<string, unknown>): MatchEvent => ({
  record,
  logSource: WINDOWS,
  view: plainView,
  timeMs: 0,
})

/** The clock stands still, so that only work is counted. */
const compile = (wheres: readonly Expr[], options: MatcherOptions = {}): Matcher =>
  compileMatcher(
    wheres.map((where) => ruleOf(bodyOf(where))),
    { now: () => 0, ...options },
  )

/** Returns the work that was granted while `run` ran. */
function spentBy(run: () => void): number {
  let spent = 0
  const spend = work.spend
  work.spend = function (units) {
    spend.call(this, units)
    spent += units
  }
  try {
    run()
  } finally {
    work.spend = spend
  }
  return spent
}

function matches(matcher: Matcher, record: Record<string, unknown>): number[] {
  const found: number[] = []
  matcher.match(event(record), (rule) => found.push(rule))
  return found
}

test('one rule on one event is limited to the work of one evaluation, and the next rule still matches', () => {
  const unfinished: number[] = []
  const matcher = compile([regex(hostile('one')), has('ab')], { onUnfinished: (rule) => unfinished.push(rule) })
  const spent = spentBy(() => expect(matches(matcher, { a: LONG })).toEqual([1]))
  expect(spent).toBeLessThan(1.1 * EVALUATION_WORK)
  expect(unfinished).toEqual([0])
  expect(matcher.statisticsOf(0)).toMatchObject({ unfinished: 1, disabled: null })
})

test('a rule whose evaluation was cut off does not match, even with a negation', () => {
  const matcher = compile([not(regex(hostile('deny'))), or(has('ab'), regex(hostile('or')))])
  expect(matches(matcher, { a: LONG })).toEqual([1])
  expect(matches(matcher, { a: 'ab' })).toEqual([0, 1])
})

test('a rule that repeatedly takes too much work is disabled', () => {
  const faults: number[] = []
  const matcher = compile([regex(hostile('again'))], { onFault: (rule) => faults.push(rule) })
  const spent = spentBy(() => {
    for (let i = 0; i < 1000; i++) matches(matcher, { a: `${i}${LONG.slice(i)}` })
  })
  expect(faults).toEqual([0])
  expect(spent).toBeLessThan(DEFAULT_BUDGET.work + 1.1 * EVALUATION_WORK)
})

test('a thousand such rules of one owner are disabled together, for the work of one', () => {
  const faults: number[] = []
  const rules = Array.from({ length: 1000 }, (_, i) => regex(hostile(`q${i}`)))
  const matcher = compile([...rules, has('ab')], { budget: OWN_BUDGET, onFault: (rule) => faults.push(rule) })
  const spent = spentBy(() => {
    for (let i = 0; i < 50; i++) expect(matches(matcher, { a: LONG.slice(i) })).toContain(1000)
  })
  const together = OWN_BUDGET.together?.work ?? 0
  expect(faults).not.toContain(1000)
  expect(spent).toBeLessThan(1.5 * together)
  expect(matcher.statisticsOf(999).disabled).toContain('together')
})

test.each<readonly [string, Expr]>([
  ['wildcards', { kind: 'field', field: 'a', test: like('a'.repeat(5_000)) }],
  ['a list of texts', or(...Array.from({ length: 2_000 }, (_, i) => cased(`${'a'.repeat(i + 5)}A`)))],
  [
    'another field',
    { kind: 'field', field: 'many', test: { op: 'same', field: 'more', how: 'contains', cased: true } },
  ],
  ['networks', or(...Array.from({ length: 2_000 }, (_, i) => cidr(`10.${i >> 8}.${i & 255}.0/24`)))],
  ['terms', computed(call('hasTerm', { kind: 'ref', field: 'a' }, literal('a')))],
  ['functions', computed(call('or', ...Array.from({ length: 1_000 }, (_, i) => upperHolds(`X${i}`))))],
  ['JSON', computed(call('searchJson', many, ...searched()))],
])('the work limit also stops %s over a long text', (_, where) => {
  const unfinished: number[] = []
  const matcher = compile([where], { onUnfinished: (rule) => unfinished.push(rule) })
  const long = 'a'.repeat(1_000_000)
  const lists = Array.from({ length: 5_000 }, (_, i) => `${'a'.repeat(100)}${i}`)
  const spent = spentBy(() => matches(matcher, { a: long, many: lists, more: lists.map((one) => `${one}x`) }))
  expect(spent).toBeLessThan(1.1 * EVALUATION_WORK)
  expect(unfinished).toEqual([0])
})

test('an explanation has the same work limit as an evaluation, and reports it', () => {
  const where = or(...Array.from({ length: 6 }, (_, i) => regex(hostile(`explained${i}`))), has('ab'))
  const spent = spentBy(() => {
    expect(explainMatch(bodyOf(where), event({ a: LONG }))).toMatchObject({ isUnfinished: true, matches: false })
  })
  expect(spent).toBeLessThan(3 * EVALUATION_WORK)
  expect(explainMatch(bodyOf(where), event({ a: 'ab' }))).toMatchObject({ isUnfinished: false, matches: true })
  expect(withinWork(1_000, () => explainMatch(bodyOf(where), event({ a: LONG })).isUnfinished)?.value ?? true).toBe(
    true,
  )
})

function like(text: string) {
  const last = { kind: 'text', text: 'b' } as const
  const parts = [{ kind: 'many' }, { kind: 'text', text }, { kind: 'one' }, last, { kind: 'many' }] as const
  return { op: 'like', parts, cased: true } as const
}

function cased(text: string): Expr {
  return { kind: 'field', field: 'a', test: { op: 'contains', text, cased: true } }
}

function cidr(network: string): Expr {
  return { kind: 'field', field: 'many', test: { op: 'cidr', network } }
}

function computed(value: Extract<Expr, { kind: 'computed' }>['value']): Expr {
  return { kind: 'computed', value }
}

function upperHolds(text: string) {
  return call('contains', call('upper', { kind: 'ref', field: 'a' }), literal(text))
}

function searched() {
  return [literal('hasTerm'), literal(true), literal(false), ...Array.from({ length: 900 }, (_, i) => literal(`q${i}`))]
}
