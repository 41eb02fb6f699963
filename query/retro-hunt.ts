/**
 * Retro-hunt and back-test: what a rule would have found in a tenant's stored events, and how often. For event rules
 * and window rules; a text with several rules runs all of them.
 */
import type { Rule } from '../detections/plan/plan.ts'
import type { WindowRule } from '../detections/window/window.ts'
import { AppError } from '../platform/errors.ts'
import type { Reader } from '../stores/clickhouse/tenant-reader.ts'
import { endedBy } from './abortable-reader.ts'
import { type HuntFigures, hunt } from './hunt.ts'
import type { HuntOverlays } from './hunt-overlays.ts'
import type { HuntRule } from './hunt-plan.ts'
import type { LakeSources } from './lake-sources.ts'
import { bytesOf } from './stored-event.ts'
import { eventsIn, newestOf, type Span } from './time-slices.ts'
import { huntWindows, type WindowHuntResult } from './window-hunt.ts'

export type RetroHunt = {
  readonly wanted: readonly Rule[]
  /** Rules among which window rules find those that feed them; includes the wanted ones. */
  readonly all: readonly Rule[]
  /** Event time, Unix milliseconds; `toMs` is exclusive. */
  readonly fromMs: number
  readonly toMs: number
  /** Only this many of the newest events are searched; null searches all. */
  readonly eventsMax: number | null
  /** The tenant's changes to the rules; without them `would_raise` is null. */
  readonly overlays?: HuntOverlays
}

/** An event that matched, or a window that fired. */
export type RetroMatch = {
  readonly rule_id: string
  /** RFC 3339, UTC. */
  readonly time: string
  /** For a window its newest members, at most 128; for a window that other windows feed, their alerts. */
  readonly event_uids: readonly string[]
  /** Values that the events of a window share. */
  readonly group: readonly string[]
  /** Beginning of the event's text; null for a window. */
  readonly raw: string | null
  /** Why the match would be suppressed for the tenant; null when it would not. Absent when no overlays were given. */
  readonly suppressed?: string | null
}

export type RetroHuntResult = {
  /** Event time that was searched, RFC 3339: the whole requested range, or its newest part. `to` is exclusive. */
  readonly from: string
  readonly to: string
  /** False when older events of the requested range were left out, because there are more than may be searched. */
  readonly complete: boolean
  /** Number of events in the whole requested range. */
  readonly events_in_window: number
  readonly events_scanned: number
  readonly would_fire: number
  /** Signals that the tenant would have received, with its overlays; null when no overlays were given. */
  readonly would_raise: number | null
  /** `would_fire` / `events_scanned`; null when no events were scanned. */
  readonly hit_rate: number | null
  /** The newest of the matches. */
  readonly sample_matches: readonly RetroMatch[]
  /** Events that could not be decoded, so it is unknown whether the rule matches them. */
  readonly unjudged: number
  /** Events that SQL could not decide and the matcher did. */
  readonly judged: number
  /** Why SQL could not decide all events, and what the windows could not keep. */
  readonly reasons: readonly string[]
}

export type RetroWatch = {
  readonly onMatch?: (match: RetroMatch) => void
  readonly onProgress?: (scanned: number) => void
  readonly signal?: AbortSignal
}

export const RETRO_HUNT_LIMITS = {
  windowDaysMax: 365,
  windowDaysDefault: 30,
  /** @bound events of a back-test; days = {}; {windowDaysMax} -> 422 */
  eventsMax: 100_000,
  /** By default the whole window, up to this many events. */
  eventsDefault: 100_000,
  /** @bound matches that a back-test shows -> the newest are shown, all are counted */
  samplesMax: 20,
  /** Characters of an event's text that a match shows. */
  rawCharsMax: 4096,
} as const

const DAY_MS = 86_400_000

/** The last `windowDays` before `nowMs`. Throws `bad_request` for a number out of bounds. */
export function backTestSpan(
  nowMs: number,
  windowDays: number = RETRO_HUNT_LIMITS.windowDaysDefault,
  limit: number = RETRO_HUNT_LIMITS.eventsDefault,
): Pick<RetroHunt, 'fromMs' | 'toMs' | 'eventsMax'> {
  checkWithin('window_days', windowDays, RETRO_HUNT_LIMITS.windowDaysMax)
  checkWithin('limit', limit, RETRO_HUNT_LIMITS.eventsMax)
  return { fromMs: nowMs - windowDays * DAY_MS, toMs: nowMs, eventsMax: limit }
}

function checkWithin(name: string, value: number, max: number): void {
  if (!(Number.isInteger(value) && value >= 1 && value <= max))
    throw new AppError('bad_request', `${name} is not within 1 and ${max}`)
}

/**
 * An aborted signal cancels the current query in the engine. Rejects with `bad_request` for a rule that cannot run,
 * with the signal's reason, and with the engine's errors.
 */
