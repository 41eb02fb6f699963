/** Pages of lists: by the key of an item where the list is whole in memory, by time and id where the database pages. */
import { InvalidInput } from './invalid-input.ts'
import { isUuid } from './uuid-text.ts'

export type PageAsk = { readonly limit: number; readonly cursor?: string | undefined }

type Page<T> = { items: T[]; next_cursor?: string }

/**
 * A page of a list that is whole in memory, in the order it has. The cursor is the key of the last item that was shown;
 * throws 422 for one that no item has. `view` shows each item of the page.
 */
export function pageOfList<T>(list: readonly T[], ask: PageAsk, keyOf: (item: T) => string): Page<T>
export function pageOfList<T, V>(
  list: readonly T[],
  ask: PageAsk,
  keyOf: (item: T) => string,
  view: (item: T) => V,
): Page<V>
export function pageOfList<T>(
  list: readonly T[],
  { limit, cursor }: PageAsk,
  keyOf: (item: T) => string,
  view: (item: T) => unknown = (item) => item,
): Page<unknown> {
  const seen = cursor === undefined ? -1 : list.findIndex((item) => keyOf(item) === cursor)
  if (cursor !== undefined && seen < 0)
    throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
  const shown = list.slice(seen + 1, seen + 1 + limit)
  const last = shown.at(-1)
  const items = shown.map(view)
  return last === undefined || seen + 1 + limit >= list.length ? { items } : { items, next_cursor: keyOf(last) }
}

/** A page of rows by a key: `rows` has one more than the page where there are more. */
export function pageAfter<T>(rows: readonly T[], limit: number, keyOf: (row: T) => string) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return last === undefined || rows.length <= limit ? { items } : { items, next_cursor: keyOf(last) }
}

/** The cursor of a list in the order of ids. Throws 422. */
export function uuidCursor(cursor: string | undefined): string | null {
  if (cursor !== undefined && !isUuid(cursor))
    throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
  return cursor ?? null
}

/** Where a row stands in a list by time and id, as Postgres writes the time. */
export type Position = readonly [createdAt: string, id: string]
export type Placed<T> = { readonly item: T; readonly position: Position }

const TIME = /^([12]\d{3}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d)?$/

/**
 * A cursor is the position of the last row seen. It opens nothing: the page after it is read in the caller's tenant, by
 * row security, so it is checked for its form and needs no signature. Throws 422.
 */
export function positionOf(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  const [createdAt = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split('|')
  if (rest.length > 0 || !isTime(createdAt) || !isUuid(id))
    throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
  return [createdAt, id]
}

/**
 * The form in which Postgres writes a time, and one that there is: the database would fail on any other. A day that no
 * month has is read by JavaScript as one of the next month.
 */
export function isTime(text: string): boolean {
  const [, day, clock] = TIME.exec(text) ?? []
  const ms = Date.parse(`${day}T${clock}Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${day}T${clock}`)
}

/** `rows` were asked for with a limit one higher: a cursor is given only when there is more. */
export function pageOfPlaced<T>(rows: readonly Placed<T>[], limit: number): Page<T>
export function pageOfPlaced<T, V>(rows: readonly Placed<T>[], limit: number, view: (item: T) => V): Page<V>
export function pageOfPlaced<T>(
  rows: readonly Placed<T>[],
  limit: number,
  view: (item: T) => unknown = (item) => item,
): Page<unknown> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const items = shown.map(({ item }) => view(item))
  if (rows.length <= limit || last === undefined) return { items }
  return { items, next_cursor: cursorOf(last.position) }
}

export function cursorOf(position: Position): string {
  return Buffer.from(position.join('|')).toString('base64url')
}
