import { placed } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import type { CaseActor } from './case-actor.ts'
import type { Joined } from './join-cases.ts'

export const MOVES = tableInCamelCase('CaseMove', {
  id: column.text(),
  kind: column.json<'merge' | 'split' | 'move'>(),
  from_case_id: column.text(),
  to_case_id: column.text(),
  alert_ids: column.texts(),
  reason: column.orNull(column.text()),
  actor_id: column.text(),
  actor_kind: column.json<CaseActor['kind']>(),
  at: column.from('created_at', column.time()),
  undone_at: column.orNull(column.time()),
  undone_by: column.orNull(column.text()),
  /** Changes of a merge beside the alerts. Null for merges from before this was kept. */
  joined: column.from('merged', column.orNull(column.json<Joined>())),
})
export type CaseMove = RowOf<typeof MOVES>

type NewMove = Pick<CaseMove, 'kind' | 'fromCaseId' | 'toCaseId' | 'alertIds' | 'reason' | 'joined'>

export async function insertMove(tx: TenantTx, actor: CaseActor, move: NewMove, nowMs: number): Promise<CaseMove> {
  const sql = /* sql */ `
    INSERT INTO case_moves (kind, from_case_id, to_case_id, alert_ids, reason, actor_id, actor_kind, created_at,
      merged)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${MOVES.columns}`
  return tx.one(MOVES.read, sql, [
    ...[move.kind, move.fromCaseId, move.toCaseId, move.alertIds, move.reason, actor.id, actor.kind, new Date(nowMs)],
    move.joined && JSON.stringify(move.joined),
  ])
}

export function lockMove(tx: TenantTx, id: string): Promise<CaseMove | null> {
  return tx.maybeOne(MOVES.read, /* sql */ `SELECT ${MOVES.columns} FROM case_moves WHERE id = $1 FOR UPDATE`, [id])
}

export async function markUndone(tx: TenantTx, id: string, by: string, at: Date): Promise<CaseMove> {
  const sql = /* sql */ `UPDATE case_moves SET undone_at = $2, undone_by = $3 WHERE id = $1 RETURNING ${MOVES.columns}`
  return tx.one(MOVES.read, sql, [id, at, by])
}

/** Locks later merges into the same case that are still in force, in order. */
export function mergesAfter(tx: TenantTx, { id, toCaseId }: CaseMove): Promise<CaseMove[]> {
  const sql = /* sql */ `
    SELECT ${MOVES.columns} FROM case_moves m
    WHERE kind = 'merge' AND to_case_id = $2 AND undone_at IS NULL AND id <> $1
      AND ordinal > (SELECT o.ordinal FROM case_moves o WHERE o.id = $1)
    ORDER BY ordinal FOR UPDATE`
  return tx.many(MOVES.read, sql, [id, toCaseId])
}

export async function updateJoined(tx: TenantTx, id: string, joined: Joined): Promise<void> {
  await tx.run(/* sql */ `UPDATE case_moves SET merged = $2 WHERE id = $1`, [id, JSON.stringify(joined)])
}

/** Moves from or to the case, newest first, undone ones included. */
export function movesPage(
  tx: TenantTx,
  caseId: string,
  limit: number,
  after: Position | null,
): Promise<Placed<CaseMove>[]> {
  const sql = /* sql */ `
    SELECT ${MOVES.columns}, created_at::text AS position FROM case_moves
    WHERE (from_case_id = $1 OR to_case_id = $1)
      AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $2`
  return tx.many(placed(MOVES.read), sql, [caseId, limit, after?.[0] ?? null, after?.[1] ?? null])
}
