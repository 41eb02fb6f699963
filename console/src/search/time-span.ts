/** The time range of a search, as in the link: a number of hours back from now, or two times. */

const HOUR_MS = 3_600_000
export const HOURS_DEFAULT = 24
/** The longest time range of one query. */
export const HOURS_MAX = 186 * 24

export const SPANS = [
  { hours: '0.25', label: 'Last 15 minutes' },
  { hours: '1', label: 'Last hour' },
  { hours: '4', label: 'Last 4 hours' },
  { hours: '24', label: 'Last 24 hours' },
  { hours: '72', label: 'Last 3 days' },
  { hours: '168', label: 'Last 7 days' },
  { hours: '720', label: 'Last 30 days' },
  { hours: '2160', label: 'Last 90 days' },
] as const

type SpanParams = {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly hours?: string | undefined
}

export type Span = { readonly from: string; readonly to: string }

/** `faults` lists parts of the link that are not times; the default range is shown instead. */
export function spanOf(
  { from, to, hours }: SpanParams,
  nowMs: number,
): { readonly span: Span; readonly faults: readonly string[] } {
  if (from !== undefined || to !== undefined) {
    const [fromMs, toMs] = [Date.parse(from ?? ''), to === undefined ? nowMs : Date.parse(to)]
    if (fromMs < toMs) return { span: spanBetween(fromMs, toMs), faults: [] }
    const faults = [...named('from', from), ...named('to', to)]
    return { span: back(HOURS_DEFAULT, nowMs), faults }
  }
  const wanted = hours === undefined ? HOURS_DEFAULT : Number(hours)
  if (wanted > 0 && wanted <= HOURS_MAX) return { span: back(wanted, nowMs), faults: [] }
  return { span: back(HOURS_DEFAULT, nowMs), faults: named('hours', hours) }
}

function named(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${name}=${value}`]
}

function back(hours: number, nowMs: number): Span {
  return spanBetween(nowMs - hours * HOUR_MS, nowMs)
}

export function spanBetween(fromMs: number, toMs: number): Span {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
}

/** `90m`, `36 h`, `2 weeks` as hours; null for any other text, or for more than one query may cover. */
export function hoursOf(text: string): number | null {
  const [, amount = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/i.exec(text) ?? []
  const size = UNITS.find(([names]) => names.test(unit))?.[1]
  const hours = size === undefined ? Number.NaN : Number(amount) * size
  return hours > 0 && hours <= HOURS_MAX ? hours : null
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:m|min|mins|minutes?)$/i, 1 / 60],
  [/^(?:h|hrs?|hours?)$/i, 1],
  [/^(?:d|days?)$/i, 24],
  [/^(?:w|weeks?)$/i, 168],
]

export function labelOfHours(hours: string): string {
  const known = SPANS.find((one) => one.hours === hours)
  if (known) return known.label
  const count = Number(hours)
  if (count < 1) return `Last ${Math.round(count * 60)} minutes`
  return count % 24 === 0 ? `Last ${count / 24} days` : `Last ${Number(count.toFixed(2))} hours`
}

/** For an input of the type `datetime-local`, in the user's time zone. */
export function localInput(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
