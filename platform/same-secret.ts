import { timingSafeEqual } from 'node:crypto'
import { sha256 } from './sha256.ts'

/** Compares digests in constant time, so that neither the duration nor the length reveals anything about the secret. */
export function sameSecret(presented: string, expected: string): boolean {
  return timingSafeEqual(sha256(presented), sha256(expected))
}
