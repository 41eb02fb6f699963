/**
 * Texts of other machines as a database keeps them: without U+0000 and halves of surrogate pairs, which Postgres refuses. A model,
 * a vendor or a chat may write them as escapes of JSON, so they appear only once the JSON is read.
 */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** The value with storable texts and names of members. Throws RangeError for a value that is nested too deeply. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storableText(name), storable(member)]))
}
