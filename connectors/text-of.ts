/**
 * What a sender wrote as text or number, for the places that read a record themselves. Not `String(value)`: of a list or
 * an object there is no text, and one with a member called `toString` makes it throw.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** NaN where there is neither a number nor the text of one. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
}
