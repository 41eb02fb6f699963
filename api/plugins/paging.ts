/** Pages whose items are shown by a view. Operations that are declared answer with rows, and use `platform/paging.ts`. */
import * as paging from '../../platform/paging.ts'

export { cursorOf, positionOf } from '../../platform/paging.ts'
export { LIMIT_DEFAULT, LIMIT_MAX, pageOf, pageQuery } from '../../schemas/wire.ts'

/** A page of a list that is whole in memory. */
export function pageOfList<T, V>(
  list: readonly T[],
  ask: paging.PageAsk,
  keyOf: (item: T) => string,
  view: (item: T) => V,
) {
  const { items, ...more } = paging.pageOfList(list, ask, keyOf)
  return { items: items.map(view), ...more }
}

/** `rows` were asked for with a limit one higher: a cursor is given only when there is more. */
export function page<T, V>(rows: readonly paging.Placed<T>[], limit: number, view: (item: T) => V) {
  const { items, ...more } = paging.pageOfPlaced(rows, limit)
  return { items: items.map(view), ...more }
}
