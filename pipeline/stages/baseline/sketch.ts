/**
 * Counts the different items of an hour by those with the smallest fingerprints, at most `KEPT`. Up to that many the
 * count is exact; beyond, it is estimated from their density (k minimum values, Bar-Yossef et al. 2002). The same items
 * give the same sketch in any order.
 */
import { hash32 } from '../../../platform/hash.ts'

/** @bound different items of an entity in an hour -> their number is estimated */
export const KEPT = 128

export type Sketch = Map<number, string>

/** FNV-1a with the finalizer of MurmurHash3, so that every bit depends on the whole text. */
export function fingerprintOf(text: string): number {
  let h = hash32(text)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

export function addItem(sketch: Sketch, text: string): void {
  const fingerprint = fingerprintOf(text)
  const known = sketch.get(fingerprint)
  // The smaller of two texts with one fingerprint is kept, whichever came first.
  if (known !== undefined && known <= text) return
  sketch.set(fingerprint, text)
  if (sketch.size > KEPT) sketch.delete(Math.max(...sketch.keys()))
}

export function countOf(sketch: Sketch): number {
  if (sketch.size < KEPT) return sketch.size
  return Math.round(((KEPT - 1) * 2 ** 32) / Math.max(...sketch.keys()))
}
