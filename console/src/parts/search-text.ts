/**
 * A parameter of the address as text. The router makes numbers and booleans of what looks like them, and only where the
 * same text comes back; a parameter that stands there twice is a list, which is written with commas.
 */
export function searchText(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(searchText).filter(Boolean).join(',') || undefined
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
