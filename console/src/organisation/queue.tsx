/** The alerts of every tenant that one works in, in one order, with the tenant of each. */
import { Button, Chip, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { OPEN } from '../alerts/filter.ts'
import type { AnswerOf } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Section } from '../parts/page.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { inOrderOf, type ListOf, merged } from './merged.ts'
import { askAt, type Place } from './places.ts'
import { QueueBar } from './queue-bar.tsx'
import type { QueueFilter } from './queue-filter.ts'
import { QueueRows } from './queue-rows.tsx'
import { type Places, usePlaces } from './use-places.ts'

type Page = AnswerOf<'GET /api/v1/alerts'>
type Alert = Page['items'][number]
/** An answer of one tenant, or why there is none. */
type Part = { readonly tenant: string } & ({ readonly page: Page } | { readonly error: string })

const PAGE_SIZE = 50

export function TenantQueue() {
  const found = usePlaces()
  return (
    <Loaded query={found} lines={8}>
      {(places) => <Queue {...places} />}
    </Loaded>
  )
}

function useTenantAlerts(places: readonly Place[], me: string, filter: QueueFilter) {
  const sort = filter.sort ?? 'risk'
  const status = filter.status ?? OPEN
  const query = {
    ...{ limit: PAGE_SIZE, sort },
    ...(status === 'all' ? {} : { status }),
    ...(filter.severity ? { severity: filter.severity } : {}),
    ...(filter.search ? { search: filter.search } : {}),
    ...(filter.owner ? { assignee: filter.owner } : {}),
  }
  const names = places.map(({ tenant }) => tenant)
  return useInfiniteQuery({
    queryKey: ['tenant-alerts', names, query],
    queryFn: ({ pageParam: cursors }) =>
      Promise.all(
        places
          .filter(({ tenant }) => cursors === null || cursors[tenant] !== undefined)
          .map((place): Promise<Part> => {
            const cursor = cursors?.[place.tenant]
            const reading = askAt(place, me, 'GET /api/v1/alerts', { query: { ...query, cursor } })
            return reading.then(
              (page) => ({ tenant: place.tenant, page }),
              (error: unknown) => ({
                tenant: place.tenant,
                error: String(error instanceof Error ? error.message : error),
              }),
            )
          }),
      ),
    initialPageParam: null as Readonly<Record<string, string>> | null,
    getNextPageParam: (_, pages) => {
      const { waiting } = merged(listsOf(pages), inOrderOf(sort))
      return waiting.length === 0 ? null : Object.fromEntries(waiting.map(({ tenant, cursor }) => [tenant, cursor]))
    },
  })
}

/** Pages of each tenant behind each other. One whose further page failed has no more, which its fault says. */
function listsOf(pages: readonly (readonly Part[])[]): readonly ListOf<Alert>[] {
  const parts = pages.flat()
  return [...new Set(parts.map(({ tenant }) => tenant))].map((tenant) => {
    const own = parts.filter((part) => part.tenant === tenant)
    const last = own.at(-1)
    return {
      tenant,
      items: own.flatMap((part) => ('page' in part ? part.page.items : [])),
      cursor: (last && 'page' in last ? last.page.next_cursor : null) ?? null,
    }
  })
}

function Queue({ places, leftOut }: Places) {
  const session = useSession()
  const me = session.me?.id ?? ''
  const filter = useSearch({ from: '/organisation' })
  const navigate = useNavigate({ from: '/organisation' })
  const change = (next: QueueFilter) => void navigate({ search: (now) => ({ ...now, ...next }), replace: true })
  const chosen = filter.tenants?.split(',')
  const shownPlaces = chosen === undefined ? places : places.filter(({ tenant }) => chosen.includes(tenant))
  const sort = filter.sort ?? 'risk'
  const query = useTenantAlerts(shownPlaces, me, filter)
  const { rows } = useMemo(() => merged(listsOf(query.data?.pages ?? []), inOrderOf(sort)), [query.data, sort])
  const first = query.data?.pages[0] ?? []
  const totals = new Map(
    first.flatMap((part) => ('page' in part ? [[part.tenant, part.page.facets.total] as const] : [])),
  )
  const faults = (query.data?.pages ?? []).flat().flatMap((part) => ('error' in part ? [part] : []))
  const all = [...totals.values()].reduce((sum, count) => sum + count, 0)
  if (places.length === 1)
    return (
      <Empty title="Only your own tenant">
        Alerts of other tenants stand here once a role in them is delegated to you. <Link to="/alerts">Your queue</Link>
      </Empty>
    )
  return (
    <Section
      title="Alerts of all tenants"
      aside={
        <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          Read again
        </Button>
      }
    >
      <Chip.Group
        multiple
        value={shownPlaces.map(({ tenant }) => tenant)}
        onChange={(tenants) => change({ tenants: tenantsOf(tenants, places) })}
      >
        <Group gap="xs" mb="sm" role="group" aria-label="Tenants">
          {places.map(({ tenant }) => (
            <Chip key={tenant} value={tenant} size="xs">
              {shown(tenant, 60)} {totals.get(tenant)?.toLocaleString() ?? ''}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <QueueBar filter={filter} change={change} />
      {leftOut !== null && (
        <Text size="sm" className="late" mb="xs">
          {leftOut}
        </Text>
      )}
      {faults.map(({ tenant, error }) => (
        <Text key={`${tenant} ${error}`} size="sm" className="late" mb="xs" role="alert">
          Alerts of <Shown text={tenant} lengthMax={80} /> could not be read: <Shown text={error} lengthMax={300} />
        </Text>
      ))}
      <Loaded query={query} lines={8}>
        {() => (
          <>
            <Text size="sm" className="quiet" mb="xs" role="status">
              {all.toLocaleString()} {all === 1 ? 'alert matches' : 'alerts match'} in {totals.size.toLocaleString()} of{' '}
              {shownPlaces.length.toLocaleString()} {shownPlaces.length === 1 ? 'tenant' : 'tenants'}.
            </Text>
            {rows.length === 0 && faults.length === 0 ? (
              <Empty title="Nothing waits">No alert of these tenants is of this filter.</Empty>
            ) : (
              <QueueRows rows={rows} places={places} me={me} />
            )}
            {query.hasNextPage && (
              <Button
                mt="sm"
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show more
              </Button>
            )}
          </>
        )}
      </Loaded>
      <Text size="xs" className="quiet" mt="sm">
        Reading is recorded in the audit log of each tenant, with your name.
      </Text>
    </Section>
  )
}

/** As the address holds them; undefined: all of them, and never none. */
function tenantsOf(chosen: readonly string[], places: readonly Place[]): string | undefined {
  return chosen.length === 0 || chosen.length === places.length ? undefined : chosen.join(',')
}
