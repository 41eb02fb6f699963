import { InvalidInput } from './invalid-input.ts'

export type PageAsk = { readonly limit: number; readonly cursor?: string | undefined }

/**
 * A page of a list that is whole in memory, in the order it has. The cursor is the key of the last item that was shown;
 * throws 422 for one that no item has.
 */
export function pageOfList<T>(list: readonly T[], { limit, cursor }: PageAsk, keyOf: (item: T) => string) {
  const seen = cursor === undefined ? -1 : list.findIndex((item) => keyOf(item) === cursor)
  if (cursor !== undefined && seen < 0)
    throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
  const items = list.slice(seen + 1, seen + 1 + limit)
  const last = items.at(-1)
  return last === undefined || seen + 1 + limit >= list.length ? { items } : { items, next_cursor: keyOf(last) }
}
