/** A reseal requested over the API: a process with the owner's credential runs it and stores the result. */
import { assert } from '../../../platform/assert.ts'
import { type Postgres, type TenantTx, withOperator } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import { lookAtKeys } from '../vault/index.ts'
import { type ResealDeps, resealAll } from './reseal.ts'

const { text, time, int, orNull } = column

export const RESEALS = table('VaultReseal', {
  asked_at: time(),
  asked_by: text(),
  /** Null while it waits or is under way. */
  ended_at: orNull(time()),
  resealed: orNull(int({ description: 'number of secrets encrypted again' })),
  unreadable: orNull(int({ description: 'number of secrets that no key decrypts, left unchanged' })),
  fault: orNull(text()),
})
export type ResealRequest = RowOf<typeof RESEALS>

const FAULT_MAX = 500

/** Asks for one; one that waits or is under way already is that one. */
export async function askReseal(tx: TenantTx, requestedBy: string): Promise<ResealRequest> {
  const ask = /* sql */ `
    INSERT INTO vault_reseals AS r (asked_by) VALUES ($1)
    ON CONFLICT (only_one) DO UPDATE SET asked_at = clock_timestamp(), asked_by = $1, ended_at = NULL, resealed = NULL,
      unreadable = NULL, fault = NULL WHERE r.ended_at IS NOT NULL`
  await tx.run(ask, [requestedBy])
  const reseal = await latestReseal(tx)
  assert(reseal !== null, 'it was just asked for')
  return reseal
}

/** The latest request. */
export function latestReseal(tx: TenantTx): Promise<ResealRequest | null> {
  return tx.maybeOne(RESEALS.read, /* sql */ `SELECT ${RESEALS.columns} FROM vault_reseals`)
}

/** Does the reseal that waits. False when none does. Needs the owner's pool. */
export async function runRequestedReseal(deps: ResealDeps, stop?: AbortSignal): Promise<boolean> {
  if (!(await waits(deps.pool))) return false
  try {
    const done = await resealAll(deps, stop)
    await lookAtKeys(deps.pool, deps.ring)
    const sum = (of: 'resealed' | 'unreadable') => done.reduce((all, one) => all + one[of], 0)
    await end(deps.pool, [sum('resealed'), sum('unreadable'), null])
  } catch (error) {
    // A process that stops leaves it to the next.
    if (stop?.aborted) throw error
    await end(deps.pool, [null, null, (error instanceof Error ? error.message : String(error)).slice(0, FAULT_MAX)])
  }
  return true
}

function waits(pool: Postgres): Promise<boolean> {
  const sql = /* sql */ `SELECT asked_at FROM vault_reseals WHERE ended_at IS NULL`
  return withOperator(pool, 'asked reseal', async (tx) => (await tx.maybeOne((row) => row, sql)) !== null)
}

function end(pool: Postgres, outcome: readonly [number | null, number | null, string | null]): Promise<number> {
  const sql = /* sql */ `
    UPDATE vault_reseals SET ended_at = clock_timestamp(), resealed = $1, unreadable = $2, fault = $3
    WHERE ended_at IS NULL`
  return withOperator(pool, 'asked reseal', (tx) => tx.run(sql, [...outcome]))
}
