/** The filter of the queue of all tenants, as the address holds it. */

import { SEVERITIES } from '../parts/alert-words.ts'
import { searchText } from '../parts/search-text.ts'

export type QueueFilter = {
  /** Ids of tenants with commas between them; without it all. */
  readonly tenants?: string
  readonly severity?: string
  readonly kind?: 'alert' | 'case'
  /** `nobody`: what is unassigned. */
  readonly owner?: 'nobody'
}

/** Room for the ids that the API takes in one question. */
const TENANTS_CHARS = 4_000

export function queueFilter(found: Record<string, unknown>): QueueFilter {
  const severities = searchText(found.severity)
    ?.split(',')
    .filter((one) => SEVERITIES.some((known) => known === one))
  const kind = searchText(found.kind)
  return {
    tenants: searchText(found.tenants)?.slice(0, TENANTS_CHARS),
    severity: severities?.join(',') || undefined,
    kind: kind === 'alert' || kind === 'case' ? kind : undefined,
    owner: searchText(found.owner) === 'nobody' ? 'nobody' : undefined,
  }
}
