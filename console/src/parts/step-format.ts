/** Formats the start times of a chart's steps so that no two look the same. */

const DAY_MS = 86_400_000
const MONTH_MS = 27 * DAY_MS
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', year: '2-digit', timeZone: 'UTC' })
const DAY = new Intl.DateTimeFormat(undefined, { day: '2-digit', month: 'short' })
const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const DAY_AND_TIME = new Intl.DateTimeFormat(undefined, {
  ...{ day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
})

/** `times`: RFC 3339, ascending. */
export function stepFormat(times: readonly string[]): Intl.DateTimeFormat {
  const ms = times.map((at) => Date.parse(at))
  const [first = 0, second = first + DAY_MS] = ms
  const shortest = ms.slice(1).reduce((least, at, index) => Math.min(least, at - (ms[index] ?? at)), second - first)
  if (shortest >= MONTH_MS) return MONTH
  if (shortest >= DAY_MS - 3_600_000) return DAY // a day on which the clocks change has 23 hours
  return (ms.at(-1) ?? first) - first < DAY_MS ? TIME : DAY_AND_TIME
}
