/** All pages of a list, for code that needs the whole list. */

type Page<T> = { readonly items: readonly T[]; readonly next_cursor?: string }
export type Pages<T> = {
  readonly items: readonly T[]
  /** False when there are more pages than the limit. */
  readonly isWhole: boolean
}

export async function everyPage<T>(
  pagesMax: number,
  ask: (of: { readonly cursor?: string }) => Promise<Page<T>>,
): Promise<Pages<T>> {
  const items: T[] = []
  let next: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const found = await ask(next === undefined ? {} : { cursor: next })
    items.push(...found.items)
    next = found.next_cursor
    if (next === undefined) return { items, isWhole: true }
  }
  return { items, isWhole: false }
}
