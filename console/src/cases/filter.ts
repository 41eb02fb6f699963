/** The filter of the list of cases, as its address has it and as the API is asked for it. */
import { SEVERITIES } from '../parts/alert-words.ts'
import { searchText as text } from '../parts/search-text.ts'

export const STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const

export type CaseFilter = {
  readonly status?: string
  readonly severity?: string
  readonly owner?: string
  readonly late?: string
  readonly search?: string
  readonly view?: string
}

export function caseFilter(found: Record<string, unknown>): CaseFilter {
  const { status, severity, owner, late, search, view } = found
  return {
    status: text(status),
    severity: text(severity),
    owner: text(owner),
    late: text(late),
    search: text(search),
    view: text(view),
  }
}

/** The query of `GET /cases`. A value that the API does not know is left out, as an old link may have one. */
export function casesQuery({ status, severity, owner, late, search }: CaseFilter) {
  return {
    ...(known(STATUSES, status) && { status }),
    ...(known(SEVERITIES, severity) && { severity }),
    ...(owner === 'me' && { assigned_to_me: true }),
    ...(owner === 'nobody' && { unassigned: true }),
    ...(late === 'yes' && { sla_breached: true }),
    ...(search && { search }),
  }
}

const known = (values: readonly string[], value: string | undefined) => value !== undefined && values.includes(value)
