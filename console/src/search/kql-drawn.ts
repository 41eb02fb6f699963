/** Builds the chart that a KQL query requests with `render`, from the rows of its table. */
import type { Schemas } from '../api/client.ts'

type Answer = Pick<Schemas['KqlTable'], 'columns' | 'rows' | 'render'>

export type DrawnSeries = { readonly name: string; readonly values: readonly (number | null)[] }
export type Drawn = { readonly leftOut: number } & (
  | {
      readonly kind: 'time'
      readonly isBars: boolean
      readonly times: readonly string[]
      readonly series: readonly DrawnSeries[]
    }
  | {
      readonly kind: 'bars'
      readonly of: string
      readonly rows: readonly { readonly label: string; readonly value: number }[]
    }
)

export const SERIES_MAX = 6
export const BARS_MAX = 25
const TIMES_MAX = 2_000
const NUMBERS: ReadonlySet<string> = new Set(['int', 'long', 'real', 'decimal'])
const BARS: ReadonlySet<string> = new Set(['columnchart', 'barchart'])

/**
 * Null when the query requests no chart, or its rows have nothing to draw. `leftOut` is the number of series or bars
 * that are not drawn.
 */
export function drawnOf({ columns, rows, render }: Answer): Drawn | null {
  if (render === null || render.chart === 'table' || render.chart === 'card') return null
  const numbers = columns.flatMap(({ type }, at) => (NUMBERS.has(type) ? [at] : []))
  const [time] = columns.flatMap(({ type }, at) => (type === 'datetime' ? [at] : []))
  const names = columns.flatMap(({ name }, at) => (numbers.includes(at) || at === time ? [] : [[at, name] as const]))
  if (numbers.length === 0 || rows.length === 0) return null
  if (time !== undefined) return overTime({ columns, rows, render }, time, numbers, names[0]?.[0])
  // The x column that the query names, otherwise a text column, or the first column if all are numbers, such as
  // EventID.
  const wanted = columns.findIndex(({ name }) => name === render.properties.xcolumn)
  const label = wanted >= 0 ? wanted : (names[0]?.[0] ?? (numbers.length > 1 ? numbers[0] : undefined))
  const value = numbers.find((at) => at !== label)
  if (label === undefined || value === undefined) return null
  const bars = rows.flatMap((row) => {
    const size = numberOf(row[value])
    return size === null || size < 0 ? [] : [{ label: textOf(row[label]), value: size }]
  })
  if (bars.length === 0) return null
  const { name: of = '' } = columns[value] ?? {}
  return { kind: 'bars', of, rows: bars.slice(0, BARS_MAX), leftOut: Math.max(0, bars.length - BARS_MAX) }
}

/** A series for each value of the text column, or for each column of numbers. */
function overTime(
  { columns, rows, render }: Answer,
  time: number,
  numbers: readonly number[],
  name: number | undefined,
): Drawn | null {
  const times = [...new Set(rows.map((row) => textOf(row[time])).filter((at) => !Number.isNaN(Date.parse(at))))].sort()
  if (times.length === 0 || times.length > TIMES_MAX) return null
  const places = new Map(times.map((at, place) => [at, place]))
  const series = new Map<string, (number | null)[]>()
  for (const row of rows) {
    const place = places.get(textOf(row[time]))
    if (place === undefined) continue
    for (const at of name === undefined ? numbers : numbers.slice(0, 1)) {
      const key = name === undefined ? (columns[at]?.name ?? '') : textOf(row[name])
      const values = series.get(key) ?? times.map(() => null)
      values[place] = numberOf(row[at])
      series.set(key, values)
    }
  }
  const all = [...series].map(([of, values]) => ({ name: of, values }))
  return {
    kind: 'time',
    // Bars stand on each other: several columns of numbers are no parts of a sum.
    isBars: BARS.has(render?.chart ?? '') && (name !== undefined || all.length === 1),
    times,
    series: all.slice(0, SERIES_MAX),
    leftOut: Math.max(0, all.length - SERIES_MAX),
  }
}

/** Whole numbers past 2^53 arrive as texts. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : NaN
  return Number.isFinite(number) ? number : null
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
