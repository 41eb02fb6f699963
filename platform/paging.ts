/**
 * Pages of lists: by item key for a list that is completely in memory, by time and id for a list that the database
 * pages.
 */
import { joinedCursor, partsOfJoined, refusedCursor } from './cursor.ts'
import { isUuid } from './uuid-text.ts'

export type PageAsk = { readonly limit: number; readonly cursor?: string | undefined }

type Page<T> = { items: T[]; next_cursor?: string }

/**
 * A page of a list that is completely in memory, in its own order. The cursor is the key of the last item shown; throws
 * 422 for a cursor that matches no item. `view` converts each item of the page.
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
  if (cursor !== undefined && seen < 0) throw refusedCursor()
  const shown = list.slice(seen + 1, seen + 1 + limit)
  const last = shown.at(-1)
  const items = shown.map(view)
  return last === undefined || seen + 1 + limit >= list.length ? { items } : { items, next_cursor: keyOf(last) }
}

/** A page of rows by key. `rows` must hold one row more than the page when there are more. */
export function pageAfter<T>(rows: readonly T[], limit: number, keyOf: (row: T) => string) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return last === undefined || rows.length <= limit ? { items } : { items, next_cursor: keyOf(last) }
}

/** The cursor of a list in the order of ids. Throws 422. */
export function uuidCursor(cursor: string | undefined): string | null {
  if (cursor !== undefined && !isUuid(cursor)) throw refusedCursor()
  return cursor ?? null
}

/** Position of a row in a list by time and id; the time as Postgres formats it. */
export type Position = readonly [createdAt: string, id: string]
export type Placed<T> = { readonly item: T; readonly position: Position }

const TIME = /^([12]\d{3}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d)?$/

/**
 * A cursor is the position of the last row seen. It grants no access: the next page is read in the caller's tenant
 * under row security, so the cursor is checked only for its form and needs no signature. Throws 422.
 */
export function positionOf(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  const [createdAt = '', id = '', ...rest] = partsOfJoined(cursor)
  if (rest.length > 0 || !isTime(createdAt) || !isUuid(id)) throw refusedCursor()
  return [createdAt, id]
}

/**
 * True for a valid time in Postgres' format: the database would fail on any other. JavaScript alone would accept 30
 * February as a day in March.
 */
export function isTime(text: string): boolean {
  const [, day, clock] = TIME.exec(text) ?? []
  const ms = Date.parse(`${day}T${clock}Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${day}T${clock}`)
}

/** Position in a list that begins with the open items: an item that ends meanwhile does not move its cursor. */
export type OpenFirstPosition = { readonly isOpen: boolean; readonly at: Position }
export type OpenFirst<T> = { readonly item: T; readonly position: OpenFirstPosition }

/** Position of a cursor of `pageOfOpenFirst`. Throws 422. */
export function openFirstPositionOf(cursor: string | undefined): OpenFirstPosition | null {
  if (cursor === undefined) return null
  const [state = '', ...rest] = partsOfJoined(cursor)
  const at = positionOf(joinedCursor(rest))
  if (at === null || (state !== 'open' && state !== 'ended')) throw refusedCursor()
  return { isOpen: state === 'open', at }
}

/** `rows` must have been queried with a limit one higher than the page. */
export function pageOfOpenFirst<T>(rows: readonly OpenFirst<T>[], limit: number): Page<T> {
  const page = pageAfter(rows, limit, ({ position: { isOpen, at } }) =>
    joinedCursor([isOpen ? 'open' : 'ended', ...at]),
  )
  return { ...page, items: page.items.map(({ item }) => item) }
}

/** `rows` must have been queried with a limit one higher than the page; the cursor is set only when there are more. */
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
  return joinedCursor(position)
}
