import { createHash } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { bytes, type Row } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { NoteAct } from './perform.ts'

/** Days an answer is kept; after that the same key is a new request. */
const KEPT_DAYS = 30
/** Expired keys that each new key removes, which limits the rows of a tenant. */
const CLEARED_AT_ONCE = 100

/** A request that its sender may repeat: its route, its key, and its body, which a repetition has too. */
export type Repeatable = { readonly route: string; readonly key: string; readonly body: unknown }

type Stored = { readonly digest: Buffer; readonly answer: unknown }

/**
 * Does the work once for each key of the tenant and route, and returns the first answer for later requests with that
 * key. Simultaneous requests wait for each other. Not for an answer that holds a secret, because the answer is stored
 * in clear text. Throws 422 for a key that was used with another body.
 */
export async function once<T>(
  tx: TenantTx,
  { route, key, body }: Repeatable,
  note: NoteAct,
  work: () => Promise<T>,
): Promise<T> {
  const digest = createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest()
  await clearExpired(tx)
  if (!(await claim(tx, route, key, digest))) {
    const answer = await earlier(tx, route, key, digest)
    note(null)
    return answer as T
  }
  const answer = await work()
  const sql = /* sql */ `UPDATE idempotency_keys SET answer = $3 WHERE route = $1 AND key = $2`
  await tx.run(sql, [route, key, JSON.stringify(answer)])
  return answer
}

/** Waits for another transaction that holds the same key. */
async function claim(tx: TenantTx, route: string, key: string, digest: Buffer): Promise<boolean> {
  const sql = /* sql */ `
    INSERT INTO idempotency_keys (route, key, body_digest) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
  return (await tx.run(sql, [route, key, digest])) === 1
}

async function earlier(tx: TenantTx, route: string, key: string, digest: Buffer): Promise<unknown> {
  const sql = /* sql */ `SELECT body_digest, answer FROM idempotency_keys WHERE route = $1 AND key = $2`
  const toStored = (row: Row): Stored => ({ digest: bytes(row, 'body_digest'), answer: row.answer })
  const stored = await tx.maybeOne(toStored, sql, [route, key])
  if (!stored) throw new AppError('unavailable', 'the same request is under way', { retryAfterSeconds: 1 })
  if (stored.digest.equals(digest)) return stored.answer
  const msg = 'was used before with another body'
  throw new InvalidInput({ loc: ['header', 'idempotency-key'], msg, type: 'idempotency_key' })
}

async function clearExpired(tx: TenantTx): Promise<void> {
  const sql = /* sql */ `
    WITH expired AS (
      SELECT i.route AS old_route, i.key AS old_key FROM idempotency_keys i
      WHERE i.created_at < now() - $1 * interval '1 day' ORDER BY i.created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
    DELETE FROM idempotency_keys USING expired WHERE route = old_route AND key = old_key`
  await tx.run(sql, [KEPT_DAYS, CLEARED_AT_ONCE])
}
