import { isReadFromText } from './fields.ts'

/**
 * An object with more levels of objects and arrays than this is refused: readers of the lake cannot parse deeper
 * values.
 */
const DEPTH_MAX = 64

/**
 * Recursion ends at the bound, so a hostile record cannot exhaust the stack. Records decoded from text are as deep as
 * their format, and are not checked; code that puts parsed JSON around such a record has checked the JSON before.
 */
export function isTooDeep(record: Readonly<Record<string, unknown>>): boolean {
  return !isReadFromText(record) && goesDeeper(record, DEPTH_MAX)
}

function goesDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i]
      if (typeof item === 'object' && item !== null && goesDeeper(item, levels - 1)) return true
    }
    return false
  }
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name]
    if (typeof member === 'object' && member !== null && goesDeeper(member, levels - 1)) return true
  }
  return false
}
