/**
 * Checks that the newest entries of a tenant's log are unchanged. The whole log is checked with an export: `svc audit
 * verify`.
 */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { entryHash, GENESIS } from './chain.ts'
import { latestHead } from './head-store.ts'
import { chainedAfter } from './log-store.ts'
import { publicSigningKeys } from './signing-keys.ts'
import { isSignedBy } from './tree-head.ts'

export type ChainCheck = {
  /** Null: nothing was signed yet, so that there is nothing to hold it against. */
  readonly isIntact: boolean | null
  /** Number of entries whose hash was recalculated: the newest signed ones. */
  readonly checked: number
  readonly size: number
  readonly signedAt: Date | null
  /** Time of the oldest of these entries; null when none was checked. */
  readonly since: Date | null
  readonly fault: string | null
}

const CHECKED_MAX = 1_000
/** Entries that are read at once. */
const PAGE = 1_000

/** Checks the hashes of the newest `max` signed entries, that none is missing, and the signature of their head. */
export async function checkChain(tx: TenantTx, max: number = CHECKED_MAX): Promise<ChainCheck> {
  const head = await latestHead(tx)
  if (head === null) return { isIntact: null, checked: 0, size: 0, signedAt: null, since: null, fault: null }
  const from = Math.max(0, head.size - max - 1)
  const signedHead = { size: head.size, signedAt: new Date(head.time_ms) }
  const keys = await publicSigningKeys(tx)
  const key = keys.find(({ keyId }) => keyId === head.key_id)
  if (key === undefined || !isSignedBy(head, key.publicKey))
    return {
      ...signedHead,
      isIntact: false,
      checked: 0,
      since: null,
      fault: 'the latest head is not signed by a key of this installation',
    }
  let previous = from === 0 ? GENESIS : null
  let checked = 0
  let since: Date | null = null
  const broken = (fault: string) => ({ ...signedHead, isIntact: false, checked, since, fault })
  for (let at = from; at < head.size; ) {
    const entries = await chainedAfter(tx, at, head.size, PAGE)
    if (entries.length === 0) return broken(`entry ${at + 1} is missing`)
    for (const entry of entries) {
      if (entry.seq !== ++at) return broken(`entry ${at} is missing`)
      if (previous !== null) {
        if (!entryHash(entry.seq, previous, entry.document).equals(entry.hash))
          return broken(`entry ${entry.seq} is not as it was written`)
        checked++
        since ??= timeOf(entry.document)
      }
      previous = entry.hash
    }
  }
  return { ...signedHead, isIntact: true, checked, since, fault: null }
}

function timeOf(document: string): Date | null {
  const { time_ms: ms } = JSON.parse(document) as { readonly time_ms?: unknown } // an entry that this context wrote
  return typeof ms === 'number' ? new Date(ms) : null
}
