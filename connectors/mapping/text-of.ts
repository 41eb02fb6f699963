/**
 * The text of a text or a number, for code that reads a record itself. `String(value)` would also convert lists and
 * objects, and throw for an object with a member called `toString`.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value)
  return typeof value === 'boolean' ? String(value) : ''
}

/**
 * '' for a whole number past 2^53 and for infinity: the number was rounded when it was parsed, and as a name or an id
 * it would be somebody else's.
 */
export function numberText(value: number): string {
  return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value)) ? String(value) : ''
}

/** NaN where there is neither a number nor the text of one. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
}
