import { type Static, Type } from 'typebox'
import { requireFound } from '../../../platform/errors.ts'
import type { Placed, Position } from '../../../platform/paging.ts'
import type { LeftOutReason, Missing } from '../../../query/search/coverage.ts'
import type { FoundEvent } from '../../../query/search/search-events.ts'
import { nullable, oneOf, time, uuid } from '../../../schemas/wire.ts'
import { placed } from '../../../stores/postgres/columns.ts'
import { storable } from '../../../stores/postgres/jsonb.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import { publishChanges } from '../../platform/acting/index.ts'
import type { SliceCounts } from './counts.ts'

export const SEARCH_JOB_LIMITS = {
  /**
   * Jobs of a tenant at once; past it a search answers without a job.
   * @bound search jobs of a tenant at once -> an answer without `job_id`
   */
  running: 5,
  /**
   * Events that a job keeps; it ends with the slice of time in which it has as many.
   * @bound events of a search job, or rows and characters of its table = {}, or {rows} and {rowChars} -> `full`
   */
  events: 10_000,
  /** Rows of a table that a job keeps, and about the characters of them. */
  rows: 100_000,
  rowChars: 64 * 1024 * 1024,
  /** Values of a field that are kept of a slice of time: those of most events, and of the others how many events have them. */
  sliceValues: 1_000,
  /** Rows of a page of a table. */
  pageRows: 1_000,
  /** Times without an answer that are named; further ones are part of the last. */
  missing: 100,
  /** Time limits of a table: a query that needs longer is run again with four times as much, up to the maximum. */
  firstSeconds: 60,
  /** @bound time for the table of a search job -> `failed` with the reason */
  secondsMax: 960,
  /**
   * Times that a table is begun with the same time: the process ended, or the lake did not answer.
   * @bound attempts of a search job that ended with their process -> `failed` with the reason
   */
  attempts: 8,
  /** Pause before a slice whose events are between lake and archive is searched again. */
  movingSeconds: 10,
  /** @bound time that a search job waits for a run of the archive -> `failed` with the reason */
  movingSecondsMax: 600,
  /** @bound age of a search job -> it is deleted */
  keptMs: 86_400_000,
  /** Time that a job looks at in one go: halved where that is too much, doubled where it was not. */
  firstSliceMs: 21_600_000,
  sliceMsMin: 1_000,
  sliceMsMax: 7 * 86_400_000,
} as const

const STATES = ['running', 'done', 'full', 'cancelled', 'failed'] as const
const LANGUAGES = ['lucene', 'kql', 'sql'] as const
const REASONS: readonly LeftOutReason[] = ['time', 'memory', 'unreadable', 'archived', 'lost', 'rows']

export type LeftOut = { readonly from: string; readonly to: string; readonly reason: LeftOutReason }
const leftOutSchema = Type.Object({ from: time, to: time, reason: oneOf(REASONS) })

export const SEARCH_JOBS = table('SearchJob', {
  id: column.uuid(),
  state: column.word(STATES, {
    description: `full: the limit of ${SEARCH_JOB_LIMITS.events} events or ${SEARCH_JOB_LIMITS.rows} rows is reached, and more match`,
  }),
  language: column.word(LANGUAGES),
  gives: column.word(['events', 'table', 'counts'], {
    description:
      'table: the query runs as a whole, and its rows are available when done; counts: field values with their event counts, for the time searched so far',
  }),
  query: column.text(),
  fields: column.texts(),
  asked_at: column.time(),
  from_time: column.time(),
  to_time: column.time(),
  at_time: column.time({ description: 'the time from this to to_time has been searched' }),
  found: column.int({ description: 'events, table rows, or counted events found so far' }),
  pages: column.int({ description: 'pages of results available so far' }),
  missing: column.json<readonly LeftOut[]>(Type.Array(leftOutSchema)),
  read_events: column.int({ description: 'number of events read from the lake for a KQL table so far' }),
  fault: column.orNull(column.text()),
  created_at: column.time(),
  ended_at: column.orNull(column.time()),
  started_by: column.hidden(column.text()),
  slice_ms: column.hidden(column.int()),
  has_from: column.hidden(column.bool()),
  budget_seconds: column.hidden(column.int()),
  attempts: column.hidden(column.int()),
})
export type SearchJob = RowOf<typeof SEARCH_JOBS>

export const foundEventSchema = Type.Object({
  event_uid: uuid,
  time,
  fields: Type.Record(Type.String(), Type.Unknown()),
  cut: Type.Array(Type.String()),
})

export type NewSearchJob = {
  readonly language?: SearchJob['language']
  readonly gives?: SearchJob['gives']
  /** False: each table of KQL is read as far back as its conditions say. */
  readonly hasFrom?: boolean
  readonly query: string
  readonly fields: readonly string[]
  readonly requestedMs: number
  readonly fromMs: number
  /** Older events than this were not looked at. */
  readonly toMs: number
  readonly startedBy: string
}

