/** The encodings of `wide`, `utf16`, `utf16be`, `base64` and `base64offset`. */
import type { LikePart } from '../plan/expr.ts'
import { joinParts } from './text.ts'

export type Wide = 'utf16le' | 'utf16be' | 'utf16'

const BYTE_ORDER_MARK = Buffer.from([0xff, 0xfe])

export function encodeBytes(text: string, wide: Wide | null): Buffer {
  if (wide === null) return Buffer.from(text, 'utf8')
  const little = Buffer.from(text, 'utf16le')
  if (wide === 'utf16be') return little.swap16()
  return wide === 'utf16' ? Buffer.concat([BYTE_ORDER_MARK, little]) : little
}

/** UTF-16 as it shows in a text field that holds one character a byte: `cmd` is `c\0m\0d\0`. Wildcards stay. */
export function widen(parts: readonly LikePart[], wide: Wide): LikePart[] {
  const widened = parts.map((part) => (part.kind === 'text' ? latin1(encodeBytes(part.text, unitsOf(wide))) : part))
  return wide === 'utf16' ? joinParts([latin1(BYTE_ORDER_MARK)], widened) : widened
}

/** The mark is that of the whole text, also of one that begins with a wildcard. */
function unitsOf(wide: Wide): Wide {
  return wide === 'utf16' ? 'utf16le' : wide
}

function latin1(bytes: Buffer): LikePart {
  return { kind: 'text', text: bytes.toString('latin1') }
}

/**
 * Returns the part of a value's Base64 text that does not depend on its neighbours, for each of the three places where
 * it can begin within a group of three bytes: the first and the last character are left out where neighbouring bytes
 * share them. Empty variants are left out, which happens to values of one byte.
 */
export function base64Offsets(bytes: Buffer): string[] {
  const firstOwn = [0, 2, 3]
  const sharedAtEnd = [0, 3, 2]
  return firstOwn.flatMap((begin, offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const end = encoded.length - (sharedAtEnd[(bytes.length + offset) % 3] as number)
    return end > begin ? [encoded.slice(begin, end)] : []
  })
}
