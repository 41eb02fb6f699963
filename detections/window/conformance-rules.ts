/** Rules for the cases of the conformance suite, as short as they can be read. */
import type { Aggregate, Bound, EventBody, FeedCondition, GroupKey, Step, Window } from '../plan/plan.ts'
import type { WindowRule } from './window.ts'

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `10s`, `1500ms`. */
export function msOf(text: string): number {
  const [, digits = '', unit = ''] = /^(\d+)(ms|s|m|h|d)$/.exec(text) ?? []
  const ms = Number(digits) * (UNITS[unit] ?? Number.NaN)
  if (Number.isNaN(ms)) throw new Error(`no time: ${text}`)
  return ms
}

type Bounds = { readonly [Op in Bound['op']]?: number }
type Scope = { readonly by?: string | readonly GroupKey[]; readonly in: string }

export function aggregate(
  id: string,
  on: string,
  measure: Aggregate['measure'],
  scope: Scope,
  bounds: Bounds,
): WindowRule {
  const feeds = feedsOf(on)
  const listed = Object.entries(bounds).map(([op, value]) => ({ op: op as Bound['op'], value }))
  return ruleOf(id, {
    kind: 'aggregate',
    feeds,
    groupBy: keysOf(scope, feeds.length),
    windowMs: msOf(scope.in),
    measure,
    bounds: listed,
  })
}

export function count(id: string, on: string, scope: Scope, bounds: Bounds): WindowRule {
  return aggregate(id, on, { of: 'count' }, scope, bounds)
}

export function distinct(id: string, on: string, fields: readonly string[], scope: Scope, bounds: Bounds): WindowRule {
  return aggregate(id, on, { of: 'distinct', fields }, scope, bounds)
}

export function temporal(
  id: string,
  on: string,
  scope: Scope,
  { ordered = false, condition = null }: { ordered?: boolean; condition?: FeedCondition | null } = {},
): WindowRule {
  const feeds = feedsOf(on)
  const groupBy = keysOf(scope, feeds.length)
  return ruleOf(id, { kind: 'temporal', feeds, groupBy, windowMs: msOf(scope.in), ordered, condition })
}

/** Steps as `a !b c*3`; `until` after a bar: `a b | logoff`. */
export function sequence(id: string, text: string, by: string, span: string | null, ordered = true): WindowRule {
  const [steps = '', until = ''] = text.split('|').map((part) => part.trim())
  return ruleOf(id, {
    kind: 'sequence',
    ordered,
    steps: steps.split(' ').map((step) => stepOf(step, by)),
    maxSpanMs: span === null ? null : msOf(span),
    until: until ? stepOf(until, by) : null,
  })
}

/** The name of the base rule that a condition of `sequence` stands for. */
export function nameIn({ where }: EventBody): string {
  return where.kind === 'field' && where.test.op === 'equals' ? where.test.text : ''
}

function stepOf(text: string, by: string): Step {
  const [, bang, name = '', runs = '1'] = /^(!?)(\w+)(?:\*(\d+))?$/.exec(text) ?? []
  const test = { op: 'equals', text: name, cased: true } as const
  const feed: EventBody = {
    kind: 'event',
    logSource: { product: null, category: null, service: null },
    where: { kind: 'field', field: 'rule', test },
  }
  const keys = by === '' ? [] : by.split(' ')
  const step = { feed, by: keys.map((key) => key.replace('?', '')), missing: bang === '!', runs: Number(runs) }
  return by.includes('?') ? { ...step, optional: keys.map((key) => key.startsWith('?')) } : step
}

function feedsOf(on: string): { rule: string }[] {
  return on.split(' ').map((rule) => ({ rule }))
}

function keysOf({ by = '' }: Scope, feeds: number): readonly GroupKey[] {
  if (typeof by !== 'string') return by
  const names = by === '' ? [] : by.split(' ')
  return names.map((name) => ({ name, fields: new Array<string>(feeds).fill(name) }))
}

function ruleOf(id: string, window: Window): WindowRule {
  return { id, body: { kind: 'window', window, generate: false } }
}
