/** Times and sizes as texts in a shape that the query gives (Kusto documentation, format_datetime, format_timespan). */
import { type FunctionSpec, fn } from '../function-spec.ts'
import { msOfTicks, TICKS } from '../time.ts'

const FIELD = /y{4}|yy|MM?|d{1,8}|HH?|hh?|mm?|ss?|f{1,7}|F{1,7}|tt|./gs

function datetimeFields(ticks: bigint): Readonly<Record<string, number | string>> {
  const date = new Date(msOfTicks(ticks))
  const hour = date.getUTCHours()
  return {
    y: date.getUTCFullYear(),
    M: date.getUTCMonth() + 1,
    d: date.getUTCDate(),
    H: hour,
    h: hour % 12 || 12,
    m: date.getUTCMinutes(),
    s: date.getUTCSeconds(),
    t: hour < 12 ? 'AM' : 'PM',
  }
}

function timespanFields(ticks: bigint): Readonly<Record<string, number | string>> {
  const size = ticks < 0n ? -ticks : ticks
  const hour = Number((size / TICKS.hour) % 24n)
  const minute = Number((size / TICKS.minute) % 60n)
  const second = Number((size / TICKS.second) % 60n)
  return { d: Number(size / TICKS.day), H: hour, h: hour, m: minute, s: second }
}

function formatted(fields: Readonly<Record<string, number | string>>, ticks: bigint, format: string): string {
  const size = ticks < 0n ? -ticks : ticks
  const fraction = (size % TICKS.second).toString().padStart(7, '0')
  return format.replace(FIELD, (field) => {
    const letter = field.charAt(0)
    if (letter === 'f') return fraction.slice(0, field.length)
    if (letter === 'F') return fraction.slice(0, field.length).replace(/0+$/, '')
    const value = fields[letter]
    if (value === undefined || (letter === 't' && field.length < 2)) return field
    if (field === 'yy') return String(Number(value) % 100).padStart(2, '0')
    return String(value).padStart(letter === 't' ? 0 : field.length, '0')
  })
}

const BYTES = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB']

function bytes(value: number, precision = 0n): string {
  let [left, unit] = [value, 0]
  while (Math.abs(left) >= 1024 && unit < BYTES.length - 1) {
    left /= 1024
    unit++
  }
  const places = Math.min(20, Math.max(0, Number(precision)))
  return `${Number(left.toFixed(places))} ${BYTES[unit]}`
}

export const formatFunctions: Readonly<Record<string, FunctionSpec>> = {
  format_datetime: fn(['datetime', 'string'], 'string', (ticks, format) =>
    formatted(datetimeFields(ticks), ticks, format),
  ),
  format_timespan: fn(['timespan', 'string'], 'string', (ticks, format) =>
    formatted(timespanFields(ticks), ticks, format),
  ),
  format_bytes: fn(['real', 'long'], 'string', bytes, 1),
}
