/** Formats the start times of a chart's steps so that no two look the same. */

const DAY_MS = 86_400_000
const MONTH_MS = 27 * DAY_MS
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', year: '2-digit', timeZone: 'UTC' })
const formats = (zone: { readonly timeZone?: string }) => ({
  day: new Intl.DateTimeFormat(undefined, { day: '2-digit', month: 'short', ...zone }),
  time: new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone }),
  dayAndTime: new Intl.DateTimeFormat(undefined, {
    ...{ day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    ...zone,
  }),
})
const FORMATS = { local: formats({}), utc: formats({ timeZone: 'UTC' }) }

/** `times`: RFC 3339, ascending. `clock`: the zone in which the person reads times. */
export function stepFormat(times: readonly string[], clock: keyof typeof FORMATS = 'local'): Intl.DateTimeFormat {
  const { day, time, dayAndTime } = FORMATS[clock]
  const ms = times.map((at) => Date.parse(at))
  const [first = 0, second = first + DAY_MS] = ms
  const shortest = ms.slice(1).reduce((least, at, index) => Math.min(least, at - (ms[index] ?? at)), second - first)
  if (shortest >= MONTH_MS) return MONTH
  if (shortest >= DAY_MS - 3_600_000) return day // a day on which the clocks change has 23 hours
  return (ms.at(-1) ?? first) - first < DAY_MS ? time : dayAndTime
}
