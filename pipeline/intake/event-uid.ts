/**
 * The identity of an event: 128 bits of tenant, source and the vendor's id, or where there is none the bytes as sent.
 * The time of receipt is no part of it, so the same event sent again is the same event. Two xxHash64 with different
 * seeds (https://github.com/Cyan4973/xxHash); shown as a UUID of version 8 (RFC 9562).
 */
import xxhash from 'xxhash-wasm'
import { formatUid } from '../signal-id.ts'

const { h64Raw, h64 } = await xxhash()
const SECOND = 0x9e37_79b9_7f4a_7c15n
const SOURCES_MAX = 10_000

type Seeds = readonly [bigint, bigint]
const seeds = new Map<string, Seeds>()

/** Seeds of a tenant's source; take them once a batch. */
export function seedsOf(tenantId: string, source: string): Seeds {
  const key = `${tenantId}\0${source}`
  let pair = seeds.get(key)
  if (!pair) {
    if (seeds.size >= SOURCES_MAX) seeds.clear()
    pair = [h64(key, 0n), h64(key, SECOND)]
    seeds.set(key, pair)
  }
  return pair
}

export function uidOfBytes(bytes: Uint8Array, [first, second]: Seeds, uid: Uint32Array): void {
  setWords(uid, h64Raw(bytes, first), h64Raw(bytes, second))
}

/** A vendor's id lives in a space of its own: no content can collide with it on purpose. */
export function uidOfVendorId(id: string, [first, second]: Seeds, uid: Uint32Array): void {
  const text = `vendor-id\0${id}`
  setWords(uid, h64(text, first), h64(text, second))
}

/** For ids of dead letters. */
export function uuidOf(text: string): string {
  const uid = new Uint32Array(4)
  setWords(uid, h64(text, 0n), h64(text, SECOND))
  return formatUid(uid)
}

function setWords(uid: Uint32Array, high: bigint, low: bigint): void {
  uid[0] = Number(high >> 32n)
  uid[1] = ((Number(high & 0xffff_ffffn) & 0xffff_0fff) | 0x8000) >>> 0
  uid[2] = ((Number(low >> 32n) & 0x3fff_ffff) | 0x8000_0000) >>> 0
  uid[3] = Number(low & 0xffff_ffffn)
}
