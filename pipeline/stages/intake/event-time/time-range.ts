const OLDEST_YEAR = 2000
/**
 * The oldest plausible event time; an earlier one comes from a clock that is not set.
 * @bound time of an event = from the year {OLDEST_YEAR} to {FUTURE_MS_MAX} ahead -> dead letter `time_out_of_range`
 */
export const OLDEST_MS = Date.UTC(OLDEST_YEAR, 0, 1)
/** How far an event's own time may lie ahead of its receipt. */
export const FUTURE_MS_MAX = 24 * 3_600_000
