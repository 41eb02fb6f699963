/**
 * Compiles rules to windows: their judge, the fields that each feed must carry, and the windows that feed one another.
 * A rule that cannot run is a fault with its reason, and the others stay.
 */

import { createHash } from 'node:crypto'
import type { Aggregate, Bound, Feed, GroupKey, Sequence, Temporal, Window } from '../plan/plan.ts'
import { planKey } from '../plan/plan-key.ts'
import type { Entry } from './columns.ts'
import { allOf, type Condition, faultIn, hasNegation } from './condition.ts'
import { FeedFigure, figureOf } from './figures.ts'
import type { Judge } from './group.ts'
import { isRising, type Measure, measured } from './measure.ts'
import { NegatedJudge } from './negated.ts'
import { CountScan, inFeedOrder, OrderedScan, WindowScan } from './scan.ts'
import { SequenceJudge } from './sequence.ts'
import { type Sliding, SlidingJudge } from './sliding.ts'
import { TumblingJudge } from './tumbling.ts'
import type { WindowLimits, WindowRule } from './window.ts'

/** Number of bits of a small integer. */
const FEEDS_MAX = 30
const RUNS_MAX = 1000
export const KEYS_MAX = 16

/** The common form of all kinds of windows. */
export type Shape = {
  readonly feeds: readonly Feed[]
  readonly groupBy: readonly GroupKey[]
  /** The measure; null when the matches themselves are counted. */
  readonly measure: Measure | null
}

export function shapeOf(window: Window): Shape {
  if (window.kind === 'aggregate') return window
  if (window.kind === 'temporal') return { ...window, measure: null }
  const steps = window.until ? [...window.steps, window.until] : window.steps
  const names = window.steps[0]?.by ?? []
  const groupBy = names.map((name, at): GroupKey => {
    const optional = steps.map((step) => step.optional?.[at] === true)
    const key = { name, fields: steps.map(({ by }) => by[at] ?? '') }
    return optional.includes(true) ? { ...key, optional } : key
  })
  return { feeds: steps.map(({ feed }) => feed), groupBy, measure: null }
}

/** The fields that are measured, by the window's own names. */
export function valueFields({ measure }: Shape): readonly string[] {
  return measure && measure.of !== 'count' ? measure.fields : []
}

/** Changes when anything changes on which a stored group depends. */
export function digestOf(rule: WindowRule, carry: readonly string[]): string {
  return createHash('sha256')
    .update(planKey([rule.id, rule.body.window, carry]))
    .digest('hex')
    .slice(0, 24)
}

/** Why the rule cannot run, or null. */
export function faultOf({ body: { window } }: WindowRule, limits: WindowLimits): string | null {
  const { feeds, groupBy } = shapeOf(window)
  if (feeds.length === 0) return 'the window has no feed'
  if (feeds.length > FEEDS_MAX) return `the window has more than ${FEEDS_MAX} feeds`
  if (groupBy.length > KEYS_MAX) return `the group has more than ${KEYS_MAX} fields`
  const isAligned = groupBy.every(
    ({ fields }) => fields.length === feeds.length && fields.every((field) => field !== ''),
  )
  if (!isAligned) return 'a field of the group is not named for every feed'
  if (window.kind === 'sequence') return sequenceFault(window, limits)
  if (!(window.windowMs > 0 && window.windowMs <= limits.spanMaxMs))
    return `the window is not between 1 and ${limits.spanMaxMs} ms`
  return window.kind === 'aggregate' ? aggregateFault(window, limits) : temporalFault(window)
}

function aggregateFault({ measure, bounds }: Aggregate, { entriesMax }: WindowLimits): string | null {
  if (bounds.length === 0) return 'the aggregate has no bound'
  const fields = measure.of === 'count' ? 0 : measure.fields.length
  if (measure.of === 'distinct' && fields === 0) return 'the aggregate names no field'
  if (measure.of !== 'count' && measure.of !== 'distinct' && fields !== 1)
    return `${measure.of} takes one field, not ${fields}`
  if (measure.of === 'percentile' && !(measure.percentile >= 0 && measure.percentile <= 100))
    return 'the percentile is not within 0 and 100'
  if (measure.of !== 'count' && measure.of !== 'distinct') return null
  return bounds.some(({ value }) => value >= entriesMax) ? `a count is compared with ${entriesMax} or more` : null
}

function temporalFault({ ordered, condition, feeds }: Temporal): string | null {
  if (!condition) return null
  if (ordered) return 'a window in order takes all of its feeds, not a condition'
  return faultIn(condition, feeds.length)
}

