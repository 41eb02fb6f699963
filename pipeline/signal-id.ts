/** Ids as text: of events, and of signals, which are worked out from what they are made of. */
import { createHash } from 'node:crypto'
import { uuidText } from '../platform/uuid-text.ts'

/** The same parts are the same signal. */
export function signalIdOf(...parts: readonly string[]): string {
  return idOf('signal', ...parts)
}

/** The same for the same parts: a UUID of version 8 (RFC 9562). */
export function idOf(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(parts.join('\0')).digest()
  hash[6] = ((hash[6] as number) & 0x0f) | 0x80
  hash[8] = ((hash[8] as number) & 0x3f) | 0x80
  return uuidText(hash.toString('hex', 0, 16))
}

/** The uid of an event as text. */
export function formatUid(words: Uint32Array): string {
  for (let i = 0; i < DIGITS; i++) {
    const word = words[i >> 3] as number
    uidText[PLACES[i] as number] = HEX[(word >>> (28 - 4 * (i & 7))) & 15] as number
  }
  return uidText.latin1Slice()
}

const DIGITS = 32
const HEX = Buffer.from('0123456789abcdef')
/** The text that is written, and where in it digits stand. */
const uidText = Buffer.from('00000000-0000-0000-0000-000000000000')
const PLACES = Uint8Array.from([...uidText.keys()].filter((at) => uidText[at] === HEX[0]))
