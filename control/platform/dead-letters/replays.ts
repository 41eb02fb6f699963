import { AppError } from '../../../platform/errors.ts'
import type { Placed, Position } from '../../../platform/paging.ts'
import { placed } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import type { LetterPlace } from './letters.ts'

const STATES = ['running', 'done', 'cancelled', 'failed'] as const

/** @bound replays of dead letters of a tenant at once = 1 -> 409 */
export const REPLAYS = table('DeadLetterReplay', {
  id: column.uuid(),
  state: column.word(STATES),
  source: column.text({ description: 'connector id; empty for any' }),
  reason: column.text({ description: 'empty for any' }),
  until_time: column.time({ description: 'time up to which letters are replayed' }),
  letters: column.int({ description: 'letters replayed so far; letters with the same text count once' }),
  accepted: column.int({
    description: 'events accepted by ingest; undecodable ones become new dead letters',
  }),
  rejected: column.int({ description: 'events rejected by ingest; their letters remain' }),
  fault: column.orNull(
    column.text({ description: 'reason of a failure, the latest rejection, or why a page is retried' }),
  ),
  requested_by: column.text(),
  created_at: column.time(),
  ended_at: column.orNull(column.time()),
  after_ms: column.hidden(column.int()),
  after_letter: column.hidden(column.text()),
})
export type Replay = RowOf<typeof REPLAYS>

export type NewReplay = {
  readonly source: string
  readonly reason: string
  readonly until: Date
  readonly requestedBy: string
}

/** Throws `conflict` while another replay of the tenant runs. */
export async function startReplay(tx: TenantTx, { source, reason, until, requestedBy }: NewReplay): Promise<Replay> {
  const sql = /* sql */ `
    INSERT INTO dead_letter_replays (source, reason, until_time, requested_by) VALUES ($1, $2, $3, $4)
    ON CONFLICT (tenant_id) WHERE state = 'running' DO NOTHING RETURNING ${REPLAYS.columns}`
  const made = await tx.maybeOne(REPLAYS.read, sql, [source, reason, until, requestedBy])
  if (made === null) throw new AppError('conflict', 'dead letters of this tenant are being replayed already')
  return made
}

/** Newest first. */
export function replaysPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<Replay>[]> {
  const sql = /* sql */ `
    SELECT ${REPLAYS.columns}, created_at::text AS position FROM dead_letter_replays
    WHERE ($1::timestamptz IS NULL OR (created_at, id) < ($1::timestamptz, $2::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $3`
  return tx.many(placed(REPLAYS.read), sql, [after?.[0] ?? null, after?.[1] ?? null, limit])
}

export function replayById(tx: TenantTx, id: string): Promise<Replay | null> {
  const sql = /* sql */ `SELECT ${REPLAYS.columns} FROM dead_letter_replays WHERE id = $1`
  return tx.maybeOne(REPLAYS.read, sql, [id])
}

/** Null when it is not running. Events already pushed stay. */
export function cancelReplay(tx: TenantTx, id: string): Promise<Replay | null> {
  const sql = /* sql */ `
    UPDATE dead_letter_replays SET state = 'cancelled', ended_at = clock_timestamp()
    WHERE id = $1 AND state = 'running' RETURNING ${REPLAYS.columns}`
  return tx.maybeOne(REPLAYS.read, sql, [id])
}

export type Turn = {
  readonly letters: number
  readonly accepted: number
  readonly rejected: number
  readonly fault: string | null
  /** Null when there are no more. */
  readonly after: LetterPlace | null
}

/** A fault that a later turn may not meet again begins with these words. */
const TRIED_AGAIN = 'tried again: '

/** Nothing changes where another turn has gone on from the same place: this one took longer than its lease. */
export async function advanceReplay(
  tx: TenantTx,
  { id, after_ms, after_letter }: Pick<Replay, 'id' | 'after_ms' | 'after_letter'>,
  turn: Turn,
): Promise<void> {
  const sql = /* sql */ `
    UPDATE dead_letter_replays SET letters = letters + $2, accepted = accepted + $3, rejected = rejected + $4,
      fault = coalesce($5, CASE WHEN NOT starts_with(fault, $8) THEN fault END), after_ms = coalesce($6, after_ms), after_letter = coalesce($7, after_letter),
      state = CASE WHEN $6::bigint IS NULL THEN 'done' ELSE state END,
      ended_at = CASE WHEN $6::bigint IS NULL THEN clock_timestamp() END,
      lease = NULL, lease_until = '-infinity', advanced_at = clock_timestamp()
    WHERE id = $1 AND state = 'running' AND (after_ms, after_letter) = ($9, $10)`
  const { letters, accepted, rejected, fault, after } = turn
  const values = [letters, accepted, rejected, fault?.slice(0, 2000) ?? null, after?.firstMs ?? null, after?.id ?? null]
  await tx.run(sql, [id, ...values, TRIED_AGAIN, after_ms, after_letter])
}

/** The replay resumes at the same position after ten seconds. */
export async function releaseReplay(tx: TenantTx, id: string, why: string): Promise<void> {
  const sql = /* sql */ `
    UPDATE dead_letter_replays SET lease = NULL, lease_until = clock_timestamp() + interval '10 seconds', fault = $2
    WHERE id = $1 AND state = 'running'`
  await tx.run(sql, [id, `${TRIED_AGAIN}${why}`.slice(0, 2000)])
}

export async function failReplay(tx: TenantTx, id: string, fault: string): Promise<void> {
  const sql = /* sql */ `
    UPDATE dead_letter_replays SET state = 'failed', fault = $2, ended_at = clock_timestamp()
    WHERE id = $1 AND state = 'running'`
  await tx.run(sql, [id, fault.slice(0, 2000)])
}
