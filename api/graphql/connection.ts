import type { Placed } from '../../control/identity/accounts/index.ts'
import { cursorOf } from '../../platform/paging.ts'

/** A page of a list as GraphQL clients know it. `totalCount` is counted only on request. */
export type Connection<T> = {
  readonly edges: readonly { readonly node: T; readonly cursor: string }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  readonly totalCount: () => Promise<number> | number
}

/** `rows` were read with a limit one higher, to know whether others follow; cursors are those of REST. */
export function connection<T>(
  rows: readonly Placed<T>[],
  limit: number,
  totalCount: Connection<T>['totalCount'],
): Connection<T> {
  const edges = rows.slice(0, limit).map(({ item, position }) => ({ node: item, cursor: cursorOf(position) }))
  return {
    edges,
    pageInfo: { hasNextPage: rows.length > limit, endCursor: edges.at(-1)?.cursor ?? null },
    totalCount,
  }
}
