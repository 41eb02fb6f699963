import { ScimFault } from './fault.ts'
import { isStorable } from './json.ts'

/** `attribute eq value`, with the attribute as it was written. */
export type Comparison = { readonly attribute: string; readonly value: string | number | boolean | null }

/** Characters of a filter. */
const LENGTH_MAX = 2_048
const COMPARISON = /^([A-Za-z$][\w$.:-]*) +(\S+) +(\S.*)$/s

/**
 * Parses the one supported comparison (RFC 7644, section 3.4.2.2, has more). The value is a JSON literal, so quotes in
 * it are escaped and text after it is an error. Throws `invalidFilter`.
 */
export function parseFilter(text: string): Comparison {
  if (text.length > LENGTH_MAX) throw new ScimFault('invalidFilter', `a filter has at most ${LENGTH_MAX} characters`)
  const [, attribute, operator, literal] = COMPARISON.exec(text.trim()) ?? []
  if (attribute === undefined || operator?.toLowerCase() !== 'eq' || literal === undefined) throw unsupported()
  return { attribute, value: literalOf(literal) }
}

function literalOf(literal: string): Comparison['value'] {
  const value = parsed(literal)
  if (typeof value === 'object' && value !== null) throw unsupported()
  if (typeof value === 'string' && !isStorable(value)) throw unsupported()
  return value as Comparison['value']
}

function parsed(literal: string): unknown {
  try {
    return JSON.parse(literal)
  } catch {
    throw unsupported()
  }
}

function unsupported(): ScimFault {
  return new ScimFault('invalidFilter', 'a filter is one comparison: attribute eq "value"')
}
