/**
 * Records that are each hashed together with the previous record's hash, so that a change, removal or insertion is
 * detected.
 */
import { createHash } from 'node:crypto'

/** The previous hash of the first record of a chain. */
export const GENESIS: Buffer = Buffer.alloc(32)

/**
 * SHA-256(prefix | seq, 64 bits big-endian | previous record's hash, 32 bytes | document in UTF-8). The prefix names
 * the kind of the chain, so that a record of one chain is not valid in another.
 */
export function chainedHash(prefix: string, seq: number, previous: Uint8Array, document: string): Buffer {
  const place = Buffer.alloc(8)
  place.writeBigUInt64BE(BigInt(seq))
  return createHash('sha256').update(prefix).update(place).update(previous).update(document, 'utf8').digest()
}
