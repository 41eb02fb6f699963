import { randomFillSync } from 'node:crypto'

const POOL_BYTES = 8_192
const pool = Buffer.allocUnsafe(POOL_BYTES)
let taken = POOL_BYTES

/** Bytes of the system's generator, fetched many at a time: one call for a few bytes costs as much as encrypting them. */
export function takeRandom(bytes: number): Buffer {
  if (taken + bytes > POOL_BYTES) {
    randomFillSync(pool)
    taken = 0
  }
  taken += bytes
  return Buffer.from(pool.subarray(taken - bytes, taken))
}
