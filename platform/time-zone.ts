/** Zones at the end of a written time. */
import { codeAt } from './code-at.ts'

/** Zones in use end at +14:00; more than this is a slip. */
const ZONE_MINUTES_MAX = 18 * 60

/**
 * Names that mean one offset everywhere, and Java's `GMT+02:00`. `IST`, `CST` and their like are three zones each, so they
 * are none here.
 */
const ZONE = /^ ?(?:(?:UTC|GMT|UT)?([+-])(\d\d):?(\d\d)?|UTC|GMT|UT|Z)$/i

/** Offset in milliseconds of the zone written from `at` to the end, 0 for none; NaN when it is something else. */
export function zoneMs(text: string, at: number): number {
  if (at === text.length) return 0
  const code = codeAt(text, at) | 32
  if (code === 0x7a && at + 1 === text.length) return 0
  const zone = text.slice(at)
  if (zone !== lastZone) {
    lastZone = zone
    lastMinutes = minutesOf(zone)
  }
  return lastMinutes === null ? Number.NaN : lastMinutes * 60_000
}

/** A source writes the zone that it wrote before. */
let lastZone = ''
let lastMinutes: number | null = null

/** Minutes east of UTC that a written time names; null when it names no zone, as Unix time never does. */
export function zoneMinutes(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > 64) return null
  const found = /(?<=:\d\d(?:[.,]\d+)?)( ?(?:Z|(?:UTC|GMT|UT)?[+-]\d\d:?(?:\d\d)?|UTC|GMT|UT))(?: \d{4})?$/i.exec(value)
  return found ? minutesOf(found[1] ?? '') : null
}

function minutesOf(zone: string): number | null {
  const parts = ZONE.exec(zone)
  if (!parts) return null
  const odd = Number(parts[3] ?? 0)
  const minutes = Number(parts[2] ?? 0) * 60 + odd
  if (minutes > ZONE_MINUTES_MAX || odd > 59) return null
  return parts[1] === '-' ? -minutes : minutes
}
