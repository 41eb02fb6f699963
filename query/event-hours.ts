/**
 * The order key of `events` has the hour of an event before its class and host, and its time behind them. Of a condition on the
 * time alone the engine takes the latter, by which it passes over next to nothing: one on the hour says the same of the key.
 */
import type { TimeSpan } from './search/coverage.ts'

/** Hours are 32 bits of seconds in the engine, and later ones begin anew. */
const HOURS_END_MS = (2 ** 32 - 3600) * 1000

/** One more condition, with AND before it, that holds for every event of the span; '' for a span that hours do not reach. */
export function hoursSql(
  { fromMs, toMs }: TimeSpan,
  from = String(Math.trunc(fromMs)),
  to = String(Math.trunc(toMs)),
): string {
  if (fromMs < 0 || toMs > HOURS_END_MS) return ''
  return ` AND toStartOfHour(time) >= ${hourOf(from)} AND toStartOfHour(time) <= ${hourOf(to)}`
}

const hourOf = (ms: string) => `toStartOfHour(fromUnixTimestamp64Milli(${ms}, 'UTC'))`
