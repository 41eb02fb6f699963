/**
 * Estimates how likely each open case misses its targets, from the cases ahead of it, the people on duty and the
 * expected new cases. It simulates the next days some dozens of times, as a queue with as many servers as people.
 * Handling times are lognormal, as repair times are, and new cases arrive at the recent rates. Equal input gives equal
 * chances.
 */
import type { Severity } from '../../alerts/index.ts'

/** Cost of a missed target, in no currency: ten low ones are one critical one. */
export const PENALTIES: Readonly<Record<Severity, number>> = { critical: 10, high: 5, medium: 2, low: 1, info: 0.5 }
const SEVERITIES = Object.keys(PENALTIES) as Severity[]

export type Handling = { readonly meanMs: number; readonly cv: number }
export type Waiting = {
  readonly id: string
  readonly severity: Severity
  /** When it must be acknowledged; null for no target. */
  readonly ackDueMs: number | null
  /** To be resolved by then. */
  readonly resolveDueMs: number | null
  /** When it was assigned; null while it waits. */
  readonly acknowledgedMs: number | null
  /** The person who works on it: each works on one case at a time. Null for an unknown person. */
  readonly acknowledgedBy: string | null
}
export type Load = {
  readonly onDuty: number
  readonly handling: Readonly<Record<Severity, Handling>>
  /** Cases that come, by millisecond. */
  readonly arrivals: Readonly<Record<Severity, number>>
  /** Time to resolve a new case, by severity. */
  readonly resolveMs: Readonly<Record<Severity, number>>
}
export type Forecast = {
  readonly id: string
  /** The target that is more likely to be missed. */
  readonly clock: 'ack' | 'resolve'
  readonly dueMs: number
  /** Probability of missing the target, 0 to 1, in steps of one simulation run. */
  readonly chance: number
  readonly expectedPenalty: number
  /** Penalty saved per hour of work when the case is taken next and not one case later: the order goes by it. */
  readonly savedPerHour: number
}

/** @bound open cases that a forecast of the SLA counts = {cases} -> further ones are not forecast */
export const FORECAST_LIMITS = { plays: 60, cases: 500, coming: 2_000, rankings: 30 } as const
const HOUR_MS = 3_600_000

/** Cases with the highest saving per hour come first. Cases without a target have no forecast. */
export function forecasts(cases: readonly Waiting[], load: Load, nowMs: number, plays: number = FORECAST_LIMITS.plays) {
  const missed = cases.map(() => ({ ack: 0, resolve: 0 }))
  for (let play = 1; play <= plays; play++) {
    const random = seeded(play)
    for (const [index, ends] of played(cases, load, nowMs, random).entries()) {
      const [one, count] = [cases[index], missed[index]]
      if (one === undefined || count === undefined) continue
      if (one.ackDueMs !== null && one.acknowledgedMs === null && ends.acknowledgedMs > one.ackDueMs) count.ack++
      if (one.resolveDueMs !== null && ends.endsMs > one.resolveDueMs) count.resolve++
    }
  }
  return cases
    .flatMap((one, index): Forecast[] => {
      const found = (['ack', 'resolve'] as const).flatMap((clock) => {
        const dueMs = clock === 'ack' ? one.ackDueMs : one.resolveDueMs
        const isOver = clock === 'ack' && one.acknowledgedMs !== null
        return dueMs === null || isOver ? [] : [{ clock, dueMs, chance: (missed[index]?.[clock] ?? 0) / plays }]
      })
      const [first, ...rest] = found
      if (first === undefined) return []
      const most = rest.reduce((a, b) => (b.chance > a.chance ? b : a), first)
      const expectedPenalty = PENALTIES[one.severity] * most.chance
      return [{ id: one.id, ...most, expectedPenalty, savedPerHour: savedPerHour(one, load, nowMs) }]
    })
    .toSorted((a, b) => b.savedPerHour - a.savedPerHour || a.dueMs - b.dueMs || (a.id < b.id ? -1 : 1))
}

