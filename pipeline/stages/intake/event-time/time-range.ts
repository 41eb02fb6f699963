/** The oldest plausible event time; an earlier one comes from a clock that is not set. */
export const OLDEST_MS = Date.UTC(2000, 0, 1)
/** How far an event's own time may lie ahead of its receipt. */
export const FUTURE_MS_MAX = 24 * 3_600_000
