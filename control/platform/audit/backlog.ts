import { orNull, text } from '../../../stores/postgres/columns.ts'
import { type Postgres, withSystem } from '../../../stores/postgres/pool.ts'
import { timeOfId } from './entry-id.ts'

/**
 * Age of the oldest unchained entry of any tenant, 0 when none waits: under half a second while a chainer runs. It
 * grows when no chainer runs, or when the chain is blocked.
 */
export async function auditBacklog(
  pool: Postgres,
  nowMs: number,
): Promise<{ readonly oldest_unchained_seconds: number }> {
  const sql = /* sql */ `SELECT svc_audit_oldest_waiting() AS id`
  const oldest = await withSystem(pool, 'audit backlog', (tx) => tx.maybeOne((row) => orNull(text, row, 'id'), sql))
  const ageMs = oldest === null ? 0 : Math.max(0, nowMs - timeOfId(oldest))
  return { oldest_unchained_seconds: Math.round(ageMs / 1000) }
}
