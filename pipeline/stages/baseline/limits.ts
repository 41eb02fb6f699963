/** Bounds of the baselines, of a tenant and a partition each. */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export type BaselineLimits = {
  /** Entities followed. One more is refused, counted, and the tenant is told. */
  readonly entitiesMax: number
  /** An entity that nothing was received of for so long is let go of. */
  readonly keepMs: number
  /** Hours known from which on anomalies are told. */
  readonly readyHours: number
  /** An hour that is less likely than this is an anomaly: of medium, high and critical severity. */
  readonly probabilities: readonly [number, number, number]
}

export const BASELINE_LIMITS: BaselineLimits = {
  entitiesMax: 50_000,
  keepMs: 30 * DAY_MS,
  readyHours: 168,
  probabilities: [1e-4, 1e-6, 1e-8],
}

/** Hours without anything that are learned from, of a longer absence the last. */
export const ABSENT_HOURS_MAX = 336
