/** Lists of several tenants as one, in one order, page by page. */

export type ListOf<T> = {
  readonly tenant: string
  readonly items: readonly T[]
  /** Null: the tenant has no more. */
  readonly cursor: string | null
}
export type RowOf<T> = { readonly tenant: string; readonly item: T }

export type Merged<T> = {
  readonly rows: readonly RowOf<T>[]
  /** Tenants that have more, and whose next row may stand before what was left out. */
  readonly waiting: readonly { readonly tenant: string; readonly cursor: string }[]
}

/**
 * Each list is in the order of `compare`. The rows end where a tenant with more pages has none left: its next one may come
 * before those of the others.
 */
export function merged<T>(lists: readonly ListOf<T>[], compare: (a: T, b: T) => number): Merged<T> {
  const places = lists.map(() => 0)
  const rows: RowOf<T>[] = []
  while (!lists.some(({ items, cursor }, at) => cursor !== null && places[at] === items.length)) {
    const next = firstOf(lists, places, compare)
    if (next === null) break
    const { tenant, items } = lists[next] as ListOf<T>
    rows.push({ tenant, item: items[places[next] as number] as T })
    places[next] = (places[next] as number) + 1
  }
  const waiting = lists.flatMap(({ tenant, items, cursor }, at) =>
    cursor !== null && places[at] === items.length ? [{ tenant, cursor }] : [],
  )
  return { rows, waiting }
}

function firstOf<T>(
  lists: readonly ListOf<T>[],
  places: readonly number[],
  compare: (a: T, b: T) => number,
): number | null {
  let first: number | null = null
  for (const [at, { items }] of lists.entries()) {
    const item = items[places[at] as number]
    if (item === undefined) continue
    const best = first === null ? undefined : lists[first]?.items[places[first] as number]
    if (best === undefined || compare(item, best) < 0) first = at
  }
  return first
}

type Placed = {
  readonly id: string
  readonly created_at: string
  readonly event_time: string | null
  readonly first_seen: string
  readonly severity: string
  readonly risk_score: number | null
}

const RANKS: readonly string[] = ['info', 'low', 'medium', 'high', 'critical']
export const QUEUE_SORTS = {
  risk: 'Risk',
  severity: 'Severity',
  newest: 'Newest',
  event_newest: 'Newest event',
} as const
export type QueueSort = keyof typeof QUEUE_SORTS

const KEYS: Readonly<Record<QueueSort, (alert: Placed) => number>> = {
  risk: ({ risk_score: risk }) => risk ?? -1,
  severity: ({ severity }) => RANKS.indexOf(severity),
  newest: ({ created_at: at }) => Date.parse(at),
  event_newest: (alert) => Date.parse(alert.event_time ?? alert.first_seen),
}

/** As `GET /alerts` orders the alerts of one tenant. */
export function inOrderOf(sort: QueueSort): (a: Placed, b: Placed) => number {
  const key = KEYS[sort]
  return (a, b) =>
    key(b) - key(a) || Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}
