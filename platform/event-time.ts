/**
 * Time as vendors write it: ISO 8601 (a space for the T allowed), RFC 2822 with a zone, and Unix time in seconds,
 * milliseconds, microseconds or nanoseconds, told apart by size. A text without a zone is UTC. Milliseconds since the
 * epoch, or NaN: never now, never a guess.
 */
export function parseEventTime(value: unknown): number {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string' || value.length > 64) return Number.NaN
  const iso = fromIso(value)
  if (!Number.isNaN(iso)) return iso
  if (/^\d{9,19}(\.\d+)?$/.test(value)) return fromNumber(Number(value))
  return RFC_2822.test(value) ? Date.parse(value) : Number.NaN
}

const RFC_2822 = /^([A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(:\d\d)? ([+-]\d{4}|GMT|UT|Z)$/

/** The last moment a Date can hold: whatever is beyond would make the next `toISOString` throw. */
const NANOSECONDS_MAX = 8.64e21

function fromNumber(value: number): number {
  const size = Math.abs(value)
  if (!(size <= NANOSECONDS_MAX)) return Number.NaN
  if (size < 1e11) return Math.round(value * 1000)
  if (size < 1e14) return Math.round(value)
  return Math.round(value / (size < 1e17 ? 1e3 : 1e6))
}

/** Days are looked up, because the events of a batch share a few of them. */
const DAYS_MAX = 512
const days = new Map<string, number>()

function fromIso(text: string): number {
  if (text.length < 16 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return Number.NaN
  const separator = text.charCodeAt(10)
  if (separator !== 84 && separator !== 32 && separator !== 116) return Number.NaN
  const day = dayOf(text.slice(0, 10))
  const hours = two(text, 11)
  const minutes = two(text, 14)
  if (text.charCodeAt(13) !== 58 || !(minutes < 60 && (hours < 24 || (hours === 24 && minutes === 0))))
    return Number.NaN
  let at = 16
  let ms = 0
  if (text.charCodeAt(16) === 58) {
    const seconds = two(text, 17)
    if (!(seconds <= 60)) return Number.NaN
    at = 19
    ms = seconds * 1000
    const point = text.charCodeAt(19)
    if (point === 46 || point === 44) {
      let factor = 100
      for (at = 20; isDigit(text.charCodeAt(at)); at++, factor /= 10) {
        if (factor >= 1) ms += (text.charCodeAt(at) - 48) * factor
      }
      if (at === 20) return Number.NaN
    }
  }
  if (hours === 24 && ms > 0) return Number.NaN
  return day + hours * 3_600_000 + minutes * 60_000 + ms - zoneOf(text, at)
}

function dayOf(text: string): number {
  let day = days.get(text)
  if (day === undefined) {
    if (days.size >= DAYS_MAX) days.clear()
    day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
    // The engine takes 30 February for 2 March.
    if (!Number.isNaN(day) && !new Date(day).toISOString().startsWith(text)) day = Number.NaN
    days.set(text, day)
  }
  return day
}

/** Zones in use end at +14:00; more than this is a slip. */
const ZONE_MINUTES_MAX = 18 * 60

/** Offset of the zone in milliseconds; NaN when what follows the time is not a zone. */
function zoneOf(text: string, at: number): number {
  if (at === text.length || (at + 1 === text.length && (text[at] === 'Z' || text[at] === 'z'))) return 0
  const zone = /^ ?(?:([+-])(\d\d):?(\d\d)?|UTC|GMT)$/.exec(text.slice(at))
  if (!zone) return Number.NaN
  const minutes = Number(zone[2] ?? 0) * 60 + Number(zone[3] ?? 0)
  if (minutes > ZONE_MINUTES_MAX || Number(zone[3] ?? 0) > 59) return Number.NaN
  return (zone[1] === '-' ? -minutes : minutes) * 60_000
}

function two(text: string, at: number): number {
  const tens = text.charCodeAt(at)
  const ones = text.charCodeAt(at + 1)
  return isDigit(tens) && isDigit(ones) ? (tens - 48) * 10 + ones - 48 : Number.NaN
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
