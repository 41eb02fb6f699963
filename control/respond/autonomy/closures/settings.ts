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

/** Open decisions of a connector, newest first, whose finding is looked up in one sweep. */
export const NAMED_AT_ONCE = 2_000
