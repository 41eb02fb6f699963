import { randomFillSync } from 'node:crypto'

const POOL_BYTES = 8_192
const pool = Buffer.allocUnsafe(POOL_BYTES)
let used = POOL_BYTES

/** Bytes of the system's generator, fetched many at a time: one call for a few bytes costs as much as encrypting them. */
export function takeRandom(bytes: number): Buffer {
  if (used + bytes > POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return Buffer.from(pool.subarray(used - bytes, used))
}
