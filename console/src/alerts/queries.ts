import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { bodyOf, GET, PATCH, POST, type Schemas } from '../api/client.ts'
import { follow } from '../api/stream.ts'
import type { StreamState } from '../api/stream-event.ts'
import { type AlertFilter, apiQuery } from './filter.ts'
import { targetsOf } from './targets.ts'
import { takeVerdictBack, type VerdictUndo } from './verdict-undo.ts'

export type Alert = Schemas['Alert']
export type VerdictInput = Schemas['VerdictOverride']

const PAGE_SIZE = 100

export function useAlerts(filter: AlertFilter) {
  const query = { limit: PAGE_SIZE, sort: filter.sort ?? ('risk' as const), ...apiQuery(filter, Date.now()) }
  return useInfiniteQuery({
    queryKey: ['alerts', query],
    queryFn: ({ pageParam }) =>
      bodyOf(GET('/api/v1/alerts', { params: { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
}

/**
 * Counts values of the filter's alerts in a second query: it is slower, and the list does not wait for it. The query names
 * no facets, because the API then leaves out those that a field rule hides from the person, and refuses none.
 */
export function useFacetValues(filter: AlertFilter) {
  const query = { ...apiQuery(filter, Date.now()), limit: 8 }
  return useQuery({
    queryKey: ['alert-facets', query],
    queryFn: () => bodyOf(GET('/api/v1/alerts/facets', { params: { query } })),
    placeholderData: keepPreviousData,
  })
}

export function useTargets(): Readonly<Record<string, number>> {
  const query = useQuery({
    queryKey: ['sla-targets'],
    queryFn: () => bodyOf(GET('/api/v1/sla/configs', { params: { query: { limit: 50 } } })),
    staleTime: 300_000,
  })
  return useMemo(() => targetsOf(query.data?.items ?? []), [query.data])
}

type Pages = InfiniteData<Schemas['AlertPage'], string>

/**
 * Keeps the lists current: a changed row is updated in place, so that nothing moves under the cursor; new rows are
 * counted, and shown on request.
 */
export function useLiveAlerts(): { readonly state: StreamState; readonly fresh: number; readonly show: () => void } {
  const queries = useQueryClient()
  const [state, setState] = useState<StreamState>('connecting')
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  useEffect(
    () =>
      follow(
        'alerts',
        (event) => {
          if (event.type === 'reset') void queries.invalidateQueries({ queryKey: ['alerts'] })
          if (event.type === 'alert.updated') replaceAlert(queries, event.payload)
          if (event.type === 'alert.fused') setFresh((ids) => new Set(ids).add(event.payload.id))
        },
        setState,
      ),
    [queries],
  )
  const show = () => {
    setFresh(new Set())
    void queries.invalidateQueries({ queryKey: ['alerts'] })
  }
  return { state, fresh: fresh.size, show }
}

/**
 * Updates the alert in every loaded list; a list that it no longer belongs to keeps it until the list is loaded again.
 */
export function replaceAlert(queries: ReturnType<typeof useQueryClient>, alert: Alert): void {
  queries.setQueriesData<Pages>({ queryKey: ['alerts'] }, (pages) => pages && withAlert(pages, alert))
  void queries.invalidateQueries({ queryKey: ['alert', alert.id] })
}

function withAlert(pages: Pages, alert: Alert): Pages {
  const has = pages.pages.some(({ items }) => items.some(({ id }) => id === alert.id))
  if (!has) return pages
  const swap = (items: Alert[]) => items.map((one) => (one.id === alert.id ? { ...one, ...alert } : one))
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, items: swap(page.items) })) }
}

/** A person's actions on one alert. Each returns the changed alert. */
export type AlertAct =
  | { readonly do: 'claim' | 'release' | 'escalate' | 'wake' | 'resolve' | 'close'; readonly id: string }
  | { readonly do: 'assign'; readonly id: string; readonly to: string }
  | { readonly do: 'snooze'; readonly id: string; readonly minutes: number }
  | { readonly do: 'verdict'; readonly id: string; readonly verdict: VerdictInput; readonly closes: boolean }

export function useAlertAct() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: ({ alert }) => {
      replaceAlert(queries, alert)
      for (const key of ['alert-stats', 'alert-facets']) void queries.invalidateQueries({ queryKey: [key] })
    },
  })
}

type Done = {
  readonly alert: Alert
  readonly overridden?: Schemas['VerdictOverridden']
  /** Id of the change that closed the alert with its verdict, for undoing it. */
  readonly closedBy?: string
}

async function act(alertAct: AlertAct): Promise<Done> {
  const { id } = alertAct
  const params = { path: { id } }
  switch (alertAct.do) {
    case 'claim':
      return { alert: await bodyOf(POST('/api/v1/alerts/{id}/claim', { params })) }
    case 'release':
      return { alert: await bodyOf(POST('/api/v1/alerts/{id}/assign', { params, body: { assigned_to_id: null } })) }
    case 'assign':
      return {
        alert: await bodyOf(POST('/api/v1/alerts/{id}/assign', { params, body: { assigned_to_id: alertAct.to } })),
      }
    case 'escalate':
      return { alert: await bodyOf(POST('/api/v1/alerts/{id}/escalate', { params, body: {} })) }
    case 'wake':
      return { alert: await bodyOf(POST('/api/v1/alerts/{id}/snooze', { params, body: { until: null } })) }
    case 'snooze': {
      const body = { duration_minutes: alertAct.minutes }
      return { alert: await bodyOf(POST('/api/v1/alerts/{id}/snooze', { params, body })) }
    }
    case 'verdict': {
      const body = alertAct.verdict
      const overridden = await bodyOf(POST('/api/v1/alerts/{id}/verdict-override', { params, body }))
      return alertAct.closes ? { ...(await closed(id)), overridden } : { alert: overridden.alert, overridden }
    }
    case 'resolve':
      return { alert: await statusChanged(id, { status: 'resolved' }) }
    case 'close':
      return { alert: await statusChanged(id, { status: 'closed' }) }
  }
}

/** Closes one alert as a change that can be undone, because a closed alert cannot be reopened by hand. */
async function closed(id: string): Promise<Pick<Done, 'alert' | 'closedBy'>> {
  const { bulk_id: closedBy } = await bodyOf(
    POST('/api/v1/alerts/bulk', { body: { alert_ids: [id], change: { status: 'closed' } } }),
  )
  const alert = await bodyOf(GET('/api/v1/alerts/{id}', { params: { path: { id } } }))
  return { alert, closedBy }
}

export function useTakeVerdictBack() {
  const queries = useQueryClient()
  return async (id: string, verdictId: string, closedBy?: string): Promise<readonly string[]> => {
    const restored = await takeVerdictBack(UNDO, id, verdictId, closedBy)
    for (const key of ['alerts', 'alert', 'alert-stats', 'alert-facets'])
      void queries.invalidateQueries({ queryKey: [key] })
    return restored
  }
}

const UNDO: VerdictUndo = {
  undoChange: (id) => bodyOf(POST('/api/v1/alert-bulk-changes/{bulk_id}/undo', { params: { path: { bulk_id: id } } })),
  undoVerdict: (id, verdictId) =>
    bodyOf(
      POST('/api/v1/alerts/{id}/verdict-override/undo', {
        params: { path: { id } },
        body: { verdict_id: verdictId },
      }),
    ),
}

function statusChanged(id: string, body: Schemas['AlertPatch']): Promise<Alert> {
  return bodyOf(PATCH('/api/v1/alerts/{id}', { params: { path: { id } }, body }))
}
