import { createHash } from 'node:crypto'

/** Any constant: names of other programs cannot meet ours. */
const NAMESPACE = Buffer.from('5f0c1f5e6d0b4f5c9a6c3d1be7a1f0d2', 'hex')

/** A name-based UUID (RFC 9562, version 5): the same for the same name in every installation. */
export function uuid5(name: string): string {
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
