/**
 * A month of a team, simulated: cases come as they do (more by day, in bursts), are worked on by whoever is on duty in the
 * order of a rule, and miss their targets or not. The order of the forecast beside the earliest due time first, on the same
 * months; and how well the chance that it gives, when a case comes, agrees with what becomes of it.
 */

import type { Severity } from '../control/soc/alerts/index.ts'
import {
  forecasts,
  type Handling,
  type Load,
  lognormal,
  PENALTIES,
  savedPerHour,
  seeded,
  type Waiting,
} from '../control/soc/cases/sla/forecast.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const DAYS = 30
const MONTHS = 20

/** Cases a day at load 1, how long they are worked on, and the time in which they are to be resolved. */
const KINDS: Readonly<Record<Severity, { perDay: number; handling: Handling; resolveMs: number }>> = {
  critical: { perDay: 2, handling: { meanMs: 90 * MINUTE_MS, cv: 0.8 }, resolveMs: 4 * HOUR_MS },
  high: { perDay: 8, handling: { meanMs: 60 * MINUTE_MS, cv: 0.9 }, resolveMs: 8 * HOUR_MS },
  medium: { perDay: 24, handling: { meanMs: 40 * MINUTE_MS, cv: 1 }, resolveMs: 24 * HOUR_MS },
  low: { perDay: 36, handling: { meanMs: 20 * MINUTE_MS, cv: 1 }, resolveMs: 48 * HOUR_MS },
  info: { perDay: 10, handling: { meanMs: 10 * MINUTE_MS, cv: 1 }, resolveMs: 96 * HOUR_MS },
}
const SEVERITIES = Object.keys(KINDS) as Severity[]
/** Number of analysts on duty, by day and by night, in UTC. */
const onDutyAt = (ms: number) => {
  const hour = (ms % DAY_MS) / HOUR_MS
  return hour >= 8 && hour < 20 ? 3 : 1
}
const busyAt = (ms: number) => (onDutyAt(ms) === 3 ? 1.5 : 0.5)

type Coming = Waiting & { readonly comesMs: number; readonly workMs: number; readonly resolveDueMs: number }
type Rule = (queue: readonly Coming[], nowMs: number) => Coming
type Month = { readonly missed: number; readonly penalty: number; readonly ofSeverity: Record<string, number> }

export function simulatedMonths(loads: readonly number[], months: number) {
  return loads.map((load) => {
    const all = Array.from({ length: months }, (_, seed) => monthOf(seed + 1, load))
    const [byForecast, byDue] = [byForecastAt(load), earliestDue]
    const ours = all.map((cases) => worked(cases, byForecast))
    const due = all.map((cases) => worked(cases, byDue))
    const mean = (of: readonly Month[], what: (month: Month) => number) =>
      Math.round((of.reduce((sum, one) => sum + what(one), 0) / of.length) * 10) / 10
    const wins = ours.filter(({ penalty }, n) => penalty <= (due[n]?.penalty ?? 0)).length
    return {
      ...{ load, cases: Math.round(all.reduce((sum, { length }) => sum + length, 0) / months) },
      by_forecast: { missed: mean(ours, ({ missed }) => missed), penalty: mean(ours, ({ penalty }) => penalty) },
      by_due_time: { missed: mean(due, ({ missed }) => missed), penalty: mean(due, ({ penalty }) => penalty) },
      critical_missed: [mean(ours, (m) => m.ofSeverity.critical ?? 0), mean(due, (m) => m.ofSeverity.critical ?? 0)],
      months_no_worse: `${wins} of ${months}`,
    }
  })
}

export async function benchSla(): Promise<Record<string, unknown>> {
  const loads = [0.8, 1, 1.1, 1.2]
  const orders = simulatedMonths(loads, MONTHS)
  const chances = loads.map((load) => ({
    load,
    ...calibration(
      Array.from({ length: 3 }, (_, n) => monthOf(n + 1, load)),
      load,
    ),
  }))
  return { months: MONTHS, days: DAYS, orders, chances }
}

const earliestDue: Rule = (queue) => queue.reduce((a, b) => (b.resolveDueMs < a.resolveDueMs ? b : a))

function byForecastAt(load: number): Rule {
  return (queue, nowMs) => {
    const known = loadAt(load, nowMs)
    const ranked = queue.map((one) => ({ one, saved: savedPerHour(one, known, nowMs) }))
    return ranked.reduce((a, b) => (b.saved > a.saved || (b.saved === a.saved && isSooner(b.one, a.one)) ? b : a)).one
  }
}
const isSooner = (a: Coming, b: Coming) => a.resolveDueMs < b.resolveDueMs

const loads = new Map<string, Load>()

function loadAt(load: number, nowMs: number): Load {
  const key = `${load} ${onDutyAt(nowMs)}`
  const found = loads.get(key) ?? loadOf(load, nowMs)
  loads.set(key, found)
  return found
}

function loadOf(load: number, nowMs: number): Load {
  const of = <T>(what: (one: Severity) => T) =>
    Object.fromEntries(SEVERITIES.map((one) => [one, what(one)])) as Record<Severity, T>
  return {
    onDuty: onDutyAt(nowMs),
    handling: of((one) => KINDS[one].handling),
    resolveMs: of((one) => KINDS[one].resolveMs),
    arrivals: of((one) => (KINDS[one].perDay * load * busyAt(nowMs)) / DAY_MS),
  }
}

