import type { Placed, Position } from '../../control/identity/index.ts'
import { InvalidInput } from '../../platform/invalid-input.ts'
import { type PageAsk, pageOfList as sharedPageOfList } from '../../platform/page-of-list.ts'

export { LIMIT_DEFAULT, LIMIT_MAX, pageOf, pageQuery } from '../../schemas/wire.ts'

/** A page of a list that is whole in memory, each item as `view` shows it. */
export function pageOfList<T, V>(list: readonly T[], ask: PageAsk, keyOf: (item: T) => string, view: (item: T) => V) {
  const { items, ...more } = sharedPageOfList(list, ask, keyOf)
  return { items: items.map(view), ...more }
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
