import { Type } from 'typebox'
import type { FoundEvent } from '../../query/search/search-events.ts'
import { time, uuid } from '../../schemas/wire.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../stores/postgres/table.ts'

export const SEARCH_JOB_LIMITS = {
  /** Jobs of a tenant at once; past it a search answers without a job. */
  running: 5,
  /** Events that a job keeps; it ends with the slice of time in which it has as many. */
  events: 10_000,
  keptMs: 86_400_000,
  /** Time that a job looks at in one go: halved where that is too much, doubled where it was not. */
  firstSliceMs: 21_600_000,
  sliceMsMin: 1_000,
  sliceMsMax: 7 * 86_400_000,
} as const

const STATES = ['running', 'done', 'full', 'cancelled', 'failed'] as const

export const SEARCH_JOBS = table('SearchJob', {
  id: column.uuid(),
  state: column.word(STATES, {
    description: `full: it keeps ${SEARCH_JOB_LIMITS.events} events, and did not look further`,
  }),
  query: column.text(),
  fields: column.texts(),
  asked_at: column.time(),
  from_time: column.time(),
  to_time: column.time(),
  at_time: column.time({ description: 'everything from this time to to_time was looked at' }),
  found: column.int({ description: 'events so far' }),
  pages: column.int({ description: 'of results so far' }),
  fault: column.orNull(column.text()),
  created_at: column.time(),
  ended_at: column.orNull(column.time()),
  started_by: column.hidden(column.text()),
  slice_ms: column.hidden(column.int()),
})
export type SearchJob = RowOf<typeof SEARCH_JOBS>

export const foundEventSchema = Type.Object({
  event_uid: uuid,
  time,
  fields: Type.Record(Type.String(), Type.Unknown()),
  cut: Type.Array(Type.String()),
})

export type NewSearchJob = {
  readonly query: string
  readonly fields: readonly string[]
  readonly askedMs: number
  readonly fromMs: number
  /** Older events than this were not looked at. */
  readonly toMs: number
  readonly startedBy: string
}

/** Null where the tenant has as many as it may. */
export function startSearchJob(tx: TenantTx, job: NewSearchJob): Promise<SearchJob | null> {
  const sql = /* sql */ `
    INSERT INTO search_jobs (query, fields, asked_at, from_time, to_time, at_time, slice_ms, started_by)
    SELECT $1, $2, $3, $4, $5, $5, $6, $7 WHERE (SELECT count(*) FROM search_jobs WHERE state = 'running') < $8
    RETURNING ${SEARCH_JOBS.columns}`
  const { query, fields, askedMs, fromMs, toMs, startedBy } = job
  const times = [askedMs, fromMs, toMs].map((ms) => new Date(ms))
  const { firstSliceMs, running } = SEARCH_JOB_LIMITS
  return tx.maybeOne(SEARCH_JOBS.read, sql, [query, fields, ...times, firstSliceMs, startedBy, running])
}

export function searchJob(tx: TenantTx, id: string): Promise<SearchJob | null> {
  return tx.maybeOne(SEARCH_JOBS.read, /* sql */ `SELECT ${SEARCH_JOBS.columns} FROM search_jobs WHERE id = $1`, [id])
}

export async function jobPage(tx: TenantTx, id: string, page: number): Promise<readonly FoundEvent[]> {
  const sql = /* sql */ `SELECT events FROM search_job_pages WHERE job_id = $1 AND page = $2`
  return (await tx.maybeOne((row) => row.events as FoundEvent[], sql, [id, page])) ?? []
}

export function cancelSearchJob(tx: TenantTx, id: string): Promise<SearchJob | null> {
  const sql = /* sql */ `
    UPDATE search_jobs SET state = 'cancelled', ended_at = clock_timestamp() WHERE id = $1 AND state = 'running'
    RETURNING ${SEARCH_JOBS.columns}`
  return tx.maybeOne(SEARCH_JOBS.read, sql, [id])
}

/** Stores the events of a slice. False when the job has ended meanwhile, or another process has looked at the slice. */
export async function advanceJob(
  tx: TenantTx,
  job: SearchJob,
  found: { readonly atMs: number; readonly sliceMs: number; readonly events: readonly FoundEvent[] },
): Promise<boolean> {
  const count = job.found + found.events.length
  const isOver = found.atMs <= job.from_time.getTime()
  const state = isOver ? 'done' : count >= SEARCH_JOB_LIMITS.events ? 'full' : 'running'
  const pages = job.pages + (found.events.length === 0 ? 0 : 1)
  const sql = /* sql */ `
    UPDATE search_jobs SET at_time = $3, slice_ms = $4, found = $5, pages = $6, state = $7, advanced_at = clock_timestamp(),
      lease_until = '-infinity', ended_at = CASE WHEN $7 = 'running' THEN NULL ELSE clock_timestamp() END
    WHERE id = $1 AND state = 'running' AND at_time = $2`
  const params = [job.id, job.at_time, new Date(found.atMs), found.sliceMs, count, pages, state]
  if ((await tx.run(sql, params)) === 0) return false
  const page = /* sql */ `INSERT INTO search_job_pages (job_id, page, events) VALUES ($1, $2, $3)`
  if (found.events.length > 0) await tx.run(page, [job.id, job.pages, JSON.stringify(found.events)])
  return true
}

export async function failJob(tx: TenantTx, id: string, fault: string): Promise<void> {
  const sql = /* sql */ `
    UPDATE search_jobs SET state = 'failed', fault = $2, ended_at = clock_timestamp() WHERE id = $1 AND state = 'running'`
  await tx.run(sql, [id, fault.slice(0, 500)])
}
