/** The values that a text of a kind means: for readers of files and feeds, for what a person enters, and for lookups. */
import type { Kind } from './indicator.ts'
import { normaliseValue } from './normalise-value.ts'

export type MeantValue = { readonly kind: Kind; readonly value: string }

/**
 * Normalised; empty for a text that is no value of the kind. Lists call a name an address of a page and a network an address. A URL
 * without a scheme means http and https, in this order.
 */
export function meantValues(kind: Kind, text: string): readonly MeantValue[] {
  const value = normaliseValue(kind, text)
  if (value === null) {
    const meant = kind === 'ip' ? 'cidr' : kind === 'url' ? 'domain' : null
    const other = meant === null ? null : normaliseValue(meant, text)
    return meant === null || other === null ? [] : [{ kind: meant, value: other }]
  }
  const isBoth = kind === 'url' && value.startsWith('http://') && !SCHEME.test(text.trim())
  return isBoth
    ? [
        { kind, value },
        { kind, value: value.replace('http:', 'https:') },
      ]
    : [{ kind, value }]
}

/** A scheme, defanged ones included; `evil.example:8080/a` has none. */
const SCHEME = /^\S{3,8}?(?:\[:\]|:|\[:\/\/\])\/?\/?|^\w{3,8}\[:/i
