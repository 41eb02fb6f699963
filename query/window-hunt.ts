/**
 * Runs window rules over a tenant's stored events: the events that feed them are found as in any hunt, oldest first,
 * and go through the engine of the stream (`detections/window`). Only the engine's own bounds limit its memory,
 * whatever the span. Events before the span are unknown, and nothing after it is waited for.
 */

import type { Rule } from '../detections/plan/plan.ts'
import { planKey } from '../detections/plan/plan-key.ts'
import { withFeeders } from '../detections/window/feeders.ts'
import {
  type Alert,
  type Counts,
  noCounts,
  type Tap,
  WINDOW_LIMITS,
  type WindowRule,
} from '../detections/window/window.ts'
import { Windows } from '../detections/window/windows.ts'
import { AppError } from '../platform/errors.ts'
import type { MatchEvent } from '../schemas/event-view.ts'
import { type HuntFigures, type HuntWatch, hunt } from './hunt.ts'
import type { HuntOverlays } from './hunt-overlays.ts'
import type { HuntRule } from './hunt-plan.ts'
import type { LakeSources } from './lake-sources.ts'
import type { LakeReader } from './ledger.ts'
import type { StoredEvent } from './stored-event.ts'
import type { Span } from './time-slices.ts'
import { tapMatches } from './window-feed.ts'

export type WindowHunt = {
  /** The window rules that are hunted for. */
  readonly wanted: readonly WindowRule[]
  /** Rules that may feed the wanted rules. */
  readonly all: readonly Rule[]
  readonly span: Span
  /** With overlays the windows run a second time, over the events that these leave. */
  readonly overlays?: HuntOverlays | undefined
  /** As in `Hunt`. */
  readonly rowsMax?: number
  readonly isAllInSql?: boolean
}

export type WindowHuntResult = {
  /** Alerts of the wanted rules, ordered by time, then id. */
  readonly alerts: readonly Alert[]
  /** The alerts that the overlays leave; all of them without overlays. */
  readonly kept: readonly Alert[]
  readonly figures: HuntFigures
  /** Counts of matches that the engine could not accept or keep. */
  readonly counts: Counts
  /** Groups that were not fed, for events with many values in the fields of a key. */
  readonly groupsOmitted: number
}

/**
 * Alerts of one hunt; more of them are an error, never a partial result.
 * @bound alerts of a hunt of windows -> an error
 */
export const ALERTS_MAX = 100_000
/** Matches that are kept until their slice is done: each slice has far fewer rows. */
type PendingEvent = { readonly row: StoredEvent; readonly event: MatchEvent; readonly feed: number }

/** Rejects with `bad_request` for a rule that cannot run, and for too many alerts. */
export async function huntWindows(
  reader: LakeReader,
  sources: LakeSources,
  { wanted, all, span, overlays, rowsMax, isAllInSql = false }: WindowHunt,
  watch: Pick<HuntWatch, 'onSlice' | 'signal'> = {},
): Promise<WindowHuntResult> {
  const windows = windowsOf(wanted, all)
  const taps = windows.taps()
  const bars = barsOf(taps, sources, overlays)
  const left = bars === null ? null : { windows: windowsOf(wanted, all), alerts: new AlertBook(wanted) }
  for (const { key, values, carry } of taps) sources.ask([...key, ...values, ...carry])
  const { rules, feeds } = feedersOf(taps, all)
  const alerts = new AlertBook(wanted)
  let held: PendingEvent[] = []
  let unread = 0
  let groupsOmitted = 0
  const settle = (settledMs: number) => {
    for (const { row, event, feed } of held.sort(byTime)) {
      for (const tap of feeds[feed] ?? []) {
        const { matches, omitted } = tapMatches(tap, taps, row, event)
        for (const match of matches) windows.feed(match)
        groupsOmitted += omitted
        if (left && !bars?.(tap, row)) for (const match of matches) left.windows.feed(match)
      }
    }
    held = []
    windows.advance(settledMs)
    alerts.add(windows.flush())
    left?.windows.advance(settledMs)
    left?.alerts.add(left.windows.flush())
  }
  const figures = await hunt(
    reader,
    sources,
    {
      rules,
      span,
      order: 'oldest',
      decides: isAllInSql ? 'sql' : 'cheapest',
      ...(rowsMax !== undefined && { rowsMax }),
    },
    {
      ...(watch.signal && { signal: watch.signal }),
      onMatch(feed, row, known) {
        const event = known ?? sources.eventOf(row)
        if (event) held.push({ row, event, feed })
        else unread++
      },
      onSlice(settledMs, sofar) {
        settle(settledMs)
        watch.onSlice?.(settledMs, sofar)
      },
    },
  )
  settle(span.toMs)
  const unjudged = figures.unjudged + unread
  const found = alerts.list()
  const kept = left ? left.alerts.list() : found
  return { alerts: found, kept, figures: { ...figures, unjudged }, counts: alerts.counts, groupsOmitted }
}

