/** Ids as text: of events, and of signals, which are worked out from what they are made of. */
import { createHash } from 'node:crypto'

/** The same parts are the same signal: a UUID of version 8 (RFC 9562). */
export function signalIdOf(...parts: readonly string[]): string {
  const hash = createHash('sha256')
    .update(['signal', ...parts].join('\0'))
    .digest()
  hash[6] = ((hash[6] as number) & 0x0f) | 0x80
  hash[8] = ((hash[8] as number) & 0x3f) | 0x80
  return uuidText(hash.toString('hex', 0, 16))
}

/** The uid of an event as text. */
export function formatUid(words: Uint32Array): string {
  return uuidText(Array.from(words, (word) => word.toString(16).padStart(8, '0')).join(''))
}

/** 32 hexadecimal digits with the dashes of a UUID. */
function uuidText(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
