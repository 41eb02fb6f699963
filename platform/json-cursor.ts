/** Cursors of lists that are ordered by several values: a JSON list in base64url. */
import { InvalidInput } from './invalid-input.ts'

export function jsonCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Returns no parts for an invalid cursor; the caller checks the parts' types. */
export function partsOfCursor(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

export function refusedCursor(): InvalidInput {
  return new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
}
