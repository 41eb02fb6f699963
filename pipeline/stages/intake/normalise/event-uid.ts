/**
 * The identity of an event: 128 bits of tenant, source and the vendor's id, or of the bytes as sent when there is no
 * id. The time of receipt is not included, so the same event sent again has the same uid. Two xxHash64 with different
 * seeds (https://github.com/Cyan4973/xxHash); shown as a UUID of version 8 (RFC 9562).
 */
import xxhash from 'xxhash-wasm'
import { formatUid } from '../../../signal-id.ts'
import { ROOM_BYTES, UidKernel } from './uid-kernel.ts'

const { h64, h64Raw } = await xxhash()
const SECOND = 0x9e37_79b9_7f4a_7c15n
const SOURCES_MAX = 10_000

export type Seeds = readonly [bigint, bigint]
const seeds = new Map<string, Seeds>()
const kernel = new UidKernel()

/** Seeds of a tenant's source; compute them once a batch. */
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

/** Seeds of one request of a source, for events whose identity includes the request. */
export function seedsOfRequest(tenantId: string, source: string, key: string): Seeds {
  const text = `${tenantId}\0${source}\0${key}`
  return [h64(text, 0n), h64(text, SECOND)]
}

/** Changes a text's uid to that of its `n`th repetition in the same request; 1 is the first after the original. */
export function uidOfRepetition(uid: Uint32Array, n: number): void {
  setText(uid, `${formatUid(uid)} ${n}`, [0n, SECOND])
}

/** Computes the uid of a range of a body, which must not change until another body is passed. */
export function uidOfBytes(body: Buffer, start: number, end: number, pair: Seeds, uid: Uint32Array): void {
  // Only a mail with its attachments is that large.
  if (end - start > ROOM_BYTES) {
    const range = body.subarray(start, end)
    return setWide(uid, h64Raw(range, pair[0]), h64Raw(range, pair[1]))
  }
  kernel.hash(body, start, end, pair)
  const { hashes } = kernel
  setWords(uid, hashes[1] as number, hashes[0] as number, hashes[3] as number, hashes[2] as number)
}

/** A vendor's id is hashed in a separate domain, so that no event content can be made to collide with it. */
export function uidOfVendorId(id: string, pair: Seeds, uid: Uint32Array): void {
  setText(uid, `vendor-id\0${id}`, pair)
}

/** For ids of dead letters. */
export function uuidOf(text: string): string {
  const uid = new Uint32Array(4)
  setText(uid, text, [0n, SECOND])
  return formatUid(uid)
}

const LOW = 0xffff_ffffn

function setText(uid: Uint32Array, text: string, [first, second]: Seeds): void {
  setWide(uid, h64(text, first), h64(text, second))
}

function setWide(uid: Uint32Array, a: bigint, b: bigint): void {
  setWords(uid, Number(a >> 32n), Number(a & LOW), Number(b >> 32n), Number(b & LOW))
}

function setWords(uid: Uint32Array, a: number, b: number, c: number, d: number): void {
  uid[0] = a
  uid[1] = (b & 0xffff_0fff) | 0x8000
  uid[2] = (c & 0x3fff_ffff) | 0x8000_0000
  uid[3] = d
}
