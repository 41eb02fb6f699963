import { SEVERITIES } from '../parts/alert-words.ts'
import { searchText as text } from '../parts/search-text.ts'

export const OPEN = 'new,triaged,in_progress'
export const STATUSES = ['new', 'triaged', 'in_progress', 'resolved', 'closed'] as const
export const FACETS = ['host', 'user', 'ip', 'rule', 'technique', 'tactic', 'source'] as const
export type Facet = (typeof FACETS)[number]
export const SORTS = {
  risk: 'Risk',
  severity: 'Severity',
  sla: 'SLA due',
  newest: 'Newest',
  oldest: 'Oldest',
  event_newest: 'Newest event',
  event_oldest: 'Oldest event',
} as const
export type Sort = keyof typeof SORTS
export const GROUPS = ['severity', 'entity', 'rule', 'technique', 'source'] as const
export type Group = (typeof GROUPS)[number]
export const SINCE_HOURS = { 1: 'Last hour', 24: 'Last day', 168: 'Last week', 720: 'Last 30 days' } as const

/** The filter of the queue as the URL has it, so that a view is a link. */
export type AlertFilter = {
  readonly status?: string
  readonly severity?: string
  readonly search?: string
  /** Ids of people, `me` and `nobody`. */
  readonly owner?: string
  readonly verdict?: 'yes' | 'no'
  /** Maximum age of the event in hours. */
  readonly since?: string
  readonly sort?: Sort
  readonly group?: Group
  /** The alert that is open beside the queue. */
  readonly open?: string
} & { readonly [F in Facet]?: string }

/** Ignores unknown parameters of the URL. */
export function alertFilter(members: Record<string, unknown>): AlertFilter {
  return {
    status: among(text(members.status), [...STATUSES, 'all']),
    severity: among(text(members.severity), SEVERITIES),
    search: text(members.search)?.slice(0, 200),
    owner: text(members.owner)?.slice(0, 1_200),
    verdict: oneOf(text(members.verdict), ['yes', 'no']),
    since: oneOf(text(members.since), Object.keys(SINCE_HOURS)),
    sort: oneOf(text(members.sort), Object.keys(SORTS) as Sort[]),
    group: oneOf(text(members.group), GROUPS),
    open: text(members.open)?.slice(0, 40),
    ...Object.fromEntries(FACETS.map((facet) => [facet, text(members[facet])?.slice(0, 4_000)])),
  }
}

function oneOf<W extends string>(word: string | undefined, words: readonly W[]): W | undefined {
  return words.find((one) => one === word)
}

function among(list: string | undefined, known: readonly string[]): string | undefined {
  const kept = list?.split(',').filter((one) => known.includes(one)) ?? []
  return kept.length > 0 ? kept.join(',') : undefined
}

/** Adds a value to a list in the URL, or removes it; undefined for an empty list. */
export function toggled(list: string | undefined, value: string): string | undefined {
  const now = list?.split(',') ?? []
  const next = now.includes(value) ? now.filter((one) => one !== value) : [...now, value]
  return next.length > 0 ? next.join(',') : undefined
}

/** Values of a list in the URL; a backslash precedes a comma inside of a value, as in the API. */
export function valuesOf(list: string | undefined): string[] {
  return list?.split(/(?<!\\),/).map((value) => value.replaceAll('\\,', ',')) ?? []
}

export function toggledValue(list: string | undefined, value: string): string | undefined {
  const now = valuesOf(list)
  const next = now.includes(value) ? now.filter((one) => one !== value) : [...now, value]
  return next.length > 0 ? next.map((one) => one.replaceAll(',', '\\,')).join(',') : undefined
}

/** Parameters of `GET /alerts`, without those of the page. */
export function apiQuery(filter: AlertFilter, nowMs: number) {
  const status = filter.status ?? OPEN
  const sinceMs = filter.since === undefined ? null : nowMs - Number(filter.since) * 3_600_000
  const facets = FACETS.flatMap((facet) => (filter[facet] === undefined ? [] : [[facet, filter[facet]] as const]))
  return {
    ...(status === 'all' ? {} : { status }),
    ...(filter.severity ? { severity: filter.severity } : {}),
    ...(filter.search ? { search: filter.search } : {}),
    ...(filter.owner ? { assignee: filter.owner } : {}),
    ...(filter.verdict ? { has_verdict: filter.verdict === 'yes' } : {}),
    // Rounded to the minute: a query key that always differs would cause a request on each render.
    ...(sinceMs === null ? {} : { event_from: `${new Date(sinceMs).toISOString().slice(0, 16)}:00Z` }),
    ...(Object.fromEntries(facets) as { [F in Facet]?: string }),
  }
}
