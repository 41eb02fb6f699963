/** The tenants in which the user works at the same time, and a note about missing ones. */
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSession } from '../api/session.ts'
import { allDelegations } from './delegations.ts'
import { onePerTenant, TENANTS_MAX } from './live-delegations.ts'
import { type Place, placesOf } from './places.ts'

export type Places = {
  readonly places: readonly Place[]
  /** A sentence about tenants that are left out; null if there are none. */
  readonly leftOut: string | null
}

export function usePlaces() {
  const own = useSession().me?.tenant_id ?? ''
  const select = useCallback(
    ({ items, isWhole }: Awaited<ReturnType<typeof allDelegations>>): Places => {
      const { read, isCut } = onePerTenant(items, Date.now())
      return { places: placesOf(own, read), leftOut: leftOutOf(isCut, isWhole ? null : items.length) }
    },
    [own],
  )
  return useQuery({ queryKey: ['delegations'], queryFn: allDelegations, select })
}

function leftOutOf(isCut: boolean, lookedAt: number | null): string | null {
  if (isCut)
    return `${TENANTS_MAX} delegated tenants are shown, those with the longest delegations first; there are more.`
  return lookedAt === null ? null : `The newest ${lookedAt.toLocaleString()} delegations were read; there are more.`
}
