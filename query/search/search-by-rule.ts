/**
 * The newest events that match a rule's condition, by the same plan as in the stream: event search runs KQL this way.
 * Its pages are those of `search-events.ts`.
 */
import { AppError } from '../../platform/errors.ts'
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'
import { endedBy } from '../abortable-reader.ts'
import { hunt } from '../hunt.ts'
import type { HuntRule } from '../hunt-plan.ts'
import type { LakeSources } from '../lake-sources.ts'
import type { Missing, SearchWatch, TimeSpan } from './coverage.ts'
import { timerOf, within } from './coverage.ts'
import { SEARCH_LIMITS } from './limits.ts'
import { type EventPosition, type FoundPage, searchEvents } from './search-events.ts'

export type RuleSearch = {
  readonly rule: HuntRule
  readonly span: TimeSpan
  readonly fields: readonly string[]
  readonly limit: number
  readonly after: EventPosition | null
}

/** Rows of one statement; when more of them match than it may return, the slice is queried in parts. */
const SLICE_ROWS_MAX = 131_072

/** Rejects like `hunt`, and with `bad_request` for an unknown field. */
export async function searchByRule(
  reader: Reader,
  sources: LakeSources,
  { rule, span, fields, limit, after }: RuleSearch,
  watch: SearchWatch = {},
): Promise<FoundPage> {
  const hits: EventPosition[] = []
  const enough = new AbortController()
  const spent = timerOf(watch)(SEARCH_LIMITS.budgetMs)
  const stop = AbortSignal.any([enough.signal, spent])
  const toMs = after === null ? span.toMs : Math.min(span.toMs, after.timeMs + 1)
  let settledMs = toMs
  let unjudged = 0
  const settled = () => hits.filter(({ timeMs }) => timeMs >= settledMs)
  const answered = await within(watch, stop, (signal) =>
    hunt(
      endedBy(reader, signal),
      sources,
      {
        rules: [rule],
        span: { fromMs: span.fromMs, toMs, firstMsMax: null },
        order: 'newest',
        decides: 'matcher',
        rowsMax: SLICE_ROWS_MAX,
      },
      {
        signal,
        onMatch(_, row) {
          const hit = { timeMs: Number(row.time_ms), uid: row.event_uid }
          if (after === null || isOlder(hit, after)) hits.push(hit)
        },
        onSlice(ms, figures) {
          settledMs = ms
          unjudged = figures.unjudged
          if (settled().length > limit) enough.abort()
        },
      },
    ),
  )
  if (!('answer' in answered) && !enough.signal.aborted && !spent.aborted)
    throw new AppError('too_large', 'the query needs more memory than one may have: narrow its time')
  const isWhole = 'answer' in answered
  const missing: Missing[] = []
  if (!isWhole && !enough.signal.aborted) missing.push({ fromMs: span.fromMs, toMs: settledMs, reason: 'time' })
  if (unjudged > 0) missing.push({ fromMs: settledMs, toMs, reason: 'unreadable' })
  const found = (isWhole ? hits : settled()).sort((a, b) => (isOlder(a, b) ? 1 : -1))
  const shown = found.slice(0, limit)
  const page = await shownEvents(reader, shown, fields, watch)
  return { ...page, next: found.length > limit ? (shown.at(-1) ?? null) : null, missing: [...missing, ...page.missing] }
}

/** Ids that one statement may name. */
export const RULE_EVENTS_MAX = 10_000

/**
 * Ids of all events of a span that match a rule, and the number of those on which it could not be tried; null when
 * there are more than `RULE_EVENTS_MAX`. Rejects like `hunt`.
 */
export async function eventsByRule(
  reader: Reader,
  sources: LakeSources,
  { rule, span }: { readonly rule: HuntRule; readonly span: TimeSpan },
  signal: AbortSignal,
): Promise<{ readonly uids: readonly string[]; readonly unreadable: number } | null> {
  const uids = new Set<string>()
  const tooMany = new AbortController()
  const both = AbortSignal.any([signal, tooMany.signal])
  const figures = await hunt(
    endedBy(reader, both),
    sources,
    {
      ...{ rules: [rule], span: { ...span, firstMsMax: null }, order: 'oldest' },
      ...{ decides: 'matcher', rowsMax: SLICE_ROWS_MAX },
    },
    {
      signal: both,
      onMatch(_, { event_uid }) {
        uids.add(event_uid)
        if (uids.size > RULE_EVENTS_MAX) tooMany.abort()
      },
    },
  ).catch((error: unknown) => {
    if (tooMany.signal.aborted && !signal.aborted) return null
    throw error
  })
  if (figures === null || uids.size > RULE_EVENTS_MAX) return null
  return { uids: [...uids], unreadable: figures.unjudged }
}

function isOlder(a: EventPosition, b: EventPosition): boolean {
  return a.timeMs < b.timeMs || (a.timeMs === b.timeMs && a.uid < b.uid)
}

async function shownEvents(
  reader: Reader,
  hits: readonly EventPosition[],
  fields: readonly string[],
  watch: SearchWatch,
) {
  const [newest, oldest] = [hits[0], hits.at(-1)]
  if (!newest || !oldest) return { events: [], next: null, missing: [] }
  const condition = { sql: 'has({uids:Array(UUID)}, event_uid)', params: { uids: hits.map(({ uid }) => uid) } }
  const span = { fromMs: oldest.timeMs, toMs: newest.timeMs + 1 }
  return searchEvents(reader, { condition, span, fields, limit: hits.length, after: null }, watch)
}
