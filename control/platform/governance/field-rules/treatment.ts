import { hash } from 'node:crypto'
import type { Treatment } from './field-rule.ts'

export const REDACTED = '[redacted]'
const BULLET = '•'
/** Characters at the end that a mask keeps; of a short value not more than half. */
const MASK_KEEPS = 4
const HASH_DIGITS = 16

/** The value that is shown instead. Undefined: the field is left out. */
export function treated(value: unknown, treatment: Treatment): unknown {
  if (treatment === 'omit') return undefined
  if (treatment === 'redact') return REDACTED
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return treatment === 'hash' ? digested(text) : masked(text)
}

/** Equal values have equal digests, so that records can be matched; a value from a small set can be guessed. */
function digested(text: string): string {
  return `sha256:${hash('sha256', text).slice(0, HASH_DIGITS)}`
}

function masked(text: string): string {
  const characters = [...text]
  const kept = characters.length <= MASK_KEEPS ? 0 : Math.min(MASK_KEEPS, Math.floor(characters.length / 2))
  return BULLET.repeat(characters.length - kept) + characters.slice(characters.length - kept).join('')
}
