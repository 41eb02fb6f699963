import { assert } from '../../../platform/assert.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { GENESIS } from './chain.ts'
import type { AuditActor } from './entry.ts'
import { chainedAfter } from './log-store.ts'
import { type InclusionProof, proveInclusion } from './proofs.ts'
import { type AuditDeps, recordRead } from './read-log.ts'

/**
 * Everything that an independent verifier needs: the hashed document of the entry, and the path from it to a signed
 * head.
 */
export type ProvenEntry = InclusionProof & {
  /** Hexadecimal, of this entry and of the one before it. */
  readonly hash: string
  readonly prev: string
  /** Canonical JSON. */
  readonly document: string
}

/** Shows the entry, so that it is recorded as a read. Throws `not_found` as `proveInclusion` does. */
export function proveEntry(
  { pool, sealer }: AuditDeps,
  tenant: TenantId,
  reader: AuditActor,
  id: string,
): Promise<ProvenEntry> {
  return withTenant(pool, tenant, async (tx) => {
    const proof = await proveInclusion(tx, id)
    const found = await chainedAfter(tx, proof.seq - 2, proof.seq, 2)
    const entry = found.at(-1)
    assert(entry?.seq === proof.seq, 'an entry with a proof is in the log')
    const prev = found.length === 2 ? found[0]?.hash : GENESIS
    assert(prev !== undefined, 'the entry before is in the log')
    await recordRead(tx, sealer, 'audit_log:read', reader, { entry_id: id, rows: 1 })
    return { ...proof, hash: entry.hash.toString('hex'), prev: prev.toString('hex'), document: entry.document }
  })
}
