/**
 * What a sender wrote as text or number, for the places that read a record themselves. Not `String(value)`: of a list or
 * an object there is no text, and one with a member called `toString` makes it throw.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value)
  return typeof value === 'boolean' ? String(value) : ''
}

/** '' for a whole number past 2^53 and one past all: reading rounded it, and as a name or an id it would be another's. */
export function numberText(value: number): string {
  return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value)) ? String(value) : ''
}

/** NaN where there is neither a number nor the text of one. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
}
