import { orNull, placed, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import type { CaseActor } from './case-actor.ts'
import type { Joined } from './join-cases.ts'

export type CaseMove = {
  readonly id: string
  readonly kind: 'merge' | 'split' | 'move'
  readonly fromCaseId: string
  readonly toCaseId: string
  readonly alertIds: readonly string[]
  readonly reason: string | null
  readonly actorId: string
  readonly actorKind: CaseActor['kind']
  readonly at: Date
  readonly undoneAt: Date | null
  readonly undoneBy: string | null
  /** Changes of a merge beside the alerts. Null for merges from before this was kept. */
  readonly joined: Joined | null
}

const COLUMNS = `id, kind, from_case_id, to_case_id, alert_ids, reason, actor_id, actor_kind, created_at, undone_at,
  undone_by, merged`

type NewMove = Pick<CaseMove, 'kind' | 'fromCaseId' | 'toCaseId' | 'alertIds' | 'reason' | 'joined'>

export async function insertMove(tx: TenantTx, actor: CaseActor, move: NewMove, nowMs: number): Promise<CaseMove> {
  const sql = /* sql */ `
    INSERT INTO case_moves (kind, from_case_id, to_case_id, alert_ids, reason, actor_id, actor_kind, created_at,
      merged)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${COLUMNS}`
  return tx.one(toMove, sql, [
    ...[move.kind, move.fromCaseId, move.toCaseId, move.alertIds, move.reason, actor.id, actor.kind, new Date(nowMs)],
    move.joined && JSON.stringify(move.joined),
  ])
}

export function lockMove(tx: TenantTx, id: string): Promise<CaseMove | null> {
  return tx.maybeOne(toMove, /* sql */ `SELECT ${COLUMNS} FROM case_moves WHERE id = $1 FOR UPDATE`, [id])
}

export async function markUndone(tx: TenantTx, id: string, by: string, at: Date): Promise<CaseMove> {
  const sql = /* sql */ `UPDATE case_moves SET undone_at = $2, undone_by = $3 WHERE id = $1 RETURNING ${COLUMNS}`
  return tx.one(toMove, sql, [id, at, by])
}

/** Locks later merges into the same case that are still in force, in order. */
export function mergesAfter(tx: TenantTx, { id, toCaseId }: CaseMove): Promise<CaseMove[]> {
  const sql = /* sql */ `
    SELECT ${COLUMNS} FROM case_moves m
    WHERE kind = 'merge' AND to_case_id = $2 AND undone_at IS NULL AND id <> $1
      AND ordinal > (SELECT o.ordinal FROM case_moves o WHERE o.id = $1)
    ORDER BY ordinal FOR UPDATE`
  return tx.many(toMove, sql, [id, toCaseId])
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
    SELECT ${COLUMNS}, created_at::text AS position FROM case_moves
    WHERE (from_case_id = $1 OR to_case_id = $1)
      AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $2`
  return tx.many(placed(toMove), sql, [caseId, limit, after?.[0] ?? null, after?.[1] ?? null])
}

function toMove(row: Row): CaseMove {
  return {
    id: text(row, 'id'),
    kind: text(row, 'kind') as CaseMove['kind'], // a CHECK constraint of the column guarantees the value
    fromCaseId: text(row, 'from_case_id'),
    toCaseId: text(row, 'to_case_id'),
    alertIds: row.alert_ids as readonly string[],
    reason: orNull(text, row, 'reason'),
    actorId: text(row, 'actor_id'),
    actorKind: text(row, 'actor_kind') as CaseActor['kind'],
    at: time(row, 'created_at'),
    undoneAt: orNull(time, row, 'undone_at'),
    undoneBy: orNull(text, row, 'undone_by'),
    joined: row.merged as Joined | null, // JSON that this context wrote
  }
}