/** Null where the tenant has as many as it may. */
export function startSearchJob(tx: TenantTx, job: NewSearchJob): Promise<SearchJob | null> {
  const sql = /* sql */ `
    INSERT INTO search_jobs (query, fields, asked_at, from_time, to_time, at_time, slice_ms, started_by, language, gives,
      has_from, budget_seconds)
    SELECT $1, $2, $3, $4, $5, $5, $6, $7, $9, $10, $11, $12
    WHERE (SELECT count(*) FROM search_jobs WHERE state = 'running') < $8
    RETURNING ${SEARCH_JOBS.columns}`
  const {
    query,
    fields,
    requestedMs,
    fromMs,
    toMs,
    startedBy,
    language = 'lucene',
    gives = 'events',
    hasFrom = true,
  } = job
  const times = [requestedMs, fromMs, toMs].map((ms) => new Date(ms))
  const { firstSliceMs, running, firstSeconds } = SEARCH_JOB_LIMITS
  const params = [query, fields, ...times, firstSliceMs, startedBy, running, language, gives, hasFrom, firstSeconds]
  return tx.maybeOne(SEARCH_JOBS.read, sql, params)
}

/** The newest first. */
export function searchJobsPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<SearchJob>[]> {
  const sql = /* sql */ `
    SELECT ${SEARCH_JOBS.columns}, created_at::text AS position FROM search_jobs
    WHERE ($1::timestamptz IS NULL OR (created_at, id) < ($1::timestamptz, $2::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $3`
  return tx.many(placed(SEARCH_JOBS.read), sql, [after?.[0] ?? null, after?.[1] ?? null, limit])
}

export function searchJob(tx: TenantTx, id: string): Promise<SearchJob | null> {
  return tx.maybeOne(SEARCH_JOBS.read, /* sql */ `SELECT ${SEARCH_JOBS.columns} FROM search_jobs WHERE id = $1`, [id])
}

/** Throws `not_found`. */
export async function requireSearchJob(tx: TenantTx, id: string): Promise<SearchJob> {
  return requireFound(await searchJob(tx, id), 'search', id)
}

export async function jobPage(tx: TenantTx, id: string, page: number): Promise<readonly FoundEvent[]> {
  const sql = /* sql */ `SELECT events FROM search_job_pages WHERE job_id = $1 AND page = $2`
  return (await tx.maybeOne((row) => row.events as FoundEvent[], sql, [id, page])) ?? []
}

export async function cancelSearchJob(tx: TenantTx, id: string): Promise<SearchJob | null> {
  const sql = /* sql */ `
    UPDATE search_jobs SET state = 'cancelled', ended_at = clock_timestamp() WHERE id = $1 AND state = 'running'
    RETURNING ${SEARCH_JOBS.columns}`
  return publishJob(tx, await tx.maybeOne(SEARCH_JOBS.read, sql, [id]))
}

/** Publishes the progress to subscribers, who fetch the rest: query and results are not published. */
async function publishJob(tx: TenantTx, job: SearchJob | null): Promise<SearchJob | null> {
  if (job === null) return null
  const { id, state, gives, found, pages, from_time, to_time, at_time } = job
  await publishChanges(tx, 'search_job', [{ id, state, gives, found, pages, from_time, to_time, at_time }])
  return job
}

/** Stores the events of a slice. False when the job has ended meanwhile, or another process has looked at the slice. */
export async function advanceJob(
  tx: TenantTx,
  job: SearchJob,
  found: {
    readonly atMs: number
    readonly sliceMs: number
    readonly events: readonly FoundEvent[]
    readonly counts?: SliceCounts
    readonly missing?: readonly Missing[]
  },
): Promise<boolean> {
  const { counts } = found
  const count = job.found + (counts?.events ?? found.events.length)
  const isOver = found.atMs <= job.from_time.getTime()
  const isFull = job.gives === 'events' && count >= SEARCH_JOB_LIMITS.events
  const state = isOver ? 'done' : isFull ? 'full' : 'running'
  const hasPage = counts === undefined ? found.events.length > 0 : counts.events > 0
  const pages = job.pages + (hasPage ? 1 : 0)
  const sql = /* sql */ `
    UPDATE search_jobs SET at_time = $3, slice_ms = $4, found = $5, pages = $6, state = $7, advanced_at = clock_timestamp(),
      missing = $8, lease = NULL, lease_until = '-infinity',
      ended_at = CASE WHEN $7 = 'running' THEN NULL ELSE clock_timestamp() END
    WHERE id = $1 AND state = 'running' AND at_time = $2
    RETURNING ${SEARCH_JOBS.columns}`
  const missing = JSON.stringify(boundedMissing(job.missing, found.missing ?? []))
  const params = [job.id, job.at_time, new Date(found.atMs), found.sliceMs, count, pages, state, missing]
  if ((await publishJob(tx, await tx.maybeOne(SEARCH_JOBS.read, sql, params))) === null) return false
  const page = /* sql */ `INSERT INTO search_job_pages (job_id, page, events, rows) VALUES ($1, $2, $3, $4)`
  const results = [found.events, counts?.rows ?? []].map((one) => JSON.stringify(storable(one)))
  if (hasPage) await tx.run(page, [job.id, job.pages, ...results])
  return true
}

