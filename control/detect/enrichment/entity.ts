/** Entities to enrich, in the one normalised form in which they are compared and cached. */
import type { Kind } from '../../../intel/indicator.ts'
import { normaliseValue } from '../../../intel/normalise-value.ts'

export const ENTITY_KINDS = ['ip', 'domain', 'url', 'hash', 'user', 'host'] as const
export type EntityKind = (typeof ENTITY_KINDS)[number]
export type Entity = { readonly kind: EntityKind; readonly value: string }

const HASHES: Readonly<Record<number, Kind>> = { 32: 'md5', 40: 'sha1', 64: 'sha256' }
export const NAME_CHARS_MAX = 320

/** The kind among indicators; null for users and hosts, of which there are no indicators. */
export function indicatorKind({ kind, value }: Entity): Kind | null {
  if (kind === 'hash') return HASHES[value.length] ?? null
  return kind === 'user' || kind === 'host' ? null : kind
}

/** Null for a value that is not valid for its kind. */
export function entityOf(kind: EntityKind, text: string): Entity | null {
  if (kind === 'user' || kind === 'host') {
    const value = text.trim().toLowerCase()
    return value === '' || value.length > NAME_CHARS_MAX || /\p{Cc}/u.test(value) ? null : { kind, value }
  }
  const indicator = kind === 'hash' ? HASHES[text.trim().length] : kind
  const value = indicator === undefined ? null : normaliseValue(indicator, text)
  return value === null ? null : { kind, value }
}
