import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares digests, so that neither the time taken nor an early length check tells anything about the secret. */
export function sameSecret(presented: string, expected: string): boolean {
  return timingSafeEqual(digest(presented), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
