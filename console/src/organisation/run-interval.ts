/** Requests a minute that all runs together may cost: the API refuses more than a hundred of one person. */
const A_MINUTE = 40
const MINUTE_MS = 60_000

/** The time between two requests for one run. More runs are each read less often, so that the page keeps its answers. */
export const runIntervalMs = (runs: number): number => (Math.max(1, runs) * MINUTE_MS) / A_MINUTE
