/** Offsets of time zones from UTC. */
import { assert } from './assert.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
const FORMATS_MAX = 600

/** Throws RangeError for an unknown time zone. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-US', {
    ...fields,
    ...{ timeZone: zone, hourCycle: 'h23', minute: '2-digit', second: '2-digit' },
  })
  if (formats.size >= FORMATS_MAX) formats.clear()
  formats.set(zone, format)
  return format
}

const PARTS = /^(\d\d)\/(\d\d)\/(\d{4}), (\d\d):(\d\d):(\d\d)$/

/** The offset of the zone at that time: local time minus UTC. */
export function offsetMsAt(zone: string, ms: number): number {
  const seconds = Math.floor(ms / 1000) * 1000
  const [, month, day, year, hour, minute, second] = PARTS.exec(formatOf(zone).format(seconds)) ?? []
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  assert(!Number.isNaN(local), 'a time is written as the format says')
  return local - seconds
}

/**
 * The time at which clocks in the zone show `localMs`, given as if it were UTC. For a local time that they skip, the
 * offset before the gap is used.
 */
export function utcAt(zone: string, localMs: number): number {
  const guess = localMs - offsetMsAt(zone, localMs)
  return localMs - offsetMsAt(zone, guess)
}

/** True for an IANA name that this program knows; false for offsets such as `+02:00`. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(zone)) return false
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}
