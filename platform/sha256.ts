import { createHash } from 'node:crypto'

/**
 * The stored form of a secret with random bits: whoever reads the table cannot use it, and such a secret needs no slow
 * hash.
 */
export function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