type Played = { readonly acknowledgedMs: number; readonly endsMs: number }
type InPlay = Waiting & { readonly index: number }
type AcknowledgedCase = InPlay & { readonly acknowledgedMs: number }

/** One simulation run, until no case that is open now can still meet its target. */
function played(cases: readonly Waiting[], load: Load, nowMs: number, random: () => number): Played[] {
  const ends: Played[] = cases.map(() => ({
    acknowledgedMs: Number.POSITIVE_INFINITY,
    endsMs: Number.POSITIVE_INFINITY,
  }))
  const horizonMs = Math.max(
    nowMs,
    ...cases.map(({ ackDueMs, resolveDueMs }) => Math.max(ackDueMs ?? 0, resolveDueMs ?? 0)),
  )
  const free: number[] = Array.from({ length: load.onDuty }, () => nowMs)
  const queue: InPlay[] = []
  const acknowledged = new Map<string, AcknowledgedCase[]>()
  for (const [index, one] of cases.entries()) {
    const { acknowledgedMs, acknowledgedBy } = one
    if (acknowledgedMs === null) queue.push({ ...one, index })
    else {
      const of = acknowledgedBy ?? String(index)
      acknowledged.set(of, [...(acknowledged.get(of) ?? []), { ...one, index, acknowledgedMs: acknowledgedMs }])
    }
  }
  for (const own of acknowledged.values()) {
    // A busy person takes no other case; of their cases the one assigned first is in progress.
    let atMs = nowMs
    for (const [place, one] of own.toSorted((a, b) => a.acknowledgedMs - b.acknowledgedMs).entries()) {
      const handling = load.handling[one.severity]
      atMs += place === 0 ? stillToWork(handling, nowMs - one.acknowledgedMs, random) : lognormal(handling, random)
      ends[one.index] = { acknowledgedMs: one.acknowledgedMs, endsMs: atMs }
    }
    const at = free.indexOf(Math.min(...free))
    free[at] = Math.max(free[at] ?? nowMs, atMs)
  }
  const coming = comingCases(load, nowMs, horizonMs, random)
  let open = queue.length
  const every = Math.max(1, Math.ceil((queue.length + coming.length) / FORECAST_LIMITS.rankings))
  let ranked: InPlay[] = []
  for (let picks = 0; open > 0; picks++) {
    const server = free.indexOf(Math.min(...free))
    let atMs = free[server] ?? nowMs
    if (queue.length === 0) atMs = Math.max(atMs, coming[0]?.comesMs ?? horizonMs + 1)
    if (atMs > horizonMs) break
    let isNew = false
    while ((coming[0]?.comesMs ?? Number.POSITIVE_INFINITY) <= atMs) {
      const next = coming.shift()
      if (next !== undefined) queue.push(next)
      isNew = true
    }
    if (ranked.length === 0 || picks % every === 0 || (isNew && every === 1)) ranked = rankedAt(queue, load, atMs)
    const one = ranked.pop()
    if (one === undefined) continue
    queue.splice(queue.indexOf(one), 1)
    const endsMs = atMs + lognormal(load.handling[one.severity], random)
    free[server] = endsMs
    if (one.index < 0) continue
    ends[one.index] = { acknowledgedMs: atMs, endsMs }
    open--
  }
  return ends
}

/** Sorts the queue with the next case at the end. */
function rankedAt(queue: readonly InPlay[], load: Load, atMs: number): InPlay[] {
  const due = ({ resolveDueMs, ackDueMs }: Waiting) => resolveDueMs ?? ackDueMs ?? Number.POSITIVE_INFINITY
  return queue
    .map((one) => ({ one, saved: savedPerHour(one, load, atMs) }))
    .toSorted((a, b) => a.saved - b.saved || due(b.one) - due(a.one))
    .map(({ one }) => one)
}