function sequenceFault({ ordered, steps, maxSpanMs, until }: Sequence, limits: WindowLimits): string | null {
  if (maxSpanMs !== null && !(maxSpanMs >= 0 && maxSpanMs <= limits.spanMaxMs))
    return `maxspan is above ${limits.spanMaxMs} ms`
  if (steps.every(({ missing }) => missing)) return 'a sequence needs a step that is not missing'
  if (steps.some(({ missing }) => missing) && maxSpanMs === null) return 'a missing event needs a maxspan'
  const runs = steps.reduce((sum, step) => sum + step.runs, 0)
  if (!steps.every((step) => Number.isInteger(step.runs) && step.runs >= 1) || runs > RUNS_MAX)
    return `runs are not within 1 and ${RUNS_MAX}`
  if (ordered) return null
  const isPlain = until === null && steps.every(({ missing, runs }) => !missing && runs === 1)
  return isPlain ? null : 'a sample has no until, runs or missing events'
}

export function judgeOf(window: Window, hasFollowers: boolean, limits: WindowLimits, evicted: () => void): Judge {
  if (window.kind === 'aggregate') return aggregateJudge(window, hasFollowers)
  if (window.kind === 'temporal') return temporalJudge(window, hasFollowers)
  const spanMs = window.maxSpanMs ?? limits.spanMaxMs
  if (window.ordered) return new SequenceJudge(window, spanMs, limits.closingMax, evicted)
  return togetherJudge(Math.max(1, spanMs), allOf(window.steps.length), window.steps.length, hasFollowers)
}

function aggregateJudge(aggregate: Aggregate, hasFollowers: boolean): Judge {
  const { windowMs, measure, bounds } = aggregate
  if (!isRising(aggregate)) return new TumblingJudge(windowMs, measure, bounds)
  const figure = (entries: readonly Entry[]) => measured(measure, entries)
  return new SlidingJudge({ windowMs, ...scansOf(aggregate), figure, members: (entries) => entries, hasFollowers })
}

function scansOf({ windowMs, measure, bounds }: Aggregate): Pick<Sliding, 'scan' | 'leadMs' | 'shared'> {
  if (measure.of !== 'count') {
    return { scan: () => new WindowScan(windowMs, figureOf(measure, bounds)), leadMs: windowMs, shared: null }
  }
  const count = new CountScan(windowMs, leastOf(bounds))
  return { scan: () => count, leadMs: 0, shared: count }
}

/**
 * The smallest count that rising bounds allow, at least 1: a bound that is fulfilled without matches fires at the first
 * one.
 */
function leastOf(bounds: readonly Bound[]): number {
  const least = bounds.map(({ op, value }) => (op === 'gt' ? Math.floor(value) + 1 : Math.ceil(value)))
  return Math.max(1, ...least)
}

function temporalJudge({ windowMs, feeds, ordered, condition }: Temporal, hasFollowers: boolean): Judge {
  if (!ordered) return togetherJudge(windowMs, condition ?? allOf(feeds.length), feeds.length, hasFollowers)
  const scan = () => new OrderedScan(windowMs, feeds.length)
  const members = (entries: readonly Entry[]) => chainIn(entries, feeds.length)
  return new SlidingJudge({ windowMs, scan, leadMs: windowMs, shared: null, figure: () => null, members, hasFollowers })
}

function togetherJudge(windowMs: number, condition: Condition, feeds: number, hasFollowers: boolean): Judge {
  if (hasNegation(condition)) return new NegatedJudge(windowMs, condition, feeds)
  const scan = () => new WindowScan(windowMs, new FeedFigure(condition, feeds))
  const members = (entries: readonly Entry[]) => entries
  return new SlidingJudge({ windowMs, scan, leadMs: windowMs, shared: null, figure: () => null, members, hasFollowers })
}

/** The youngest chain through all feeds that ends last; searched from its end. */
function chainIn(entries: readonly Entry[], feeds: number): readonly Entry[] {
  const chain: Entry[] = []
  const ordered = [...entries].sort((a, b) => a.timeMs - b.timeMs)
  for (let to = ordered.length; to > 0 && chain.length < feeds; ) {
    const from = ordered.findIndex(({ timeMs }) => timeMs === ordered[to - 1]?.timeMs)
    for (const entry of [...inFeedOrder(ordered.slice(from, to))].reverse()) {
      const wanted = feeds - 1 - chain.length
      if (wanted >= 0 && entry.feeds & (1 << wanted)) chain.push(entry)
    }
    to = from
  }
  return chain.reverse()
}
