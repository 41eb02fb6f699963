/**
 * The order key of `events` has the event's hour before its class and host, and its exact time after them. For a
 * condition on the time alone the engine uses only the latter, which skips next to nothing. An additional condition on
 * the hour lets it use the beginning of the key.
 */
import type { TimeSpan } from './search/coverage.ts'

/** The engine stores hours as 32-bit seconds, so later ones wrap around. */
const HOURS_END_MS = (2 ** 32 - 3600) * 1000

/**
 * An additional condition, with AND before it, that is true for every event of the span; '' for a span beyond the range
 * of hours.
 */
export function hoursSql(
  { fromMs, toMs }: TimeSpan,
  from = String(Math.trunc(fromMs)),
  to = String(Math.trunc(toMs)),
): string {
  if (fromMs < 0 || toMs > HOURS_END_MS) return ''
  return ` AND toStartOfHour(time) >= ${hourOf(from)} AND toStartOfHour(time) <= ${hourOf(to)}`
}

const hourOf = (ms: string) => `toStartOfHour(fromUnixTimestamp64Milli(${ms}, 'UTC'))`
