/** Former ids of alerts, and the alert that each is part of now. */
import { orNull, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'

/** Makes drafts of fusion for this id void up to this version. A null successor: the alert is part of no other. */
export async function succeed(tx: TenantTx, id: string, successorId: string | null, version: number): Promise<void> {
  const write = /* sql */ `
    INSERT INTO alert_successors AS s (id, successor_id, version) VALUES ($1, $2, $3)
    ON CONFLICT (tenant_id, id) DO UPDATE SET successor_id = EXCLUDED.successor_id, version = EXCLUDED.version
      WHERE s.version < EXCLUDED.version`
  await tx.run(write, [id, successorId, version])
  await tx.run(/* sql */ `UPDATE alert_successors SET successor_id = $2 WHERE successor_id = $1`, [id, successorId])
}

/** The alert that this one became part of; the id itself when there is none. */
export async function currentId(tx: TenantTx, id: string): Promise<string> {
  const sql = /* sql */ `SELECT successor_id FROM alert_successors WHERE id = $1`
  return (await tx.maybeOne((row) => orNull(text, row, 'successor_id'), sql, [id])) ?? id
}

/** A version that no draft of fusion reaches. */
export const FOR_EVER = Number.MAX_SAFE_INTEGER
