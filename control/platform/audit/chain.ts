import { chainedHash } from '../../../platform/hash-chain.ts'

export { GENESIS } from '../../../platform/hash-chain.ts'

const PREFIX = 'svc-audit-entry-v1\n'

/**
 * The hash of entry `seq` of a chain (counted from 1, without gaps):
 *
 *     SHA-256("svc-audit-entry-v1\n" | seq, 64 bits big-endian | hash of the entry before, 32 bytes | document)
 *
 * The document is the UTF-8 text described in `document.ts`; its `tenant_id` says whose chain it is. Before entry 1
 * stand 32 zero bytes. The same hash, as leaf data of RFC 6962, is leaf seq - 1 of the tenant's Merkle tree.
 */
export function entryHash(seq: number, previous: Uint8Array, document: string): Buffer {
  return chainedHash(PREFIX, seq, previous, document)
}
