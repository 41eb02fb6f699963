/** Zones at the end of a written time: offsets, and the names that people and devices write. */
import { codeAt } from './code-at.ts'

/** Zones in use end at +14:00; a larger offset is an error. */
const ZONE_MINUTES_MAX = 18 * 60

const ZONE = /^ ?(?:(?:UTC|GMT|UT)?([+-])(\d\d):?(\d\d)?|([A-Za-z]{1,5}))$/

/** Minutes east of UTC for names with one meaning: those of the tz database, and others that devices write. */
const OFFSETS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ UTC: 0, GMT: 0, UT: 0, Z: 0, WET: 0, WEST: 60, CET: 60, CEST: 120, MET: 60, MEST: 120, MEZ: 60, MESZ: 120 },
    ...{ EET: 120, EEST: 180, MSK: 180, MSD: 240, TRT: 180, SAMT: 240, YEKT: 300, OMST: 360, NOVT: 420, KRAT: 420 },
    ...{ IRKT: 480, YAKT: 540, VLAT: 600, MAGT: 660, PETT: 720, WAT: 60, CAT: 120, SAST: 120, EAT: 180, IDT: 180 },
    ...{ IRST: 210, AFT: 270, PKT: 300, UZT: 300, NPT: 345, MMT: 390, ICT: 420, WIB: 420, WITA: 480, WIT: 540 },
    ...{ HKT: 480, SGT: 480, MYT: 480, PHT: 480, PHST: 480, AWST: 480, JST: 540, KST: 540, ACST: 570, ACDT: 630 },
    ...{ AEST: 600, AEDT: 660, NZST: 720, NZDT: 780, NST: -210, NDT: -150, EST: -300, EDT: -240, CDT: -300 },
    ...{ MST: -420, MDT: -360, PST: -480, PDT: -420, AKST: -540, AKDT: -480, HST: -600, HAST: -600, HADT: -540 },
    ...{ BRT: -180, BRST: -120, ART: -180, CLT: -240, CLST: -180, COT: -300, PET: -300, VET: -240, UYT: -180 },
    ...{ BOT: -240, PYT: -240 },
  }),
)

/** Names with several meanings, the most common first. `DST` only says that it is summer time. */
const DOUBTFUL: ReadonlyMap<string, readonly number[]> = new Map(
  Object.entries({
    ...{ CST: [-360, 480, -300], IST: [330, 120, 60], BST: [60, 360], AST: [-240, 180], ADT: [-180, 240] },
    ...{ GST: [240, -120], AMT: [-240, 240], SST: [-660, 480], ECT: [-300, -240], ACT: [-300, 570] },
    ...{ ET: [-300, -240], CT: [-360, -300], MT: [-420, -360], PT: [-480, -420], AT: [-240, -180] },
    DST: [0, -240, -300, -360, -420, 60, 120, 180],
  }),
)

export type NamedZone = {
  readonly minutes: number
  /** True when the name has several meanings. */
  readonly isGuess: boolean
}

/** A message that arrives without delay is received within this time of being written. */
const PROMPT_MS = 20 * 60_000

/**
 * The zone of a name in capitals; null for an unknown name. For an ambiguous name the offset with which the time,
 * `localMs` as if it were UTC, lies close to its receipt; otherwise the most common one.
 */
export function namedZone(name: string, localMs: number, receivedMs: number): NamedZone | null {
  const minutes = OFFSETS.get(name)
  if (minutes !== undefined) return { minutes, isGuess: false }
  const several = DOUBTFUL.get(name)
  if (several === undefined) return null
  const isPrompt = (offset: number) => Math.abs(localMs - offset * 60_000 - receivedMs) <= PROMPT_MS
  return { minutes: several.find(isPrompt) ?? several[0] ?? 0, isGuess: true }
}

const OFFSET = /^(?:UTC|GMT)([+-])(\d{1,2})(?::?(\d\d))?$/

/** The offset of `GMT+1`, or of `Europe/Berlin` at a local time; null when the text is neither. */
export function placeZone(name: string, localMs: number): NamedZone | null {
  const [, sign, hours, odd = '0'] = OFFSET.exec(name) ?? []
  if (sign !== undefined) return offsetOf(sign, Number(hours), Number(odd))
  return name.includes('/') && !Number.isNaN(localMs) ? offsetAt(name, localMs) : null
}

function offsetOf(sign: string, hours: number, odd: number): NamedZone | null {
  const minutes = hours * 60 + odd
  if (minutes > ZONE_MINUTES_MAX || odd > 59) return null
  return { minutes: sign === '-' ? -minutes : minutes, isGuess: false }
}

/** Making one takes many times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()
const FORMATS_MAX = 64

/** `Intl` knows the rules of each place; it throws for an unknown place. */
function offsetAt(place: string, localMs: number): NamedZone | null {
  try {
    let format = formats.get(place)
    if (format === undefined) {
      if (formats.size >= FORMATS_MAX) formats.clear()
      format = new Intl.DateTimeFormat('en', { timeZone: place, timeZoneName: 'longOffset' })
      formats.set(place, format)
    }
    const parts = format.formatToParts(localMs)
    const written = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return written === 'GMT' ? { minutes: 0, isGuess: false } : placeZone(written, localMs)
  } catch {
    return null
  }
}

/** Offset in milliseconds of the zone written from `at` to the end; 0 for none, NaN for anything else. */
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

/** Cached, because a source keeps writing the same zone. */
let lastZone = ''
let lastMinutes: number | null = null

/** Minutes east of UTC that a written time names; null when it names no zone, as Unix time never does. */
export function zoneMinutes(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > 64) return null
  const found = /(?<=:\d\d(?:[.,]\d+)?)( ?(?:(?:UTC|GMT|UT)?[+-]\d\d:?(?:\d\d)?|[A-Za-z]{1,5}))(?: \d{4})?$/i.exec(
    value,
  )
  return found ? minutesOf(found[1] ?? '') : null
}

function minutesOf(zone: string): number | null {
  const parts = ZONE.exec(zone)
  if (!parts) return null
  if (parts[4] !== undefined) return OFFSETS.get(parts[4].toUpperCase()) ?? null
  const odd = Number(parts[3] ?? 0)
  const minutes = Number(parts[2] ?? 0) * 60 + odd
  if (minutes > ZONE_MINUTES_MAX || odd > 59) return null
  return parts[1] === '-' ? -minutes : minutes
}
