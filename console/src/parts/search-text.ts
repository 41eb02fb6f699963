/**
 * A URL parameter as text. The router turns values that look like numbers or booleans into these, if the same text can
 * be restored; a repeated parameter is a list, which is written with commas.
 */
export function searchText(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(searchText).filter(Boolean).join(',') || undefined
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
