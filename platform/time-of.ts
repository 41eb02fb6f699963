import { InvalidInput } from './invalid-input.ts'

const TIME = /^(19|2\d)\d\d-\d\d-\d\dT\d\d:\d\d/

/**
 * Parses RFC 3339 in the years 1900 to 2999, which every store supports; throws 422 for anything else. `loc` is the
 * location in the input.
 */
export function timeOf(text: string, ...loc: string[]): Date {
  const at = new Date(text)
  if (TIME.test(text) && !Number.isNaN(at.getTime())) return at
  throw new InvalidInput({ loc, msg: 'is no time such as 2026-01-31T08:00:00Z', type: 'date-time' })
}
