/** People who work in the tenant, by name: its users, and the delegates of its provider with their organisation. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { everyPage } from './every-page.ts'

export type Assignee = {
  readonly id: string
  /** Includes the organisation of a delegate. */
  readonly name: string
  readonly isActive: boolean
  readonly isDelegate: boolean
}

const PAGE_SIZE = 500
const PAGES_MAX = 20

/** Undefined while loading, and if the account may not read users. */
export function useAssignees(isWanted = true): readonly Assignee[] | undefined {
  const mayRead = lacking(useSession(), 'GET /api/v1/alerts/assignees') === null
  const { data } = useQuery({
    queryKey: ['assignees'],
    queryFn: () =>
      everyPage(PAGES_MAX, (of) => call('GET /api/v1/alerts/assignees', { query: { limit: PAGE_SIZE, ...of } })),
    enabled: isWanted && mayRead,
    staleTime: 300_000,
  })
  return useMemo(
    () =>
      data?.items.map(({ id, name, organisation, is_active: isActive }) => ({
        ...{ id, isActive, isDelegate: organisation !== null },
        name: organisation === null ? name : `${name} of ${organisation}`,
      })),
    [data],
  )
}

export const namesById = (people: readonly Assignee[] | undefined): ReadonlyMap<string, string> =>
  new Map(people?.map(({ id, name }) => [id, name]))
