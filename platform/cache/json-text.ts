/**
 * The JSON text of a value that survives a round trip through JSON; null for any other value, such as one with a map, a
 * date or a large integer.
 */
export function jsonTextOf(value: unknown): string | null {
  return isKept(value) ? JSON.stringify(value) : null
}

function isKept(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return Object.keys(value).length === value.length && value.every(isKept)
  if (Object.getPrototypeOf(value) !== Object.prototype || 'toJSON' in value) return false
  for (const key in value) if (!isKept((value as Readonly<Record<string, unknown>>)[key])) return false
  return true
}
