/** The value that Postgres stores for a jsonb parameter. */

/**
 * Bytes of `value::text`, to which column bounds apply: Postgres puts a blank after each comma and colon, and writes
 * numbers without an exponent.
 */
export function jsonbBytes(value: unknown): number {
  return bytesOf(JSON.parse(JSON.stringify(value) ?? 'null') as unknown)
}

function bytesOf(value: unknown): number {
  if (typeof value === 'number') return numberBytes(value)
  if (typeof value !== 'object' || value === null) return Buffer.byteLength(JSON.stringify(value))
  const parts = Array.isArray(value)
    ? value.map(bytesOf)
    : Object.entries(value).map(([name, member]) => bytesOf(name) + 2 + bytesOf(member))
  return parts.reduce((sum, bytes) => sum + bytes, 2 + 2 * Math.max(0, parts.length - 1))
}

function numberBytes(value: number): number {
  const text = String(value)
  const [, sign = '', whole = '', fraction = '', exponent = ''] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  if (exponent === '') return text.length
  const power = Number(exponent)
  return power < 0
    ? sign.length + 2 + -power + fraction.length
    : sign.length + whole.length + Math.max(power, fraction.length)
}

/** The value without characters that jsonb and text refuse: U+0000 and unpaired surrogates. */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return storableText(value) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(storable) as T
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storableText(name), storable(member)])) as T
}

export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
