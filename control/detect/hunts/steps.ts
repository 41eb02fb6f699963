/** The steps of one run: each is one query to the lake, whose hits are stored with the position of the next step. */
import type { LeftInArchive } from '../../../query/search/coverage.ts'
import type { FoundPage } from '../../../query/search/search-events.ts'
import { DEFAULT_FIELDS } from '../../../query/search/shown-fields.ts'
import type { ArchivedEvents } from '../../../stores/clickhouse/archived-events.ts'
import type { ObjectStore } from '../../../stores/iceberg/object-store.ts'
import { type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { overBoth } from '../../platform/archive/index.ts'
import type { HuntLake, SqlSpan } from './hunt-lake.ts'
import { HUNT_LIMITS } from './limits.ts'
import { type Question, questionOf } from './question.ts'
import type { LeftOut, RunPosition } from './run.ts'
import { type ClaimedRun, type HitRow, hitOf, keepStep, type RunEnd } from './run-store.ts'

/** Fields of its event that a hit shows: most hunts look for who ran what. */
const HIT_FIELDS = [...DEFAULT_FIELDS, 'event_code', 'target_user', 'parent_name', 'cmd_line']

export type StepDeps = {
  readonly pool: Postgres
  readonly lake: HuntLake
  /** The archive, which is searched along with the lake. */
  readonly store?: ObjectStore | undefined
  readonly nowMs: () => number
}

/**
 * Returns how the run ended; null when another process has taken it over. Rejects when the lake fails, or the query is
 * invalid.
 */
export async function stepsOf(deps: StepDeps, run: ClaimedRun, stop: AbortSignal): Promise<RunEnd | null> {
  const question = await questionOf(run.tenant, run, deps.nowMs())
  return question.kind === 'sql' ? oneStatement(deps, run, question.sql, stop) : pages(deps, run, question, stop)
}

type OfEvents = Exclude<Question, { kind: 'sql' }>

async function pages(deps: StepDeps, run: ClaimedRun, question: OfEvents, stop: AbortSignal): Promise<RunEnd | null> {
  const fromMs = beginOf(run, question)
  let missing = [...run.leftOut]
  let position: RunPosition = run.position ?? { after: null, toMs: run.toMs }
  let kept = run.hits
  for (;;) {
    const limit = Math.min(HUNT_LIMITS.page, HUNT_LIMITS.hits - kept)
    const span = { fromMs, toMs: position.toMs }
    const page = { span, fields: HIT_FIELDS, limit, after: position.after }
    const rest = { ...span, toMs: Math.min(span.toMs, (position.after?.timeMs ?? span.toMs) + 1) }
    const both = await overBoth(deps, run.tenant, rest, (archive) => ask(deps.lake, run, question, page, stop, archive))
    const found = both.answer
    kept += found.events.length
    const isFull = found.next !== null && kept >= HUNT_LIMITS.hits
    const goesOn = isFull ? null : nextPosition(position, found)
    missing = withArchived(both.archived, [...missing, ...leftOut(found, goesOn)])
    const wasAt = position
    position = goesOn ?? position
    const next = { position, missing, hits: found.events.map(hitOf), progress: goesOn ? progressOf(run, goesOn) : 1 }
    const isCancelRequested = await withTenant(deps.pool, run.tenant, async (tx) => keepStep(tx, run, next))
    if (isCancelRequested === null) return null
    if (isCancelRequested) return { state: 'cancelled' }
    if (goesOn === null) return { state: 'done', hasMore: isFull }
    stop.throwIfAborted()
    if (wasAt === position) throw new Error('a step of a hunt did not advance')
  }
}

/** `TimeGenerated > ago(1h)` looks back from where the window ends. */
function beginOf({ fromMs, toMs }: ClaimedRun, question: OfEvents): number {
  const backMs = question.kind === 'kql' ? question.lookBackMs : null
  return backMs === null ? fromMs : Math.min(toMs, Math.max(fromMs, toMs - backMs))
}

function ask(
  lake: HuntLake,
  run: ClaimedRun,
  question: OfEvents,
  page: PageRequest,
  stop: AbortSignal,
  archive: ArchivedEvents | undefined,
) {
  return question.kind === 'lucene'
    ? lake.search(run.tenant, { ...page, condition: question.condition }, stop, archive)
    : lake.searchByRule(run.tenant, { ...page, rule: question.rule }, stop, archive)
}

type PageRequest = Omit<Parameters<HuntLake['search']>[1], 'condition'>

/**
 * The position after the last event of a full page; or, when the page's budget ended before the span did, the rest of
 * the span. Null at the end, and when a page made no progress, because repeating it would not either.
 */
function nextPosition(at: RunPosition, { next, missing }: FoundPage): RunPosition | null {
  if (next !== null) return { after: next, toMs: at.toMs }
  const rest = missing.find(({ reason }) => reason === 'time')
  return rest !== undefined && rest.toMs < at.toMs ? { after: null, toMs: rest.toMs } : null
}

/** The parts that the page left out, but for those that the next page will look at. */
function leftOut({ missing }: FoundPage, goesOn: RunPosition | null): LeftOut[] {
  return missing.filter(({ reason, toMs }) => !(goesOn !== null && reason === 'time' && toMs === goesOn.toMs))
}

/** Pages over the same time span leave out the same files. */
function withArchived(archived: readonly LeftInArchive[], missing: readonly LeftOut[]): LeftOut[] {
  const isKnown = ({ fromMs, reason }: LeftInArchive) =>
    missing.some((one) => one.reason === reason && one.fromMs === fromMs)
  return [...missing, ...archived.filter((one) => !isKnown(one))]
}

/** From the newest to the oldest event. */
function progressOf({ fromMs, toMs }: ClaimedRun, position: RunPosition): number {
  const atMs = position.after?.timeMs ?? position.toMs
  return Math.min(1, Math.max(0, (toMs - atMs) / Math.max(1, toMs - fromMs)))
}

async function oneStatement(deps: StepDeps, run: ClaimedRun, sql: string, stop: AbortSignal): Promise<RunEnd | null> {
  const query = { sql, rowsMax: HUNT_LIMITS.hits, bytesMax: HUNT_LIMITS.sqlBytes }
  const both = await overBoth(deps, run.tenant, run, (archive) =>
    deps.lake.sql(run.tenant, query, spanOf(run), stop, archive),
  )
  const found = both.answer
  const rows = run.hits > 0 ? [] : found.rows // the step was kept, and its end was not
  const hits = rows.map((row): HitRow => {
    const document = Object.fromEntries(found.columns.map(({ name }, at) => [name, row[at] ?? null]))
    return { event_uid: null, event_time: null, document }
  })
  const next = { position: { after: null, toMs: run.fromMs }, hits, progress: 1 }
  const isCancelRequested = await withTenant(deps.pool, run.tenant, async (tx) =>
    keepStep(tx, run, { ...next, missing: withArchived(both.archived, []) }),
  )
  if (isCancelRequested === null) return null
  return isCancelRequested
    ? { state: 'cancelled' }
    : { state: 'done', hasMore: found.cut !== null, columns: found.columns }
}

function spanOf({ fromMs, toMs }: ClaimedRun): SqlSpan {
  const text = (ms: number) => new Date(ms).toISOString().replace('T', ' ').replace('Z', '')
  return { from: text(fromMs), to: text(toMs) }
}