type Coming = InPlay & { readonly comesMs: number }

function comingCases({ arrivals, resolveMs }: Load, nowMs: number, horizonMs: number, random: () => number): Coming[] {
  const coming: Coming[] = []
  for (const severity of SEVERITIES) {
    const rate = arrivals[severity]
    for (let ms = nowMs; rate > 0 && coming.length < FORECAST_LIMITS.coming; ) {
      ms += -Math.log(1 - random()) / rate
      if (ms >= horizonMs) break
      const dues = { ackDueMs: null, resolveDueMs: ms + resolveMs[severity] }
      coming.push({ id: '', index: -1, severity, acknowledgedMs: null, acknowledgedBy: null, comesMs: ms, ...dues })
    }
  }
  return coming.toSorted((a, b) => a.comesMs - b.comesMs)
}

/**
 * Penalty saved per hour of work, against one more case of usual length before it: a hopeless case gains nothing, and
 * neither does one with time left.
 */
export function savedPerHour(one: Waiting, load: Load, nowMs: number): number {
  const { severity, resolveDueMs, ackDueMs, acknowledgedMs } = one
  const handling = load.handling[severity]
  const usualMs = usualOf(load) / load.onDuty
  let saved = 0
  if (resolveDueMs !== null && resolveDueMs > nowMs) {
    const leftMs = resolveDueMs - nowMs
    saved = Math.max(0, lognormalAbove(handling, leftMs - usualMs) - lognormalAbove(handling, leftMs))
  }
  if (ackDueMs !== null && ackDueMs > nowMs && acknowledgedMs === null) {
    // A case must be taken before the next one ends: the less time is left, the more urgent.
    const leftMs = ackDueMs - nowMs
    saved = Math.max(saved, leftMs < usualMs ? 1 : usualMs / leftMs / 2)
  }
  return (PENALTIES[severity] * saved * HOUR_MS) / handling.meanMs
}

const usual = new WeakMap<Load, number>()

/** A usual piece of work: of what comes, or evenly of everything where nothing is known to come. */
function usualOf(load: Load): number {
  const known = usual.get(load)
  if (known !== undefined) return known
  const { handling, arrivals } = load
  const total = SEVERITIES.reduce((sum, one) => sum + arrivals[one], 0)
  const weight = (one: Severity) => (total === 0 ? 1 / SEVERITIES.length : arrivals[one] / total)
  const ms = SEVERITIES.reduce((sum, one) => sum + weight(one) * handling[one].meanMs, 0)
  usual.set(load, ms)
  return ms
}

/** Remaining time of work that has gone on for so long; the mean again where it is longer than nearly all. */
function stillToWork(handling: Handling, workedMs: number, random: () => number): number {
  for (let n = 0; n < 20; n++) {
    const wholeMs = lognormal(handling, random)
    if (wholeMs > workedMs) return wholeMs - workedMs
  }
  return handling.meanMs
}

const spread = ({ cv }: Handling) => Math.log(1 + cv * cv)

function lognormalAbove(handling: Handling, ms: number): number {
  if (ms <= 0) return 1
  const variance = spread(handling)
  if (variance === 0) return handling.meanMs > ms ? 1 : 0
  return normalAbove((Math.log(ms) - (Math.log(handling.meanMs) - variance / 2)) / Math.sqrt(variance))
}

/** A lognormal random number, by the Box-Muller method. */
export function lognormal(handling: Handling, random: () => number): number {
  const variance = spread(handling)
  const z = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.exp(Math.log(handling.meanMs) - variance / 2 + Math.sqrt(variance) * z)
}

/** The normal distribution above `z`, to 1.5e-7. Source: Abramowitz and Stegun, 7.1.26. */
function normalAbove(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const erf = 1 - tail * Math.exp(-x * x)
  return z >= 0 ? (1 - erf) / 2 : (1 + erf) / 2
}

/** mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
