import { AppError } from '../../../platform/errors.ts'

/** Deeper than any document of ours; a value that nests further is refused. */
const DEPTH_MAX = 64

/**
 * JSON with one form for one value, as RFC 8785 (JCS) has it: no space, keys of an object in the order of their UTF-16
 * code units, strings and numbers as ECMAScript writes them. Keys without a value are left out. Throws `bad_request`
 * for what JSON cannot say (NaN, Infinity, functions) and for more than 64 levels.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > DEPTH_MAX) throw new AppError('bad_request', `nested more than ${DEPTH_MAX} levels deep`)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null, depth + 1)).join()}]`
  if (typeof value === 'object' && value !== null) return canonicalObject(value, depth)
  const isWritten = typeof value === 'number' ? Number.isFinite(value) : value !== undefined
  const text = isWritten && typeof value !== 'bigint' ? JSON.stringify(value) : undefined
  if (text === undefined) throw new AppError('bad_request', `a ${typeof value} that JSON cannot say`)
  return text
}

function canonicalObject(value: object, depth: number): string {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field, depth + 1)}`).join()}}`
}
