/** The stored key of a group, and its name within its window. */
import { createHash } from 'node:crypto'

/** Longer texts of keys and values are replaced by their beginning and a hash. */
const TEXT_MAX = 256
const HASHED = 64

/** Null when a part of the key is null. */
export function groupName(key: readonly (string | null)[]): string | null {
  if (key.length === 1) return key[0] == null ? null : shortened(key[0])
  let name = ''
  for (const text of key) {
    if (text === null) return null
    name += lengthed(shortened(text))
  }
  return name
}

export function keyOf(key: readonly (string | null)[]): readonly string[] {
  return key.map((text) => shortened(text ?? ''))
}

/** Prefixes the length, so that joined parts are unambiguous. */
export function lengthed(text: string): string {
  return `${text.length}:${text}`
}

export function shortened(text: string): string {
  if (text.length <= TEXT_MAX) return text
  return `${text.slice(0, TEXT_MAX - HASHED - 2)}# ${createHash('sha256').update(text).digest('hex')}`
}
