/** Times in the viewer's zone or in UTC, as chosen; hovering shows the full time with its offset. */
import { usePreference } from './preferences.ts'

type Clock = 'local' | 'utc'

const zoneOf = (clock: Clock) => (clock === 'utc' ? { timeZone: 'UTC' } : {})
const formats = (clock: Clock) => ({
  short: new Intl.DateTimeFormat(undefined, {
    ...{ month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    ...zoneOf(clock),
  }),
  exact: new Intl.DateTimeFormat(undefined, {
    ...{ month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
    ...zoneOf(clock),
  }),
  second: new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23', ...zoneOf(clock) }),
  full: new Intl.DateTimeFormat(undefined, {
    ...{ year: 'numeric', month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    ...{ timeZoneName: 'short', ...zoneOf(clock) },
  }),
  long: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long', ...zoneOf(clock) }),
})
const FORMATS = { local: formats('local'), utc: formats('utc') }
const MINUTE_MS = 60_000
const UNITS = [
  ['d', 1_440],
  ['h', 60],
  ['min', 1],
] as const

export function useFormats() {
  return FORMATS[usePreference('clock')]
}

type TimeProps = {
  readonly at: string
  /** For lists in which the order within a minute matters. */
  readonly seconds?: boolean
  /** With the year and the zone, for pages that are printed. */
  readonly inFull?: boolean
}

export function Time({ at, seconds = false, inFull = false }: TimeProps) {
  const { short, exact, full, long } = useFormats()
  const date = new Date(at)
  if (!isTime(at)) return <span className="quiet">{at}</span>
  return (
    <time dateTime={at} title={`${long.format(date)} (${at})`}>
      {(inFull ? full : seconds ? exact : short).format(date)}
    </time>
  )
}

type TimeRangeProps = { readonly from: string; readonly to: string }

/** Within one minute the seconds tell the ends apart, and one moment is shown once. */
export function TimeRange({ from, to }: TimeRangeProps) {
  const { short, exact } = useFormats()
  const isSameIn = (format: Intl.DateTimeFormat) =>
    isTime(from) && isTime(to) && format.format(new Date(from)) === format.format(new Date(to))
  const seconds = isSameIn(short)
  if (isSameIn(exact)) return <Time at={from} seconds />
  return (
    <>
      <Time at={from} seconds={seconds} /> – <Time at={to} seconds={seconds} />
    </>
  )
}

/** The age in its largest unit. */
export function Age({ at, nowMs }: { readonly at: string; readonly nowMs: number }) {
  const { long } = useFormats()
  if (!isTime(at)) return <span className="quiet">{at}</span>
  return (
    <time dateTime={at} title={`${long.format(new Date(at))} (${at})`}>
      {spanOf(nowMs - Date.parse(at))}
    </time>
  )
}

/** The time until a target or since; a missed target shows a word as well as a colour. */
export function Due({ at, nowMs }: { readonly at: string; readonly nowMs: number }) {
  const { long } = useFormats()
  const leftMs = Date.parse(at) - nowMs
  if (!isTime(at)) return <span className="quiet">{at}</span>
  return (
    <time dateTime={at} title={`due ${long.format(new Date(at))} (${at})`} className={leftMs < 0 ? 'late' : undefined}>
      {dueText(leftMs)}
    </time>
  )
}

export function dueText(leftMs: number): string {
  const span = spanOf(Math.abs(leftMs))
  if (leftMs >= 0) return span
  return span === NOW ? 'late' : `${span} late`
}

/** A field rule of the tenant may have replaced a time by another text, which is shown as it came. */
function isTime(at: string): boolean {
  return !Number.isNaN(Date.parse(at))
}

const NOW = 'now'

/** Shows `now` below a minute. */
function spanOf(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS)
  const unit = UNITS.find(([, size]) => minutes >= size)
  return unit === undefined ? NOW : `${Math.floor(minutes / unit[1])} ${unit[0]}`
}
