import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares digests in constant time, so that neither the duration nor the length reveals anything about the secret. */
export function sameSecret(presented: string, expected: string): boolean {
  return timingSafeEqual(digest(presented), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
