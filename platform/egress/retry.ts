/**
 * The one rule about answers of other machines that are worth another try. Source: RFC 9110, 10.2.3 (`Retry-After`) and
 * 15.5 (a client must not repeat a request that a 4xx refused), with 408, 425 and 429, which name a moment.
 */
import type { IncomingHttpHeaders } from 'node:http'

const PASSING: ReadonlySet<number> = new Set([408, 425, 429])

/** False: the receiver refuses the request itself, and would refuse it again: 401, 404 or 410, a redirect. */
export const isWorthRetrying = (status: number): boolean => status >= 500 || PASSING.has(status)

/** Seconds that the receiver wants to be left alone, at most `max`: 0 is at once. Null when it names no time. */
export function retryAfterSeconds(
  headers: IncomingHttpHeaders,
  max: number,
  nowMs = Date.parse(headers.date ?? ''),
): number | null {
  const value = headers['retry-after']?.trim() ?? ''
  // A date begins with its weekday: the engine would read other numbers, such as `-5`, as dates too.
  const isDate = /^[A-Za-z]/.test(value)
  const seconds = /^\d+$/.test(value)
    ? Number(value)
    : isDate
      ? Math.ceil((Date.parse(value) - nowMs) / 1000)
      : Number.NaN
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, seconds), max)
}
