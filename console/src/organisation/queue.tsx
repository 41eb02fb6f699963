/** Open alerts and cases of all delegated tenants in one list, with the tenant of each. */
import { Button, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { More } from '../parts/more.tsx'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { allDelegations, type Delegation } from './delegations.ts'
import { inForce } from './live-delegations.ts'
import { QueueBar } from './queue-bar.tsx'
import type { QueueFilter } from './queue-filter.ts'
import { QueueRows } from './queue-rows.tsx'
import { TenantChoice } from './tenant-choice.tsx'

const PAGE_SIZE = 50

export function TenantQueue() {
  const found = useQuery({ queryKey: ['delegations'], queryFn: allDelegations })
  return (
    <Loaded query={found} lines={8}>
      {({ items }) => <Queue delegations={inForce(items, Date.now())} />}
    </Loaded>
  )
}

function useQueue({ tenants, severity, kind, owner }: QueueFilter) {
  const query = { limit: PAGE_SIZE, severity, kind, ...(tenants && { tenant: tenants }), unassigned: owner && true }
  return useInfiniteQuery({
    queryKey: ['organisation-queue', query],
    queryFn: ({ pageParam: cursor }) =>
      call('GET /api/v1/organisation/queue', { query: { ...query, ...(cursor ? { cursor } : {}) } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
}

function Queue({ delegations }: { readonly delegations: readonly Delegation[] }) {
  const filter = useSearch({ from: '/organisation' })
  const navigate = useNavigate({ from: '/organisation' })
  const change = (next: QueueFilter) => void navigate({ search: (now) => ({ ...now, ...next }), replace: true })
  const query = useQueue(filter)
  const tenants = [...new Set(delegations.map(({ tenant_id: tenant }) => tenant))].sort()
  if (tenants.length === 0)
    return (
      <Empty title="Only your own tenant">
        Alerts and cases of other tenants appear here after a role there is delegated to you.{' '}
        <Link to="/alerts">Your own queue</Link>
      </Empty>
    )
  return (
    <Section
      title="Alerts and cases of all tenants"
      aside={
        <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          Read again
        </Button>
      }
    >
      <TenantChoice
        tenants={tenants}
        selected={filter.tenants?.split(',')}
        onChange={(next) => change({ tenants: next?.join(',') })}
      />
      <QueueBar filter={filter} change={change} />
      <Loaded query={query} lines={8}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          const { tenants_read: read = 0, tenants_left_off: leftOff = false } = pages[0] ?? {}
          return (
            <>
              {leftOff && (
                <Text size="sm" className="late" mb="xs">
                  More tenants are delegated to you than a queue shows: the ones after these, by id, are missing.
                </Text>
              )}
              {(pages[0]?.not_read ?? []).map(({ tenant_id: tenant, reason }) => (
                <Text key={`${tenant} ${reason}`} size="sm" className="late" mb="xs" role="alert">
                  Not everything of <Shown text={tenant} lengthMax={80} /> is here:{' '}
                  <Shown text={reason} lengthMax={300} />
                </Text>
              ))}
              <Text size="sm" className="quiet" mb="xs" role="status">
                {items.length.toLocaleString()}
                {query.hasNextPage ? ' and more are' : items.length === 1 ? ' is' : ' are'} open in{' '}
                {read.toLocaleString()} {read === 1 ? 'tenant' : 'tenants'}: highest priority first, then the longest
                waiting.
              </Text>
              {items.length === 0 ? (
                <Empty title="Nothing waits">No open alert or case of these tenants matches the filter.</Empty>
              ) : (
                <QueueRows rows={items}>
                  <More query={query} />
                </QueueRows>
              )}
            </>
          )
        }}
      </Loaded>
      <Text size="xs" className="quiet" mt="sm">
        Reading is recorded in the audit log of each tenant, with your name. Alerts of your own tenant are in{' '}
        <Link to="/alerts">your own queue</Link>.
      </Text>
    </Section>
  )
}
