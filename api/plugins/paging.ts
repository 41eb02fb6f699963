import { type TSchema, Type } from 'typebox'
import type { Placed, Position } from '../../control/identity/index.ts'
import { InvalidInput } from '../../platform/invalid-input.ts'
import { named, nameOf } from './named-schemas.ts'

export const LIMIT_DEFAULT = 50
export const LIMIT_MAX = 500

/** Members of the query of every list. */
export const pageQuery = {
  limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
}

/** A page of a named schema has a name too: `UserPage`. */
export function pageOf<T extends TSchema>(item: T) {
  const name = nameOf(item)
  const schema = Type.Object({ items: Type.Array(item), next_cursor: Type.Optional(Type.String()) })
  return name === undefined ? schema : named(`${name}Page`, schema)
}

/**
 * A page of a list that is whole in memory, in the order it has. The cursor is the key of the last item that was shown;
 * throws 422 for one that no item has.
 */
export function pageOfList<T, V>(
  list: readonly T[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  keyOf: (item: T) => string,
  view: (item: T) => V,
) {
  const seen = cursor === undefined ? -1 : list.findIndex((item) => keyOf(item) === cursor)
  if (cursor !== undefined && seen < 0)
    throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
  const shown = list.slice(seen + 1, seen + 1 + limit)
  const last = shown.at(-1)
  const items = shown.map(view)
  return last === undefined || seen + 1 + limit >= list.length ? { items } : { items, next_cursor: keyOf(last) }
}

const TIME = /^([12]\d{3}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d)?$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * A cursor is the position of the last row seen. It opens nothing: the page after it is read in the caller's tenant, by
 * row security, so it is checked for its form and needs no signature. Throws 422.
 */
export function positionOf(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  const [createdAt = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split('|')
  if (rest.length > 0 || !isTime(createdAt) || !UUID.test(id))
    throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
  return [createdAt, id]
}

/**
 * The form in which Postgres writes a time, and one that there is: the database would fail on any other. A day that no
 * month has is read by JavaScript as one of the next month.
 */
function isTime(text: string): boolean {
  const [, day, clock] = TIME.exec(text) ?? []
  const ms = Date.parse(`${day}T${clock}Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${day}T${clock}`)
}

/** `rows` were asked for with a limit one higher: a cursor is given only when there is more. */
export function page<T, V>(rows: readonly Placed<T>[], limit: number, view: (item: T) => V) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const items = shown.map(({ item }) => view(item))
  if (rows.length <= limit || last === undefined) return { items }
  return { items, next_cursor: cursorOf(last.position) }
}

export function cursorOf(position: Position): string {
  return Buffer.from(position.join('|')).toString('base64url')
}