/** Averaged over day and night, because a case waits through both. */
function usualLoad(load: number): Load {
  const [day, night] = [loadAt(load, 12 * HOUR_MS), loadAt(load, 0)]
  const arrivals = Object.fromEntries(
    SEVERITIES.map((one) => [one, (day.arrivals[one] + night.arrivals[one]) / 2]),
  ) as Record<Severity, number>
  return { ...day, onDuty: (day.onDuty + night.onDuty) / 2, arrivals }
}

function monthOf(seed: number, load: number): Coming[] {
  const random = seeded(seed)
  const cases: Coming[] = []
  for (const severity of SEVERITIES) {
    const { perDay, handling, resolveMs } = KINDS[severity]
    for (let ms = 0; ; ) {
      ms += (-Math.log(1 - random()) * DAY_MS) / (perDay * load * 1.5)
      if (ms >= DAYS * DAY_MS) break
      if (random() > busyAt(ms) / 1.5) continue
      // Sometimes one cause opens several cases at once.
      const many = random() < 0.03 ? 2 + Math.floor(random() * 4) : 1
      for (let n = 0; n < many; n++)
        cases.push({
          ...{
            id: `${seed}-${cases.length}`,
            severity,
            comesMs: ms,
            workMs: lognormal(handling, random),
            acknowledgedMs: null,
            acknowledgedBy: null,
          },
          ...{ ackDueMs: null, resolveDueMs: ms + resolveMs },
        })
    }
  }
  return cases.toSorted((a, b) => a.comesMs - b.comesMs)
}

/** Simulates a month: each free analyst on duty takes the next case by the rule, and finishes it. */
function worked(cases: readonly Coming[], rule: Rule): Month {
  const missed: Record<string, number> = {}
  run(cases, rule, (one, endsMs) => {
    if (endsMs > one.resolveDueMs) missed[one.severity] = (missed[one.severity] ?? 0) + 1
  })
  const penalty = SEVERITIES.reduce((sum, one) => sum + PENALTIES[one] * (missed[one] ?? 0), 0)
  return { penalty, missed: Object.values(missed).reduce((a, b) => a + b, 0), ofSeverity: missed }
}

function run(
  cases: readonly Coming[],
  rule: Rule,
  ended: (one: Coming, endsMs: number) => void,
  came: (one: Coming, queue: readonly Coming[], nowMs: number) => void = () => undefined,
): void {
  const queue: Coming[] = []
  const busyUntil: number[] = []
  let next = 0
  for (let nowMs = 0; next < cases.length || queue.length > 0; ) {
    while ((cases[next]?.comesMs ?? Number.POSITIVE_INFINITY) <= nowMs) {
      const one = cases[next++] as Coming
      queue.push(one)
      came(one, queue, nowMs)
    }
    for (let n = busyUntil.length - 1; n >= 0; n--) if ((busyUntil[n] ?? 0) <= nowMs) busyUntil.splice(n, 1)
    while (queue.length > 0 && busyUntil.length < onDutyAt(nowMs)) {
      const one = rule(queue, nowMs)
      queue.splice(queue.indexOf(one), 1)
      busyUntil.push(nowMs + one.workMs)
      ended(one, nowMs + one.workMs)
    }
    const shift = (Math.floor(nowMs / (4 * HOUR_MS)) + 1) * 4 * HOUR_MS
    const times = [cases[next]?.comesMs ?? Number.POSITIVE_INFINITY, ...busyUntil, shift].filter((ms) => ms > nowMs)
    nowMs = Math.min(...times)
  }
}

/**
 * The predicted chances in five steps, each with the share of missed cases; and Brier's score compared with that of the
 * plain share.
 */
function calibration(months: readonly Coming[][], load: number) {
  const predicted: { chance: number; isMissed: boolean }[] = []
  for (const cases of months) {
    const chances = new Map<string, number>()
    run(
      cases,
      byForecastAt(load),
      (one, endsMs) => {
        const chance = chances.get(one.id)
        if (chance !== undefined) predicted.push({ chance, isMissed: endsMs > one.resolveDueMs })
      },
      // Only every fortieth case, so that it takes at most a minute.
      (one, queue, nowMs) => {
        if (Number(one.id.split('-')[1]) % 40 !== 0) return
        const found = forecasts(queue, usualLoad(load), nowMs, 30).find(({ id }) => id === one.id)
        chances.set(one.id, found?.chance ?? 0)
      },
    )
  }
  const share = predicted.filter(({ isMissed }) => isMissed).length / predicted.length
  const brier = (of: (one: (typeof predicted)[number]) => number) =>
    Math.round(
      (predicted.reduce((sum, one) => sum + (of(one) - Number(one.isMissed)) ** 2, 0) / predicted.length) * 1e4,
    ) / 1e4
  const steps = Map.groupBy(predicted, ({ chance }) => Math.min(4, Math.floor(chance * 5)))
  return {
    ...{ brier: brier(({ chance }) => chance), brier_of_the_share: brier(() => share) },
    steps: [...steps]
      .toSorted(([a], [b]) => a - b)
      .map(([step, of]) => {
        const missed = of.filter(({ isMissed }) => isMissed).length
        return `${step * 20}-${step * 20 + 20}%: ${of.length} cases, ${Math.round((missed / of.length) * 100)}% missed`
      }),
  }
}
