/** Ids as text: uids of events, and signal ids, which derive from what the signal is about. */
import { hash } from 'node:crypto'

/** Derives a signal's id: equal parts give the same id. */
export function signalIdOf(...parts: readonly string[]): string {
  return idOf('signal', ...parts)
}

/**
 * Derives a UUID of version 8 (RFC 9562) from the parts: equal parts give the same id. One hash call costs half of an
 * incremental hash.
 */
export function idOf(...parts: readonly string[]): string {
  const hex = hash('sha256', parts.join('\0'), 'hex')
  const variant = HEX_DIGITS[8 | (Number.parseInt(hex[16] as string, 16) & 3)]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const HEX_DIGITS = '0123456789abcdef'

/** The uid of an event as text. */
export function formatUid(words: Uint32Array): string {
  for (let i = 0; i < DIGITS; i++) {
    const word = words[i >> 3] as number
    uidText[PLACES[i] as number] = HEX[(word >>> (28 - 4 * (i & 7))) & 15] as number
  }
  return uidText.latin1Slice()
}

const DIGITS = 32
const HEX = Buffer.from(HEX_DIGITS)
/** A reused text buffer, and the positions of its digits. */
const uidText = Buffer.from('00000000-0000-0000-0000-000000000000')
const PLACES = Uint8Array.from([...uidText.keys()].filter((at) => uidText[at] === HEX[0]))
