/**
 * The oldest plausible event time; an earlier one comes from a clock that is not set.
 * @bound time of an event = from the year 2000 to {FUTURE_MS_MAX} ahead -> dead letter `time_out_of_range`
 */
export const OLDEST_MS = Date.UTC(2000, 0, 1)
/** How far an event's own time may lie ahead of its receipt. */
export const FUTURE_MS_MAX = 24 * 3_600_000
