/** Cursors of lists: the values that order the list at the last item shown, in base64url. */
import { InvalidInput } from './invalid-input.ts'
import { isUuid } from './uuid-text.ts'

/** For parts that may hold any character. */
export function jsonCursor(parts: readonly (string | number)[]): string {
  return inBase64(JSON.stringify(parts))
}

/** Parts of a `jsonCursor`. Returns none for an invalid cursor; the caller checks the parts' types. */
export function partsOfJson(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(textOfCursor(cursor))
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

/** For parts without a `|`, such as numbers, times and ids. */
export function joinedCursor(parts: readonly (string | number)[]): string {
  return inBase64(parts.join('|'))
}

/** Parts of a `joinedCursor`, unchecked. */
export function partsOfJoined(cursor: string): string[] {
  return textOfCursor(cursor).split('|')
}

/** Milliseconds and id of the last row of a list that ClickHouse pages by time. */
export type MomentPosition = { readonly timeMs: number; readonly id: string }

export function momentCursor({ timeMs, id }: MomentPosition): string {
  return joinedCursor([timeMs, id])
}

/** Position of a `momentCursor`. Throws 422. */
export function momentPosition(cursor: string | undefined): MomentPosition | null {
  if (cursor === undefined) return null
  const [ms = '', id = '', ...rest] = partsOfJoined(cursor)
  if (rest.length > 0 || !/^\d{1,13}$/.test(ms) || !isUuid(id)) throw refusedCursor()
  return { timeMs: Number(ms), id }
}

/** A cursor that is the number of rows shown so far, or the number of the last one. Throws 422. */
export function numberOfCursor(cursor: string, digitsMax: number): number {
  if (!/^\d+$/.test(cursor) || cursor.length > digitsMax) throw refusedCursor()
  return Number(cursor)
}

export function refusedCursor(): InvalidInput {
  return new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
}

const inBase64 = (text: string): string => Buffer.from(text).toString('base64url')
const textOfCursor = (cursor: string): string => Buffer.from(cursor, 'base64url').toString('utf8')
