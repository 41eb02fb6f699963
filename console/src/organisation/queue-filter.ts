/** The filter of the queue of all tenants, as in the URL. */

import { SEVERITIES } from '../parts/alert-words.ts'
import { searchText } from '../parts/search-text.ts'

export type QueueFilter = {
  /** Ids of tenants, separated by commas; all tenants if left out. */
  readonly tenants?: string
  readonly severity?: string
  readonly kind?: 'alert' | 'case'
  /** `nobody` selects unassigned items. */
  readonly owner?: 'nobody'
}

/** Maximum length of the list of ids that the API accepts in one request. */
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
