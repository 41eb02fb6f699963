import { timingSafeEqual } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i

/** `sha256=<hex>` against the digest of what was received, in constant time. Throws `bad_credential`. */
export function verifySignature(presented: string, digest: Buffer): void {
  const hex = SIGNATURE.exec(presented.trim())?.[1]
  const given = hex ? Buffer.from(hex, 'hex') : Buffer.alloc(digest.length)
  const same = timingSafeEqual(given, digest)
  if (!hex || !same) throw new AppError('bad_credential', 'the signature does not fit the body as it was received')
}