export async function retroHunt(
  value: Pick<Reader, 'query'>,
  sources: LakeSources,
  { wanted, all, fromMs, toMs, eventsMax, overlays }: RetroHunt,
  watch: RetroWatch = {},
): Promise<RetroHuntResult> {
  const reader = watch.signal === undefined ? value : endedBy(value, watch.signal)
  const whole: Span = { fromMs, toMs, firstMsMax: null }
  const span = eventsMax === null ? whole : await newestOf(reader, whole, eventsMax)
  const book = new MatchBook(watch)
  let raised = 0
  const figures: HuntFigures[] = []
  const onSlice = (_: number, { scanned }: HuntFigures) => watch.onProgress?.(scanned)
  const signal = watch.signal && { signal: watch.signal }
  const rules = wanted.flatMap((rule): HuntRule[] => (rule.body.kind === 'event' ? [{ ...rule, body: rule.body }] : []))
  if (rules.length > 0) {
    const onMatch: Parameters<typeof hunt>[3]['onMatch'] = (rule, row) => {
      const raw = row.base64 === '' ? row.text : bytesOf(row).toString('latin1')
      const id = rules[rule]?.id ?? ''
      const suppressed = overlays ? suppressedBy(overlays, id, () => sources.readOf(row)) : null
      if (suppressed === null) raised++
      book.add(
        { rule_id: id, event_uids: [row.event_uid], group: [], raw, ...(overlays && { suppressed }) },
        Number(row.time_ms),
      )
    }
    figures.push(await hunt(reader, sources, { rules, span, order: 'newest' }, { ...signal, onMatch, onSlice }))
  }
  const windows = wanted.flatMap(windowRule)
  if (windows.length > 0) {
    const found = await huntWindows(reader, sources, { wanted: windows, all, span, overlays }, { ...signal, onSlice })
    const kept = new Set(found.kept.filter(({ ruleId }) => !overlays?.mutes(ruleId)).map(({ id }) => id))
    raised += kept.size
    for (const { id, ruleId, timeMs, members, key } of found.alerts.toReversed()) {
      const suppressed = kept.has(id) ? null : (overlays?.mutes(ruleId) ?? EVENTS_BARRED)
      const [uids, group] = [members.map(({ uid }) => uid), key.map((part) => part ?? '')]
      book.add({ rule_id: ruleId, event_uids: uids, group, raw: null, ...(overlays && { suppressed }) }, timeMs)
    }
    figures.push({ ...found.figures, reasons: [...found.figures.reasons, ...lost(found)] })
  }
  const result = resultOf(book, figures)
  const isWhole = span === whole
  return {
    ...{ from: new Date(span.fromMs).toISOString(), to: new Date(span.toMs).toISOString(), complete: isWhole },
    events_in_window: isWhole ? result.events_scanned : await eventsIn(reader, whole),
    ...result,
    would_raise: overlays ? raised : null,
  }
}

/** Reason for a suppressed window: the overlays exclude some or all of its events. */
const EVENTS_BARRED = 'events'

function suppressedBy(
  overlays: HuntOverlays,
  ruleId: string,
  read: () => ReturnType<LakeSources['readOf']>,
): string | null {
  const muted = overlays.mutes(ruleId)
  if (muted !== null || !overlays.asksEvents(ruleId)) return muted
  const found = read()
  return found && overlays.bars(ruleId, found.event, found.row)
}

function windowRule({ id, body }: Rule): WindowRule[] {
  return body.kind === 'window' ? [{ id, body }] : []
}

/** Both kinds of rules search the same events. */
type Judged = Omit<RetroHuntResult, 'would_raise' | 'from' | 'to' | 'complete' | 'events_in_window'>

function resultOf(book: MatchBook, figures: readonly HuntFigures[]): Judged {
  const most = (of: (one: HuntFigures) => number) => Math.max(0, ...figures.map(of))
  const scanned = most((one) => one.scanned)
  return {
    events_scanned: scanned,
    would_fire: book.count,
    hit_rate: scanned === 0 ? null : book.count / scanned,
    sample_matches: book.samples(),
    unjudged: most((one) => one.unjudged),
    judged: most((one) => one.judged),
    reasons: [...new Set(figures.flatMap(({ reasons }) => reasons))],
  }
}

/** Events without a value for the group are not part of the window, so they do not count as lost. */
function lost({ counts, groupsOmitted }: WindowHuntResult): readonly string[] {
  const evicted = Object.entries(counts).flatMap(([name, count]) =>
    count > 0 && name.endsWith('_evicted') ? [`${count} ${name.replace('_', ' ')}: the windows hold no more`] : [],
  )
  if (groupsOmitted > 0) evicted.push(`${groupsOmitted} groups left out, because their events belong to too many`)
  return evicted
}

/** Counts all matches and keeps the newest ones. */
class MatchBook {
  count = 0
  readonly #watch: RetroWatch
  #samples: RetroMatch[] = []

  constructor(watch: RetroWatch) {
    this.#watch = watch
  }

  add({ raw, ...found }: Omit<RetroMatch, 'time'>, timeMs: number): void {
    this.count++
    const text = raw === null ? null : raw.slice(0, RETRO_HUNT_LIMITS.rawCharsMax)
    const match: RetroMatch = { ...found, time: new Date(timeMs).toISOString(), raw: text }
    this.#watch.onMatch?.(match)
    this.#samples.push(match)
    if (this.#samples.length >= 2 * RETRO_HUNT_LIMITS.samplesMax) this.#samples = newest(this.#samples)
  }

  samples(): readonly RetroMatch[] {
    return newest(this.#samples)
  }
}

function newest(matches: readonly RetroMatch[]): RetroMatch[] {
  const order = (a: RetroMatch, b: RetroMatch) => {
    if (a.time !== b.time) return a.time > b.time ? -1 : 1
    return `${a.rule_id}${a.event_uids[0]}` < `${b.rule_id}${b.event_uids[0]}` ? -1 : 1
  }
  return [...matches].sort(order).slice(0, RETRO_HUNT_LIMITS.samplesMax)
}
