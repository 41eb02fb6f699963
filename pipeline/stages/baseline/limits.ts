/** Bounds of the baselines, for each tenant and partition. */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export type BaselineLimits = {
  /** Largest number of entities. A further one is refused and counted, and the tenant is notified. */
  readonly entitiesMax: number
  /** An entity without any event for this long is removed. */
  readonly keepMs: number
  /** An entity without any event for this long, or up to twice as long, keeps its open hours as text only. */
  readonly silentMs: number
  /** Number of known hours from which on anomalies are reported. */
  readonly readyHours: number
  /** Tail probabilities below which an hour is an anomaly of medium, high and critical severity. */
  readonly probabilities: readonly [number, number, number]
}

export const BASELINE_LIMITS: BaselineLimits = {
  /**
   * @bound a tenant's entities with baselines in a partition -> further ones are refused, counted and reported once a
   * day
   */
  entitiesMax: 50_000,
  keepMs: 30 * DAY_MS,
  silentMs: 5 * 60_000,
  readyHours: 168,
  probabilities: [1e-4, 1e-6, 1e-8],
}

/**
 * Empty hours that are learned after an absence; of a longer one only the last.
 * @bound empty hours that a baseline learns from -> only the last ones count
 */
export const ABSENT_HOURS_MAX = 336
