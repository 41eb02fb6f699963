/**
 * Checks that the end of a tenant's log is as it was written. The whole of it is checked with an export: `svc audit
 * verify`.
 */
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { entryHash, GENESIS } from './chain.ts'
import { latestHead } from './head-store.ts'
import { chainedAfter } from './log-store.ts'
import { publicSigningKeys } from './signing-keys.ts'
import { isSignedBy } from './tree-head.ts'

export type ChainCheck = {
  /** Null: nothing was signed yet, so that there is nothing to hold it against. */
  readonly isIntact: boolean | null
  /** Entries whose hash was calculated anew, the newest ones that are signed. */
  readonly checked: number
  readonly size: number
  readonly signedAt: Date | null
  readonly fault: string | null
}

const CHECKED_MAX = 1_000

/** Checks the hashes of the newest signed entries, that none is missing, and the signature of their head. */
export async function checkChain(tx: TenantTx): Promise<ChainCheck> {
  const head = await latestHead(tx)
  if (head === null) return { isIntact: null, checked: 0, size: 0, signedAt: null, fault: null }
  const from = Math.max(0, head.size - CHECKED_MAX - 1)
  const entries = await chainedAfter(tx, from, head.size, CHECKED_MAX + 1)
  const signedHead = { size: head.size, signedAt: new Date(head.time_ms) }
  const keys = await publicSigningKeys(tx)
  const key = keys.find(({ keyId }) => keyId === head.key_id)
  if (key === undefined || !isSignedBy(head, key.publicKey))
    return {
      ...signedHead,
      isIntact: false,
      checked: 0,
      fault: 'the latest head is not signed by a key of this installation',
    }
  let previous = from === 0 ? GENESIS : null
  let checked = 0
  for (const [at, entry] of entries.entries()) {
    if (entry.seq !== from + at + 1)
      return { ...signedHead, isIntact: false, checked, fault: `entry ${from + at + 1} is missing` }
    if (previous !== null) {
      if (!entryHash(entry.seq, previous, entry.document).equals(entry.hash))
        return { ...signedHead, isIntact: false, checked, fault: `entry ${entry.seq} is not as it was written` }
      checked++
    }
    previous = entry.hash
  }
  if (from + entries.length !== head.size)
    return { ...signedHead, isIntact: false, checked, fault: `entry ${from + entries.length + 1} is missing` }
  return { ...signedHead, isIntact: true, checked, fault: null }
}