/** Releases the job for a later turn. False when it has waited for as long as it may, or has ended meanwhile. */
export async function postponeJob(tx: TenantTx, id: string): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE search_jobs SET lease = NULL, lease_until = clock_timestamp() + make_interval(secs => $2)
    WHERE id = $1 AND state = 'running' AND advanced_at > clock_timestamp() - make_interval(secs => $3)`
  return (await tx.run(sql, [id, SEARCH_JOB_LIMITS.movingSeconds, SEARCH_JOB_LIMITS.movingSecondsMax])) === 1
}

/** Above the limit, the last entry covers from the earliest to the latest time of its reason. */
function boundedMissing(known: readonly LeftOut[], more: readonly Missing[]): readonly LeftOut[] {
  const all = [...known]
  for (const { fromMs, toMs, reason } of more) {
    const one = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), reason }
    const last = all.at(-1)
    if (
      last === undefined ||
      last.reason !== reason ||
      (one.to !== last.from && all.length < SEARCH_JOB_LIMITS.missing)
    )
      all.push(one)
    else all[all.length - 1] = { ...last, from: [one.from, last.from].sort()[0] ?? last.from }
  }
  return all
}

/** The table of a job without its rows. Times are RFC 3339. */
export const tableHead = Type.Object({
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
  rows_in_all: Type.Integer({ description: 'number of rows of the query; the kept rows are the first ones' }),
  render: nullable(
    Type.Object(
      { chart: Type.String(), properties: Type.Record(Type.String(), Type.String()) },
      { description: 'chart that the query requests' },
    ),
  ),
  reads: Type.Array(
    Type.Object({
      table: Type.String(),
      from: time,
      to: time,
      scanned: Type.Integer({ description: 'events in the time span' }),
      events: Type.Integer({ description: 'number of those events that the query ran over' }),
    }),
    { description: 'tables that the query read' },
  ),
  archive: Type.Object({ files: Type.Integer(), events: Type.Integer(), bytes: Type.Integer() }),
})
export type TableHead = Static<typeof tableHead>

export type KeptTable = {
  readonly head: TableHead
  readonly rows: readonly (readonly unknown[])[]
  readonly missing: readonly Missing[]
}

/** False when the job has ended meanwhile. */
export async function keepTable(tx: TenantTx, id: string, { head, rows, missing }: KeptTable): Promise<boolean> {
  const { pageRows } = SEARCH_JOB_LIMITS
  const pages = Math.ceil(rows.length / pageRows)
  const sql = /* sql */ `
    UPDATE search_jobs SET state = $2, head = $3, found = $4, pages = $5, missing = $6, at_time = from_time,
      advanced_at = clock_timestamp(), lease_until = '-infinity', ended_at = clock_timestamp()
    WHERE id = $1 AND state = 'running'
    RETURNING ${SEARCH_JOBS.columns}`
  const state = rows.length < head.rows_in_all ? 'full' : 'done'
  const leftOut = JSON.stringify(boundedMissing([], missing))
  const params = [id, state, JSON.stringify(storable(head)), rows.length, pages, leftOut]
  if ((await publishJob(tx, await tx.maybeOne(SEARCH_JOBS.read, sql, params))) === null) return false
  const page = /* sql */ `INSERT INTO search_job_pages (job_id, page, events, rows) VALUES ($1, $2, '[]', $3)`
  for (let at = 0; at < pages; at++)
    await tx.run(page, [id, at, JSON.stringify(storable(rows.slice(at * pageRows, (at + 1) * pageRows)))])
  return true
}

/** Null while the job is running, and where it gives events. */
export function jobTable(tx: TenantTx, id: string): Promise<TableHead | null> {
  const sql = /* sql */ `SELECT head FROM search_jobs WHERE id = $1 AND head IS NOT NULL`
  return tx.maybeOne((row) => row.head as TableHead, sql, [id])
}

export async function jobRows(tx: TenantTx, id: string, page: number): Promise<readonly (readonly unknown[])[]> {
  const sql = /* sql */ `SELECT rows FROM search_job_pages WHERE job_id = $1 AND page = $2`
  return (await tx.maybeOne((row) => row.rows as unknown[][], sql, [id, page])) ?? []
}

export async function failJob(tx: TenantTx, id: string, fault: string): Promise<void> {
  const sql = /* sql */ `
    UPDATE search_jobs SET state = 'failed', fault = $2, ended_at = clock_timestamp() WHERE id = $1 AND state = 'running'
    RETURNING ${SEARCH_JOBS.columns}`
  await publishJob(tx, await tx.maybeOne(SEARCH_JOBS.read, sql, [id, fault.slice(0, 500)]))
}
