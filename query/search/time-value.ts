const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}
/** A day, or a time of it. */
export const DAY_OR_TIME =
  /^\d{4}-\d{2}-\d{2}(?<clock>[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?<zone>Z|[+-]\d{2}:\d{2})?)?$/

/**
 * Unix milliseconds of a day, a time (UTC unless it names a zone), `now`, `now-2h`, `now+1d`, or Unix milliseconds.
 * Null for anything else. Times before 1970 or after 2200, where there are no events, are clamped.
 */
export function timeValue(text: string, nowMs: number): number | null {
  const ms = readTime(text, nowMs)
  return ms === null ? null : Math.min(Math.max(ms, 0), LATEST_MS)
}

const LATEST_MS = Date.UTC(2200, 0, 1)

function readTime(text: string, nowMs: number): number | null {
  const [, sign, count, unit = ''] = /^now(?:([+-])(\d{1,6})([smhdw]))?$/.exec(text) ?? []
  if (sign !== undefined) return nowMs + (sign === '-' ? -1 : 1) * Number(count) * (UNITS_MS[unit] ?? 0)
  if (text === 'now') return nowMs
  if (/^\d{12,13}$/.test(text)) return Number(text)
  const parts = DAY_OR_TIME.exec(text)?.groups
  if (parts === undefined) return null
  const ms = Date.parse(parts.clock !== undefined && parts.zone === undefined ? `${text}Z` : text)
  return Number.isNaN(ms) ? null : ms
}
