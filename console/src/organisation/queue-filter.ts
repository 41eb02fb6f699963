/** The filter of the queue of all tenants, as the address holds it. */
import { type AlertFilter, alertFilter } from '../alerts/filter.ts'
import { searchText } from '../parts/search-text.ts'
import { QUEUE_SORTS, type QueueSort } from './merged.ts'

export type QueueFilter = Pick<AlertFilter, 'status' | 'severity' | 'search' | 'owner'> & {
  /** Slugs of tenants with commas between them; without it all. */
  readonly tenants?: string
  readonly sort?: QueueSort
}

/** Room for the slugs of as many tenants as are read. */
const TENANTS_CHARS = 2_000

export function queueFilter(found: Record<string, unknown>): QueueFilter {
  const { status, severity, search, owner } = alertFilter(found)
  const sort = Object.keys(QUEUE_SORTS).find((one) => one === searchText(found.sort))
  return {
    ...{ status, severity, search, owner },
    tenants: searchText(found.tenants)?.slice(0, TENANTS_CHARS),
    sort: sort as QueueSort | undefined,
  }
}
