/** Settings of the closure sweep: its interval, and its size. */
export type ClosureSettings = {
  readonly enabled: boolean
  readonly intervalSeconds: number
  /** Between two looks at one connector. */
  readonly connectorIntervalSeconds: number
  /** Connectors of all tenants with one look. */
  readonly connectorsPerTick: number
  readonly windowHoursMax: number
  /** How far back the first window begins, and the furthest that a later one does. */
  readonly lookbackHoursMax: number
  readonly overlapSeconds: number
  /** Findings of a window; the rest comes with the next. */
  readonly limit: number
}

/** Open decisions of a connector whose finding is looked up with one look, newest first. */
export const NAMED_AT_ONCE = 2_000
