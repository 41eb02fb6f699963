/** Shows how much of the time span a response has searched, and the button to continue. */
import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { Failure } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'
import { KqlTable } from './kql-table.tsx'
import { tableOfSql } from './sql-table.ts'
import { useSearchFeed } from './use-search-feed.ts'

type Missing = Schemas['EventSearchResult']['missing'][number]
type Found = Schemas['FoundEvent']

/** Interval for polling, in case a proxy cuts the API's stream. */
export const JOB_POLL_MS = 15_000

/** True for a time span that was not searched for lack of time or memory, which another request can search. */
export const isUnread = ({ reason }: Missing): boolean => reason === 'time' || reason === 'memory'

type CoverageProps = {
  readonly missing: readonly Missing[]
  readonly span: { readonly from: string; readonly to: string }
  /** Null if the response is not a list of events. */
  readonly count: number | null
  readonly hasMore: boolean
  /** Null if an API job continues by itself. */
  readonly goOn: (() => void) | null
  readonly isGoingOn: boolean
}

export function Coverage({ missing, span, count, hasMore, goOn, isGoingOn }: CoverageProps) {
  const unread = missing.filter(isUnread)
  const others = missing.filter((one) => !isUnread(one))
  return (
    <>
      {unread.length > 0 && (
        <Alert color="orange" variant="light" title="Only part of the time range was searched" role="status">
          <Group justify="space-between" gap="sm">
            <Text size="sm" className="grow">
              {unread.map(({ from, to }) => (
                <span key={from}>
                  <Time at={from} /> to <Time at={to} /> was not searched yet: the query takes longer than one request
                  may.{' '}
                </span>
              ))}
              The list below is not all of <Time at={span.from} /> to <Time at={span.to} />.
            </Text>
            {goOn !== null && (
              <Button onClick={goOn} loading={isGoingOn}>
                Go on
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {others.length > 0 && (
        <Alert color="yellow" variant="light" title="Some events could not be searched" role="status">
          {others.map(({ from, to, reason }) => (
            <Text size="sm" key={`${reason} ${from}`}>
              <Time at={from} /> to <Time at={to} />: {LEFT_OUT[reason]}
            </Text>
          ))}
        </Alert>
      )}
      {count !== null && (
        <Text size="sm" className="quiet" role="status">
          {counted(count, 'event', 'events')}
          {hasMore && ' shown, there are more'}
          {missing.length === 0 && '; the whole time range was searched'}
        </Text>
      )}
    </>
  )
}

const LEFT_OUT: Readonly<Record<Missing['reason'], string>> = {
  archived: 'some of its events have left the lake for the archive.',
  lost: 'some of its events were in files of the archive that are gone or damaged.',
  unreadable: 'some of its events could not be decoded.',
  rows: 'the table has more rows or columns than are shown.',
  time: 'the search ran out of time.',
  memory: 'the search ran out of memory.',
}

type GoesOnProps = {
  readonly id: string
  readonly children: (events: readonly Found[]) => React.ReactNode
}

/** A search that continues as a job: its progress, the button that stops it, and its results so far. */
export function GoesOn({ id, children }: GoesOnProps) {
  const queries = useQueryClient()
  const params = { path: { id } }
  const state = useQuery({
    queryKey: ['search-job', id],
    queryFn: () => bodyOf(GET('/api/v1/events/searches/{id}', { params })),
    refetchInterval: ({ state: { data } }) => (data?.job.state === 'running' ? JOB_POLL_MS : false),
  })
  const cancel = useMutation({
    mutationFn: () => bodyOf(POST('/api/v1/events/searches/{id}/cancel', { params })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['search-job', id] }),
  })
  const job = state.data?.job
  useSearchFeed(id, job?.state === 'running')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of all of them changes with this one
  useEffect(() => void queries.invalidateQueries({ queryKey: ['search-jobs'] }), [id, job?.state, queries])
  const isTable = job?.gives === 'table'
  const pages = job?.pages ?? 0
  const found = useInfiniteQuery({
    queryKey: ['search-job', id, 'pages'],
    enabled: pages > 0 && !isTable,
    queryFn: ({ pageParam: page }) =>
      bodyOf(GET('/api/v1/events/searches/{id}', { params: { ...params, query: { page } } })),
    initialPageParam: 0,
    getNextPageParam: (_, all) => (all.length < pages ? all.length : undefined),
  })
  if (state.error) return <Failure error={state.error} retry={() => void state.refetch()} />
  if (!job) return null
  if (isTable) return <TableGoesOn job={job} stop={() => cancel.mutate()} isStopping={cancel.isPending} />
  const [from, at, to] = [job.from_time, job.at_time, job.to_time].map(Date.parse) as [number, number, number]
  const done = to === from ? 100 : (100 * (to - at)) / (to - from)
  const events = found.data?.pages.flatMap((page) => page.events) ?? []
  return (
    <section className="card" aria-label="The rest of the time">
      <Group gap="sm" mb="xs">
        <Text size="sm" fw={600}>
          {STATES[job.state]}
        </Text>
        <Progress value={done} className="grow" aria-label="Searched part of the time range" />
        <Text size="sm">
          {Math.floor(done)} %, {counted(job.found, 'event', 'events')}
        </Text>
        {job.state === 'running' && (
          <Button variant="default" onClick={() => cancel.mutate()} loading={cancel.isPending}>
            Stop
          </Button>
        )}
      </Group>
      <Text size="sm" className="quiet" mb="xs">
        Searched back to <Time at={job.at_time} /> of <Time at={job.from_time} />.{' '}
        {job.fault !== null && `It failed: ${job.fault}`}
      </Text>
      {events.length > 0 && children(events)}
      {pages > (found.data?.pages.length ?? 0) && (
        <Group justify="center" mt="sm">
          <Button variant="default" loading={found.isFetching} onClick={() => void found.fetchNextPage()}>
            Show more
          </Button>
        </Group>
      )}
    </section>
  )
}

type TableGoesOnProps = {
  readonly job: Schemas['SearchJob']
  readonly stop: () => void
  readonly isStopping: boolean
}

/** A query with a result table continues as a whole: its rows appear at the end. */
function TableGoesOn({ job, stop, isStopping }: TableGoesOnProps) {
  const isThere = job.state === 'done' || job.state === 'full'
  const table = useQuery({
    queryKey: ['search-job', job.id, 'table'],
    enabled: isThere,
    queryFn: () => bodyOf(GET('/api/v1/events/searches/{id}/table', { params: { path: { id: job.id } } })),
  })
  return (
    <section className="card" aria-label="The query over all of the time">
      <Group gap="sm" mb="xs">
        <Text size="sm" fw={600} className="grow" role="status">
          {TABLE_STATES[job.state]}
          {job.state === 'running' && job.read_events > 0 && `: ${counted(job.read_events, 'event', 'events')} read`}
          {job.fault !== null && `: ${job.fault}`}
        </Text>
        {job.state === 'running' && (
          <Button variant="default" onClick={stop} loading={isStopping}>
            Stop
          </Button>
        )}
      </Group>
      {isThere && (
        <Coverage missing={job.missing} span={spanOf(job)} count={null} hasMore={false} goOn={null} isGoingOn={false} />
      )}
      {table.error && <Failure error={table.error} retry={() => void table.refetch()} />}
      {table.data && <KqlTable table={job.language === 'sql' ? tableOfSqlJob(table.data) : table.data} />}
    </section>
  )
}

const tableOfSqlJob = (table: Schemas['KqlTable']) => ({ ...tableOfSql(table, 'none'), rows_in_all: table.rows_in_all })

const spanOf = ({ from_time: from, to_time: to }: Schemas['SearchJob']) => ({ from, to })

const TABLE_STATES = {
  running: 'The query continues over the whole time range',
  done: 'The query over the whole time range',
  full: 'The query over the whole time range returns more rows than are stored',
  cancelled: 'The query was stopped',
  failed: 'The query failed',
} as const

const STATES = {
  running: 'The search continues',
  done: 'The whole time range was searched',
  full: 'It stopped at 10,000 events: choose less time, or add a condition',
  cancelled: 'Stopped',
  failed: 'Failed',
} as const
