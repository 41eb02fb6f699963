import { assert } from '../../../../platform/assert.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { deactivateKeysOf } from '../api-key-store.ts'
import { endSessionsOf } from '../session-store.ts'

export type Deprovisioned = {
  /** API keys that worked until now, and never will again. */
  readonly keysRevoked: number
  /** Sessions that began before are refused for ever, whatever becomes of the user. */
  readonly sessionsRevokedAt: Date
}

/** Ends everything by which a user that is no longer active could act. */
export async function deprovision(tx: TenantTx, userId: string): Promise<Deprovisioned> {
  const sessionsRevokedAt = await endSessionsOf(tx, userId)
  const keysRevoked = await deactivateKeysOf(tx, userId)
  assert(sessionsRevokedAt !== null, 'all sessions of a user end at a moment')
  return { keysRevoked, sessionsRevokedAt }
}
