/** Records that are each hashed together with the hash of the one before: none changes, comes or goes unseen. */
import { createHash } from 'node:crypto'

/** The previous hash of the first record of a chain. */
export const GENESIS: Buffer = Buffer.alloc(32)

/**
 * SHA-256(prefix | seq, 64 bits big-endian | hash of the record before, 32 bytes | document in UTF-8). The prefix names the
 * kind of the chain, so that a record of one is none of another.
 */
export function chainedHash(prefix: string, seq: number, previous: Uint8Array, document: string): Buffer {
  const place = Buffer.alloc(8)
  place.writeBigUInt64BE(BigInt(seq))
  return createHash('sha256').update(prefix).update(place).update(previous).update(document, 'utf8').digest()
}
