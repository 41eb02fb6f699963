/**
 * The windows alone, matches in and alerts and changes of state out: CPU microseconds a base match, flushed every
 * `FLUSH_EVERY` matches as a stage does, in order and with every eighth match out of order; beside rsigma where it is
 * installed, which keeps no journal.
 */
import type { Aggregate, Window } from '../detections/plan/plan.ts'
import type { Match } from '../detections/window/window.ts'
import { WINDOW_LIMITS } from '../detections/window/window.ts'
import { Windows } from '../detections/window/windows.ts'
import { type Beside, correlateBeside } from './correlate-beside.ts'
import { usageOf } from './processes.ts'
import { round } from './round.ts'

const GROUPS = 2000
/** Matches in the one window of the `distinct` lanes. */
const WINDOW_MATCHES = 3500
const MATCHES = 100_000
const PASSES = 12
const FLUSH_EVERY = 2000
const STEP_MS = 10
/** Fewer matches, because rsigma recomputes a distinct count with each match. */
const RSIGMA_DISTINCT_MATCHES = 20_000
const RSIGMA_COUNT_RULES = 8

const counting: Aggregate = {
  kind: 'aggregate',
  feeds: [{ rule: 'base' }],
  groupBy: [{ name: 'user', fields: ['user'] }],
  windowMs: 300_000,
  measure: { of: 'count' },
  bounds: [{ op: 'gte', value: 18 }],
}

const distinct: Aggregate = {
  ...counting,
  windowMs: (WINDOW_MATCHES - 1) * STEP_MS,
  measure: { of: 'distinct', fields: ['value'] },
  bounds: [{ op: 'gte', value: WINDOW_MATCHES - 5 }],
}

const ordered: Window = {
  kind: 'temporal',
  feeds: [{ rule: 'base' }, { rule: 'other' }],
  groupBy: [{ name: 'user', fields: ['user', 'user'] }],
  windowMs: 300_000,
  ordered: true,
  condition: null,
}

export async function benchCorrelate(): Promise<Record<string, unknown>> {
  const count = measure({ window: counting, groups: GROUPS })
  const distinctOne = measure({ window: distinct, groups: 1 })
  return {
    matches: MATCHES,
    groups: GROUPS,
    count,
    count_rsigma: beside(count, 'event_count', counting, { matches: MATCHES, more: RSIGMA_COUNT_RULES }),
    count_disordered: measure({ window: counting, groups: GROUPS, isDisordered: true }),
    ordered: measure({ window: ordered, groups: GROUPS, taps: 2 }),
    distinct_window: WINDOW_MATCHES,
    distinct: distinctOne,
    distinct_rsigma: beside(distinctOne, 'value_count', distinct, { matches: RSIGMA_DISTINCT_MATCHES, more: 1 }),
    distinct_disordered: measure({ window: distinct, groups: 1, isDisordered: true }),
    peak_rss_mb: Math.round(usageOf(process.pid).peakRssMb),
  }
}

/** Cost of one rsigma correlation for the same matches. */
function beside(
  ours: Readonly<Record<string, number>>,
  type: Beside['type'],
  { windowMs, bounds }: Aggregate,
  { matches, more }: { readonly matches: number; readonly more: number },
): Record<string, number> | string {
  const events = Array.from({ length: matches }, (_, i) => {
    const { timeMs, key, values } = matchOf({ window: counting, groups: GROUPS }, i)
    return { timeMs, user: String(key[0]), value: String(values[0]) }
  })
  const theirs = correlateBeside({ type, windowMs, gte: bounds[0]?.value ?? Number.NaN, events, more })
  if (typeof theirs === 'string') return theirs
  return { ...theirs, times_ours: round((theirs.us ?? Number.NaN) / (ours.us ?? Number.NaN)) }
}

type Lane = {
  readonly window: Window
  readonly groups: number
  readonly taps?: number
  /** Every eighth match comes 400 matches later, well within the lateness. */
  readonly isDisordered?: boolean
}

/** CPU microseconds for each match: the fastest of some passes, minus the fastest time to make the same matches. */
function measure(lane: Lane): Record<string, number> {
  const arrivals = order(lane)
  let making = Number.POSITIVE_INFINITY
  let whole = Number.POSITIVE_INFINITY
  let made = { alerts: 0, bytes: 0 }
  for (let i = 0; i < PASSES; i++) {
    const makingAt = process.cpuUsage()
    for (const i of arrivals) sink = matchOf(lane, i)
    making = Math.min(making, microseconds(makingAt))
    const startedAt = process.cpuUsage()
    made = pass(lane, arrivals)
    whole = Math.min(whole, microseconds(startedAt))
  }
  if (!sink) throw new Error('no match was made')
  const us = (whole - making) / MATCHES
  return { us: round(us), alerts: made.alerts, state_bytes_a_match: round(made.bytes / MATCHES) }
}

let sink: Match | null = null

function microseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return user + system
}

function pass(lane: Lane, int32Array: Int32Array): { alerts: number; bytes: number } {
  const windows = new Windows(WINDOW_LIMITS)
  const faults = windows.define([{ id: 'bench', body: { kind: 'window', window: lane.window, generate: false } }])
  if (faults.length > 0) throw new Error(faults[0]?.reason)
  let alerts = 0
  let bytes = 0
  for (let at = 0; at < int32Array.length; at++) {
    const match = matchOf(lane, int32Array[at] as number)
    windows.feed(match)
    windows.advance(match.timeMs)
    if ((at + 1) % FLUSH_EVERY > 0) continue
    const flushed = windows.flush()
    alerts += flushed.alerts.length
    for (const { payload } of flushed.changes) bytes += payload.length
  }
  return { alerts, bytes }
}

/** Groups in random order; uid and value are separate strings, as a parser makes them. */
function matchOf({ groups, taps = 1 }: Lane, i: number): Match {
  return {
    tap: i % taps,
    timeMs: 1_700_000_000_000 + i * STEP_MS,
    uid: UIDS.latin1Slice(i * UID_CHARS, (i + 1) * UID_CHARS),
    key: [`user-${(scattered(i) >>> 8) % groups}`],
    values: [`value-${i}`],
    carry: [],
  }
}

function scattered(i: number): number {
  return Math.imul(i ^ (i >>> 7), 2_654_435_761) >>> 0
}

const UID_CHARS = 36
/** All uids in one buffer, so that making one costs little. */
const UIDS = Buffer.from(
  Array.from({ length: MATCHES }, (_, i) => {
    return `${hex(scattered(i), 8)}-0000-8000-8000-${hex(i, 12)}`
  }).join(''),
)

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

function order({ isDisordered = false }: Lane): Int32Array {
  const places = Array.from({ length: MATCHES }, (_, i) => ({ i, at: isDisordered && i % 8 === 0 ? i + 400 : i }))
  return Int32Array.from(places.sort((a, b) => a.at - b.at).map(({ i }) => i))
}
