import { Type } from 'typebox'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import type { FoundEvent } from '../../../query/search/search-events.ts'
import { int, type Row, text } from '../../../stores/postgres/columns.ts'
import { jobs, type Lease, NOW } from '../../../stores/postgres/jobs.ts'
import type { OperatorTx, TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { NOTHING_HELD } from '../../platform/governance/index.ts'
import type { HuntLanguage } from './hunt.ts'
import { HUNT_LIMITS } from './limits.ts'
import { HUNT_RUNS, type HuntRun, type LeftOut, leftOutOf, type RunPosition } from './run.ts'

export type NewRun = {
  readonly huntId: string
  readonly language: HuntLanguage
  readonly query: string
  readonly fromMs: number
  readonly toMs: number
  readonly requestedBy: string | null
}

export async function insertRun(tx: TenantTx, run: NewRun): Promise<HuntRun> {
  const sql = /* sql */ `
    INSERT INTO hunt_runs (hunt_id, language, query, from_at, to_at, state, requested_by)
    VALUES ($1, $2, $3, $4, $5, 'queued', $6) RETURNING ${HUNT_RUNS.columns}`
  const { huntId, language, query, fromMs, toMs, requestedBy } = run
  const params = [huntId, language, query, new Date(fromMs), new Date(toMs), requestedBy]
  return tx.one(HUNT_RUNS.read, sql, params)
}

export async function openRunsOf(tx: TenantTx, huntId?: string): Promise<number> {
  const sql = /* sql */ `
    SELECT count(*) AS n FROM hunt_runs WHERE state IN ('queued', 'running') AND ($1::text IS NULL OR hunt_id = $1)`
  return (await tx.maybeOne((row) => int(row, 'n'), sql, [huntId ?? null])) ?? 0
}

/** Newest first. */
export function runsOf(tx: TenantTx, huntId: string, limit: number): Promise<HuntRun[]> {
  const sql = /* sql */ `
    SELECT ${HUNT_RUNS.columns} FROM hunt_runs WHERE hunt_id = $1 ORDER BY queued_at DESC, id DESC LIMIT $2`
  return tx.many(HUNT_RUNS.read, sql, [huntId, limit])
}

export function runById(tx: TenantTx, huntId: string, id: string): Promise<HuntRun | null> {
  const sql = /* sql */ `SELECT ${HUNT_RUNS.columns} FROM hunt_runs WHERE hunt_id = $1 AND id = $2`
  return tx.maybeOne(HUNT_RUNS.read, sql, [huntId, id])
}

/** The newest run of each hunt. */
export async function latestRuns(tx: TenantTx): Promise<ReadonlyMap<string, HuntRun>> {
  const sql = /* sql */ `
    SELECT DISTINCT ON (hunt_id) ${HUNT_RUNS.columns} FROM hunt_runs ORDER BY hunt_id, queued_at DESC, id DESC`
  return new Map((await tx.many(HUNT_RUNS.read, sql)).map((run) => [run.huntId, run]))
}

/** Ends a waiting run; asks a running one to end. Null when it has ended. */
export function askToCancel(tx: TenantTx, huntId: string, id: string): Promise<HuntRun | null> {
  const sql = /* sql */ `
    UPDATE hunt_runs SET cancel_asked = true,
      ended_at = CASE WHEN state = 'queued' THEN clock_timestamp() END,
      state = CASE WHEN state = 'queued' THEN 'cancelled' ELSE state END
    WHERE hunt_id = $1 AND id = $2 AND state IN ('queued', 'running') RETURNING ${HUNT_RUNS.columns}`
  return tx.maybeOne(HUNT_RUNS.read, sql, [huntId, id])
}

export type DueHunt = { readonly tenant: TenantId; readonly huntId: string }

/** Schedules that are due, the longest overdue first. */
export function dueSchedules(tx: OperatorTx, limit: number): Promise<DueHunt[]> {
  const sql = /* sql */ `
    SELECT tenant_id, hunt_id FROM hunt_schedules WHERE next_run_at <= clock_timestamp()
    ORDER BY next_run_at, tenant_id, hunt_id LIMIT $1`
  return tx.many((row) => ({ tenant: tenantId(text(row, 'tenant_id')), huntId: text(row, 'hunt_id') }), sql, [limit])
}

/** True for the one who moves a schedule that is due to its next time. */
export async function takeDue(tx: TenantTx, huntId: string): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE hunt_schedules SET next_run_at = clock_timestamp() + make_interval(mins => every_minutes)
    WHERE hunt_id = $1 AND next_run_at <= clock_timestamp()`
  return (await tx.run(sql, [huntId])) === 1
}

export type ClaimedRun = HuntRun &
  Lease & {
    readonly fromMs: number
    readonly toMs: number
    readonly leftOut: readonly LeftOut[]
    readonly position: RunPosition | null
    readonly attempts: number
  }

/**
 * The next run, as long as its lease is renewed: the oldest run of the tenant that was served least recently. A run
 * whose process died is among them, and resumes.
 */
export const HUNT_TURNS = jobs({
  table: 'hunt_runs',
  until: 'lease_until',
  lease: 'lease',
  seconds: HUNT_LIMITS.leaseSeconds,
  tries: 'attempts',
  with: `served AS (SELECT tenant_id, max(started_at) AS at FROM hunt_runs
      WHERE started_at > clock_timestamp() - interval '1 day' GROUP BY tenant_id)`,
  join: 'LEFT JOIN served ON served.tenant_id = j.tenant_id',
  due: `(j.state = 'queued' OR (j.state = 'running' AND j.lease_until < ${NOW}))`,
  order: 'served.at NULLS FIRST, j.queued_at, j.id',
  since: 'queued_at',
  set: `state = 'running', started_at = clock_timestamp()`,
  returning: `position, attempts, ${HUNT_RUNS.columns}`,
  read: (row: Row) => {
    const position = row.position as RunPosition | null // JSON that this context wrote
    const run = HUNT_RUNS.read(row)
    const span = { fromMs: run.from.getTime(), toMs: run.to.getTime() }
    return { ...run, ...span, leftOut: leftOutOf(row), position, attempts: int(row, 'attempts') }
  },
})

export type Kept = {
  readonly hits: readonly HitRow[]
  readonly position: RunPosition
  readonly missing: readonly LeftOut[]
  readonly progress: number
}
export type HitRow = {
  readonly event_uid: string | null
  readonly event_time: string | null
  readonly document: Readonly<Record<string, unknown>>
}

export function hitOf({ event_uid, time: event_time, fields, cut }: FoundEvent): HitRow {
  return { event_uid, event_time, document: { fields, cut } }
}

/**
 * Saves the hits of a step and the position to resume from in one transaction, so that nothing is repeated after a
 * crash. Returns true when the run was cancelled, and null when another process has taken it over.
 */
export async function keepStep(
  tx: TenantTx,
  run: Pick<ClaimedRun, 'id' | 'lease'>,
  kept: Kept,
): Promise<boolean | null> {
  const sql = /* sql */ `
    UPDATE hunt_runs SET position = $3, missing = $4, progress = $5, hits = hits + $6,
      lease_until = clock_timestamp() + make_interval(secs => $7)
    WHERE id = $1 AND lease = $2 AND state = 'running' RETURNING cancel_asked, hits`
  const { hits, position, missing, progress } = kept
  const params = [run.id, run.lease, JSON.stringify(position), JSON.stringify(missing), progress, hits.length]
  const updated = await tx.maybeOne(
    (row) => ({ isCancelRequested: row.cancel_asked === true, hits: int(row, 'hits') }),
    sql,
    [...params, HUNT_LIMITS.leaseSeconds],
  )
  if (updated === null) return null
  await insertHits(tx, run.id, updated.hits - hits.length, hits)
  return updated.isCancelRequested
}

async function insertHits(tx: TenantTx, runId: string, first: number, hits: readonly HitRow[]): Promise<void> {
  if (hits.length === 0) return
  const sql = /* sql */ `
    INSERT INTO hunt_hits (run_id, ordinal, event_uid, event_time, document)
    SELECT $1, $2 + row_number() OVER () - 1, event_uid, event_time, document
    FROM jsonb_to_recordset($3) AS given (event_uid uuid, event_time timestamptz, document jsonb)`
  await tx.run(sql, [runId, first, JSON.stringify(hits)])
}

export type RunEnd = {
  readonly state: 'done' | 'failed' | 'cancelled'
  readonly hasMore?: boolean
  readonly error?: string | null
  readonly columns?: HuntRun['columns']
}

/** Null when the run is another's by now. Older runs of the hunt go. */
export async function endRun(tx: TenantTx, { id, lease, huntId }: ClaimedRun, end: RunEnd): Promise<HuntRun | null> {
  const sql = /* sql */ `
    UPDATE hunt_runs SET state = $3, has_more = $4, error = $5, columns = $6, ended_at = clock_timestamp(),
      progress = CASE WHEN $3 = 'done' THEN 1 ELSE progress END, lease = NULL, lease_until = NULL, position = NULL
    WHERE id = $1 AND lease = $2 AND state = 'running' RETURNING ${HUNT_RUNS.columns}`
  const { state, hasMore = false, error = null, columns = null } = end
  const ended = await tx.maybeOne(HUNT_RUNS.read, sql, [
    id,
    lease,
    state,
    hasMore,
    error,
    columns && JSON.stringify(columns),
  ])
  const prune = /* sql */ `
    DELETE FROM hunt_runs WHERE hunt_id = $1 AND ended_at IS NOT NULL AND id NOT IN (
      SELECT id FROM hunt_runs WHERE hunt_id = $1 ORDER BY queued_at DESC, id DESC LIMIT $2) AND ${NOTHING_HELD}`
  if (ended !== null) await tx.run(prune, [huntId, HUNT_LIMITS.runs])
  return ended
}

export const HIT_MARKS = ['interesting', 'benign'] as const
export type HitMark = (typeof HIT_MARKS)[number]

export const HITS = tableInCamelCase('HuntHit', {
  ordinal: column.int(),
  event_uid: column.orNull(column.uuid()),
  event_time: column.orNull(column.time()),
  document: column.json<Readonly<Record<string, unknown>>>(
    Type.Record(Type.String(), Type.Unknown(), { description: 'fields of an event, or columns of a row' }),
  ),
  mark: column.orNull(column.word(HIT_MARKS)),
  note: column.orNull(column.text()),
  marked_by: column.orNull(column.text()),
  marked_at: column.orNull(column.time()),
})
export type HuntHit = RowOf<typeof HITS>

/** In order, from `ordinal` on. */
export function hitsOf(
  tx: TenantTx,
  runId: string,
  filter: { readonly from: number; readonly limit: number; readonly mark?: HitMark | undefined },
): Promise<HuntHit[]> {
  const sql = /* sql */ `
    SELECT ${HITS.columns} FROM hunt_hits
    WHERE run_id = $1 AND ordinal >= $2 AND ($4::text IS NULL OR mark = $4) ORDER BY ordinal LIMIT $3`
  return tx.many(HITS.read, sql, [runId, filter.from, filter.limit, filter.mark ?? null])
}

/** Returns how many of them exist. */
export function markHits(
  tx: TenantTx,
  runId: string,
  { ordinals, mark, note, by }: MarkInput & { readonly by: string | null },
): Promise<number> {
  const sql = /* sql */ `
    UPDATE hunt_hits SET mark = $3::text, note = $4::text,
      marked_by = CASE WHEN $3::text IS NULL THEN NULL ELSE $5::text END,
      marked_at = CASE WHEN $3::text IS NULL THEN NULL ELSE clock_timestamp() END
    WHERE run_id = $1 AND ordinal = ANY($2)`
  return tx.run(sql, [runId, ordinals, mark, note, by])
}

export type MarkInput = {
  readonly ordinals: readonly number[]
  /** Null takes a mark away. */
  readonly mark: HitMark | null
  readonly note: string | null
}
