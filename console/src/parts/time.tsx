/** Times in the viewer's zone; the whole of it, with the offset, on hover. */
const SHORT = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const LONG = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' })
const MINUTE_MS = 60_000
const UNITS = [
  ['d', 1_440],
  ['h', 60],
  ['min', 1],
] as const

export function Time({ at }: { readonly at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={`${LONG.format(date)} (${at})`}>
      {SHORT.format(date)}
    </time>
  )
}

/** How long ago, in its largest unit. */
export function Age({ at, nowMs }: { readonly at: string; readonly nowMs: number }) {
  return (
    <time dateTime={at} title={`${LONG.format(new Date(at))} (${at})`}>
      {ageOf(nowMs - Date.parse(at))}
    </time>
  )
}

function ageOf(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS)
  const unit = UNITS.find(([, size]) => minutes >= size)
  return unit === undefined ? 'now' : `${Math.floor(minutes / unit[1])} ${unit[0]}`
}
