import { searchText as text } from '../parts/search-text.ts'

/** What the queue shows, as its address says it: a view is a link. */
export type AlertFilter = {
  readonly status?: string
  readonly severity?: string
  readonly search?: string
  readonly owner?: 'me'
}

export const OPEN = 'new,triaged,in_progress'
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const
export const STATUSES = ['new', 'triaged', 'in_progress', 'resolved', 'closed'] as const

/** Whatever an address holds that is no filter is left out. */
export function alertFilter(given: Record<string, unknown>): AlertFilter {
  return {
    status: among(text(given.status), [...STATUSES, 'all']),
    severity: among(text(given.severity), SEVERITIES),
    search: text(given.search)?.slice(0, 200),
    owner: given.owner === 'me' ? 'me' : undefined,
  }
}

function among(list: string | undefined, known: readonly string[]): string | undefined {
  const kept = list?.split(',').filter((one) => known.includes(one)) ?? []
  return kept.length > 0 ? kept.join(',') : undefined
}

/** Of a list in the address, with one value more or less; undefined when none is left. */
export function toggled(list: string | undefined, value: string): string | undefined {
  const now = list?.split(',') ?? []
  const next = now.includes(value) ? now.filter((one) => one !== value) : [...now, value]
  return next.length > 0 ? next.join(',') : undefined
}
