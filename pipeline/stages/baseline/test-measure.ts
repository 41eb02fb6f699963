/**
 * Measures how well anomalies separate attackers from all others, on a simulated population in which the attackers are
 * known.
 */
import type { Anomaly } from '../../../schemas/anomaly.ts'
import { anomalyOf, severityOf } from './anomaly.ts'
import { Entity } from './entity.ts'
import { tailProbability } from './hourly-profile.ts'
import { BASELINE_LIMITS, type BaselineLimits, HOUR_MS } from './limits.ts'
import { populationOf, type Size } from './test-populations.ts'

export type Measured = {
  /** Precision: share of reported entity hours that held an attack. Recall: share of attacks that were reported. */
  readonly precision: number
  readonly recall: number
  readonly falseAlarmsPerDayPer1000: number
  readonly anomalousHours: number
  readonly planted: number
  readonly missed: readonly string[]
  readonly falseOf: Readonly<Record<string, number>>
  /** For each bound of the tail probability: the share of judged hours without an attack that lay at or below it. */
  readonly calibration: readonly { readonly stated: number; readonly found: number }[]
}

const STATED = [1e-1, 1e-2, 1e-3, 1e-4]

/** Hours without an attack, by the stated probability of their sums. */
class Calibration {
  #hours = 0
  readonly #found = STATED.map(() => 0)

  add({ current, metrics }: Entity): void {
    for (const [place, { kind, from, unit }] of metrics.entries()) {
      const expected = current?.expected[place]
      if (kind !== 'count' || !expected) continue
      const probability = tailProbability(expected, Math.log1p((current.counts.get(from) ?? 0) / unit))
      this.#hours++
      for (const [at, stated] of STATED.entries())
        if (probability <= stated) this.#found[at] = (this.#found[at] ?? 0) + 1
    }
  }

  get(): Measured['calibration'] {
    return STATED.map((stated, at) => ({ stated, found: (this.#found[at] ?? 0) / Math.max(1, this.#hours) }))
  }
}

export function measured(seed: number, size: Size, limits: BaselineLimits = BASELINE_LIMITS): Measured {
  const { hours, planted } = populationOf(seed, size)
  const from = size.learnWeeks * 168
  const entities = new Map<string, Entity>()
  const found = new Map<string, Anomaly>()
  const calibration = new Calibration()
  const attacked = new Set(planted.map(({ entity, hour }) => `${entity} ${hour}`))
  for (const hour of hours) {
    for (const one of hour) {
      const key = `${one.entity_type} ${one.entity}`
      const entity = entities.get(key) ?? new Entity(one.tenant_id, one.entity_type, one.entity)
      entities.set(key, entity)
      entity.add(one, (judged) => {
        const severityId = severityOf(judged, limits)
        if (severityId === 0 || judged.open.hour < from) return
        found.set(`${one.entity} ${judged.open.hour} ${judged.metric.name}`, anomalyOf(entity, judged, severityId))
      })
      if (one.hour >= from && !attacked.has(`${one.entity} ${one.hour}`)) calibration.add(entity)
    }
  }
  const hourOf = ({ time_ms }: Anomaly) => time_ms / HOUR_MS
  const foundHours = new Set([...found.values()].map((one) => `${one.entity} ${hourOf(one)}`))
  const isFalse = (one: Anomaly) => !attacked.has(`${one.entity} ${hourOf(one)}`)
  const falseOf: Record<string, number> = {}
  for (const one of found.values()) if (isFalse(one)) falseOf[one.metric] = (falseOf[one.metric] ?? 0) + 1
  const wrong = [...foundHours].filter((key) => !attacked.has(key)).length
  const hit = [...attacked].filter((key) => foundHours.has(key)).length
  return {
    precision: (foundHours.size - wrong) / Math.max(1, foundHours.size),
    recall: hit / attacked.size,
    falseAlarmsPerDayPer1000: (wrong / size.days / (size.users + size.hosts)) * 1000,
    anomalousHours: foundHours.size,
    planted: attacked.size,
    missed: planted.filter(({ entity, hour }) => !foundHours.has(`${entity} ${hour}`)).map(({ metric }) => metric),
    falseOf,
    calibration: calibration.get(),
  }
}
