/**
 * Runs one event rule over what a tenant has stored: which events would have fired it (retro-hunt), and how often
 * (back-test). SQL decides what it can; what it cannot the matcher judges, event by event, and whatever neither could
 * get to is counted, never taken for silence.
 */
import { scanRule } from '../detections/match/scan.ts'
import type { EventBody } from '../detections/plan/plan.ts'
import { Bindings } from '../detections/sql/bindings.ts'
import { compileSql, type SqlRule } from '../detections/sql/compile.ts'
import type { LakeKind } from '../detections/sql/kind.ts'
import { assert } from '../platform/assert.ts'
import { AppError } from '../platform/errors.ts'
import type { MatchEvent } from '../schemas/event-view.ts'
import type { LakeReader } from './ledger.ts'

/** What is known of the events in the lake. */
export type LakeSources = {
  readonly kinds: readonly LakeKind[]
  /** A stored event as rules see it; null when its text can no longer be read. */
  eventOf(row: StoredEvent): MatchEvent | null
}

export type StoredEvent = {
  readonly event_uid: string
  /** RFC 3339, UTC. */
  readonly time: string
  readonly mapping: string
  readonly source_format: string
  readonly raw: string
}

export type RetroHunt = {
  readonly body: EventBody
  /** Event time, Unix milliseconds; `toMs` is not part of it. */
  readonly fromMs: number
  readonly toMs: number
  /** The newest of so many events are looked at. */
  readonly eventsMax: number
}

export type RetroHuntResult = {
  readonly events_scanned: number
  readonly would_fire: number
  /** `would_fire` of `events_scanned`, from 0 to 1; null when there were none. */
  readonly hit_rate: number | null
  /** The newest of the matches. */
  readonly sample_matches: readonly StoredEvent[]
  /** Events that SQL could not decide and that were too many for the matcher, or could not be read. */
  readonly unjudged: number
  /** Why SQL could not decide all. */
  readonly reasons: readonly string[]
}

export const RETRO_HUNT_LIMITS = {
  windowDaysMax: 365,
  windowDaysDefault: 30,
  eventsMax: 100_000,
  eventsDefault: 5000,
  samplesMax: 20,
  /** Undecided events that the matcher looks at; the rest is `unjudged`. */
  judgedMax: 20_000,
} as const

const DAY_MS = 86_400_000
const COLUMNS = ['event_uid', 'time'] as const

/** The last `windowDays` before `nowMs`. Throws `bad_request` for a number out of bounds. */
export function backTest(
  body: EventBody,
  nowMs: number,
  windowDays: number = RETRO_HUNT_LIMITS.windowDaysDefault,
  limit: number = RETRO_HUNT_LIMITS.eventsDefault,
): RetroHunt {
  if (!isWithin(windowDays, RETRO_HUNT_LIMITS.windowDaysMax))
    throw new AppError('bad_request', `window_days is not within 1 and ${RETRO_HUNT_LIMITS.windowDaysMax}`)
  if (!isWithin(limit, RETRO_HUNT_LIMITS.eventsMax))
    throw new AppError('bad_request', `limit is not within 1 and ${RETRO_HUNT_LIMITS.eventsMax}`)
  return { body, fromMs: nowMs - windowDays * DAY_MS, toMs: nowMs, eventsMax: limit }
}

function isWithin(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max
}

export async function retroHunt(reader: LakeReader, sources: LakeSources, hunt: RetroHunt): Promise<RetroHuntResult> {
  const bindings = new Bindings()
  const rule = compileSql(hunt.body, sources.kinds, bindings)
  const from = bindings.table(COLUMNS, choiceOf(hunt))
  const [counts] = await reader.query<Counts>(countsSql(rule, from))
  assert(counts !== undefined, 'a count is one row')
  const scanned = Number(counts.scanned)
  const certain = Number(counts.certain)
  const undecided = Number(counts.undecided)
  const samples =
    certain > 0 ? await reader.query<StoredEvent>(rowsSql(rule.where, from, RETRO_HUNT_LIMITS.samplesMax)) : []
  const judged =
    undecided > 0
      ? await judge(reader, sources, hunt.body, rowsSql(rule.undecided, from, RETRO_HUNT_LIMITS.judgedMax))
      : NONE
  const matches = [...samples, ...judged.matches].sort((a, b) => (a.time > b.time ? -1 : a.time < b.time ? 1 : 0))
  const wouldFire = certain + judged.matches.length
  return {
    events_scanned: scanned,
    would_fire: wouldFire,
    hit_rate: scanned === 0 ? null : wouldFire / scanned,
    sample_matches: matches.slice(0, RETRO_HUNT_LIMITS.samplesMax),
    unjudged: undecided - judged.read,
    reasons: rule.refusals,
  }
}

type Counts = { readonly scanned: string; readonly certain: string; readonly undecided: string }
type Judged = { readonly matches: readonly StoredEvent[]; readonly read: number }
const NONE: Judged = { matches: [], read: 0 }

async function judge(reader: LakeReader, sources: LakeSources, body: EventBody, sql: string): Promise<Judged> {
  const holds = scanRule(body)
  const matches: StoredEvent[] = []
  let read = 0
  for (const row of await reader.query<StoredEvent>(sql)) {
    const event = sources.eventOf(row)
    if (!event) continue
    read++
    if (holds(event)) matches.push(row)
  }
  return { matches, read }
}

/** The newest come first, whatever part of the table they are in. */
function choiceOf({ fromMs, toMs, eventsMax }: RetroHunt): string {
  const time = (ms: number) => `fromUnixTimestamp64Milli(${Math.trunc(ms)})`
  return `WHERE time >= ${time(fromMs)} AND time < ${time(toMs)} ORDER BY time DESC, event_uid LIMIT ${eventsMax}`
}

function countsSql({ where, undecided }: SqlRule, from: string): string {
  return /* sql */ `
SELECT toString(count()) AS scanned, toString(countIf(${where})) AS certain, toString(countIf(${undecided})) AS undecided
FROM ${from}`
}

function rowsSql(condition: string, from: string, rowsMax: number): string {
  return /* sql */ `
SELECT event_uid, concat(replaceOne(toString(time), ' ', 'T'), 'Z') AS time, mapping, source_format, raw
FROM ${from}
WHERE ${condition}
ORDER BY time DESC, event_uid
LIMIT ${rowsMax}`
}
