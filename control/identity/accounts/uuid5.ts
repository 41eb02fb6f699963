import { createHash } from 'node:crypto'
import { uuidText } from '../../../platform/uuid-text.ts'

/** Any constant: names of other programs cannot meet ours. */
const NAMESPACE = Buffer.from('5f0c1f5e6d0b4f5c9a6c3d1be7a1f0d2', 'hex')

/** A name-based UUID (RFC 9562, version 5): equal names give equal ids in every installation. */
export function uuid5(name: string): string {
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return uuidText(hash.toString('hex', 0, 16))
}