/** Throws `bad_request` for a rule that cannot run. */
function windowsOf(wanted: readonly WindowRule[], all: readonly Rule[]): Windows {
  // Matches arrive in the order of time, so none is late.
  const windows = new Windows({ ...WINDOW_LIMITS, latenessMs: 0 })
  const faults = windows.define(withWindows(wanted, all))
  for (const { ruleId, reason } of faults) throw new AppError('bad_request', `rule ${ruleId}: ${reason}`)
  return windows
}

/** Excludes events from a tap as the stream does: for the rule that matched, or for the window's own rule. */
function barsOf(taps: readonly Tap[], sources: LakeSources, overlays: HuntOverlays | undefined) {
  const asking = taps.map(({ source, ruleId }) => {
    const rules = 'rule' in source ? [source.rule, ruleId] : [ruleId]
    return rules.filter((rule) => overlays?.asksEvents(rule))
  })
  if (overlays === undefined || asking.every((rules) => rules.length === 0)) return null
  return (tap: number, stored: StoredEvent): boolean => {
    const rules = asking[tap] ?? []
    const read = rules.length > 0 ? sources.readOf(stored) : null
    return read !== null && rules.some((rule) => overlays.bars(rule, read.event, read.row) !== null)
  }
}

function byTime(a: PendingEvent, b: PendingEvent): number {
  return Number(a.row.time_ms) - Number(b.row.time_ms) || (a.row.event_uid < b.row.event_uid ? -1 : 1)
}

/** Keeps the latest state of each alert. */
class AlertBook {
  readonly counts = noCounts()
  readonly #alerts = new Map<string, Alert>()
  readonly #wanted: ReadonlySet<string>

  constructor(wanted: readonly WindowRule[]) {
    this.#wanted = new Set(wanted.map(({ id }) => id))
  }

  add({ alerts, counts }: { readonly alerts: readonly Alert[]; readonly counts: Counts }): void {
    for (const [name, count] of Object.entries(counts)) this.counts[name as keyof Counts] += count
    for (const alert of alerts) if (this.#wanted.has(alert.ruleId)) this.#alerts.set(alert.id, alert)
    if (this.#alerts.size > ALERTS_MAX)
      throw new AppError('too_large', `more than ${ALERTS_MAX} alerts: take a shorter time`)
  }

  list(): readonly Alert[] {
    return [...this.#alerts.values()].sort((a, b) => a.timeMs - b.timeMs || (a.id < b.id ? -1 : 1))
  }
}

/** Adds the windows that feed others. */
function withWindows(wanted: readonly WindowRule[], all: readonly Rule[]): readonly WindowRule[] {
  const rules = withFeeders<Pick<Rule, 'id' | 'body'>>(wanted, all)
  return [...rules.values()].flatMap(({ id, body }) => (body.kind === 'window' ? [{ id, body }] : []))
}

/** Each condition once, with the taps that it feeds. */
function feedersOf(taps: readonly Tap[], all: readonly Rule[]) {
  const rules: HuntRule[] = []
  const feeds: number[][] = []
  const known = new Map<string, number>()
  for (const [tap, { source, ruleId }] of taps.entries()) {
    const rule = feederOf(source, ruleId, all)
    const name = planKey(rule.body)
    const at = known.get(name) ?? rules.push(rule) - 1
    known.set(name, at)
    ;(feeds[at] ??= []).push(tap)
  }
  return { rules, feeds }
}

function feederOf(source: Tap['source'], ruleId: string, all: readonly Rule[]): HuntRule {
  const feeder = all.find(({ id }) => id === ('rule' in source ? source.rule : ruleId))
  const body = 'rule' in source ? feeder?.body : source
  if (!feeder || body?.kind !== 'event')
    throw new AppError('bad_request', `rule ${ruleId}: it refers to ${JSON.stringify(source)}, which is not here`)
  return { ...feeder, body }
}
