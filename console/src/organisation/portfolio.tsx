/** The tenants in which the user may work, each with its health, its open work and its ingest volume. */
import { Button, Text, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call } from '../api/call.ts'
import { actions, when } from '../parts/columns.tsx'
import { More } from '../parts/more.tsx'
import { Section } from '../parts/page.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { wordOf } from '../parts/words.ts'
import { enter } from './delegated.ts'

type Tenant = AnswerOf<'GET /api/v1/organisation/portfolio'>['items'][number]
type Figure = 'open_alerts' | 'critical_alerts' | 'overdue_alerts' | 'open_cases' | 'late_sources' | 'events_24h'

/** Orders of the list; the figures among them have the highest first. */
type Sort = 'id' | Exclude<Figure, 'open_cases' | 'events_24h'>

const PAGE_SIZE = 50

export function Portfolio() {
  const [sort, setSort] = useState<Sort>('id')
  const found = useInfiniteQuery({
    queryKey: ['organisation-portfolio', sort],
    queryFn: ({ pageParam: cursor }) =>
      call('GET /api/v1/organisation/portfolio', { query: { limit: PAGE_SIZE, sort, ...(cursor ? { cursor } : {}) } }),
    placeholderData: keepPreviousData,
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const sortable = (head: string, name: Exclude<Sort, 'id'>): Column<Tenant> => ({
    ...figure(head, name),
    ...sortedBy(head, name, sort, setSort),
  })
  const go = useMutation({ mutationFn: (id: string) => enter(id) })
  return (
    <Section
      title="Tenants that you may work in"
      aside={
        <Button variant="default" loading={found.isFetching} onClick={() => void found.refetch()}>
          Read again
        </Button>
      }
    >
      {go.error && <Failure error={go.error} />}
      <Loaded query={found} lines={4}>
        {({ pages }) => {
          const tenants = pages.flatMap(({ items }) => items)
          const faults = pages.flatMap(({ not_read: faulty }) => faulty)
          return (
            <>
              {faults.map(({ tenant_id: tenant, reason }) => (
                <Text key={tenant} size="sm" className="late" mb="xs" role="alert">
                  <Shown text={tenant} lengthMax={80} /> could not be read: <Shown text={reason} lengthMax={300} />
                </Text>
              ))}
              {tenants.length === 0 && faults.length === 0 ? (
                <Empty title="Only your own">
                  An administrator of another tenant of the organisation can delegate a role in it to you, for a time
                  and with a reason. The tenant then appears here, and one click opens it.
                </Empty>
              ) : (
                <Table
                  name="Tenants"
                  rows={tenants}
                  keyOf={({ tenant_id: id }) => id}
                  columns={[
                    {
                      head: 'Tenant',
                      ...sortedBy('Tenant', 'id', sort, setSort),
                      cell: ({ tenant_id: id, tenant_name: name }) => (
                        <>
                          <Shown text={name} lengthMax={60} />
                          {name !== id && <div className="quiet mono">{shown(id, 63)}</div>}
                        </>
                      ),
                    },
                    sortable('Open alerts', 'open_alerts'),
                    sortable('Critical', 'critical_alerts'),
                    sortable('SLA missed', 'overdue_alerts'),
                    figure('Open cases', 'open_cases'),
                    sortable('Late sources', 'late_sources'),
                    figure('Events in a day', 'events_24h'),
                    { head: 'As', isShort: true, cell: ({ role }) => wordOf(role) },
                    when('Until', 'expires_at'),
                    actions<Tenant>(({ delegation_id: id, tenant_id: tenant }) => (
                      <Button
                        variant="default"
                        loading={go.isPending && go.variables === id}
                        onClick={() => go.mutate(id)}
                        aria-label={`Work in ${tenant.slice(0, 80)}`}
                      >
                        Work there
                      </Button>
                    )),
                  ]}
                >
                  <More query={found} />
                </Table>
              )}
              {pages[0]?.tenants_left_off && (
                <Text size="sm" className="late" mt="xs">
                  More tenants are delegated to you than a portfolio shows: the ones after these, by id, are missing.
                </Text>
              )}
            </>
          )
        }}
      </Loaded>
      <Text size="xs" className="quiet" mt="xs">
        Reading figures and working there are recorded in the audit log of that tenant, with your name.
      </Text>
    </Section>
  )
}

/** The heading of a column as a button that sorts by it. */
function sortedBy(head: string, by: Sort, sort: Sort, set: (sort: Sort) => void) {
  const isSorted = by === sort
  const order = by === 'id' ? ('ascending' as const) : ('descending' as const)
  return {
    sorted: isSorted ? order : undefined,
    headCell: (
      <UnstyledButton fz="inherit" fw="inherit" c="inherit" onClick={() => set(by)}>
        {head}
        {isSorted && <span aria-hidden="true">{order === 'ascending' ? ' ↑' : ' ↓'}</span>}
      </UnstyledButton>
    ),
  }
}

/** Figures that are highlighted when they are not 0. */
const BAD: ReadonlySet<Figure> = new Set(['critical_alerts', 'overdue_alerts', 'late_sources'])

function figure(head: string, name: Figure): Column<Tenant> {
  return {
    head,
    isNumber: true,
    isShort: true,
    cell: (tenant) => {
      const value = tenant[name]
      if (value === null)
        return (
          <span className="quiet" title={tenant.not_measured[name]}>
            not known
          </span>
        )
      return <span className={BAD.has(name) && value > 0 ? 'late' : undefined}>{value.toLocaleString()}</span>
    },
  }
}
