/** Runs a hunt or a search in every tenant in which the user works, and shows the results of each. */

import { Button, Group, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AnswerOf, call } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { State } from '../parts/columns.tsx'
import { everyPage } from '../parts/every-page.ts'
import { None } from '../parts/none.tsx'
import { Section } from '../parts/page.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { enter } from './delegated.ts'
import { askAt, type Place } from './places.ts'
import { runIntervalMs } from './run-interval.ts'
import { type Places, usePlaces } from './use-places.ts'

type Hunt = AnswerOf<'GET /api/v1/hunts'>['items'][number]
type Run = AnswerOf<'GET /api/v1/hunts/{hunt_id}/runs/{run_id}'>

/** The result of one tenant: a running hunt, a count, or the reason why there is none. */
type Found = { readonly place: Place } & (
  | { readonly run: Pick<Run, 'id' | 'hunt_id'> }
  | { readonly events: number; readonly isWhole: boolean }
  | { readonly error: string }
)

const HUNTS_PAGE = 100
const HUNTS_PAGES = 10
const HOUR_MS = 3_600_000
const SPANS = { '24': 'Last day', '168': 'Last week', '720': 'Last 30 days' } as const
const BUCKETS = 24
const ENDED: readonly Run['state'][] = ['done', 'failed', 'cancelled']

export function TenantHunts() {
  const found = usePlaces()
  return (
    <Loaded query={found} lines={6}>
      {(places) =>
        places.places.length === 1 ? (
          <Empty title="Only your own tenant">
            Hunts can run in other tenants after a role there is delegated to you. <Link to="/hunts">Your hunts</Link>
          </Empty>
        ) : (
          <Everywhere {...places} />
        )
      }
    </Loaded>
  )
}

function Everywhere({ places, leftOut }: Places) {
  const me = useSession().me?.id ?? ''
  const [kind, setKind] = useState<'hunt' | 'search'>('hunt')
  const run = useMutation({
    mutationFn: (begin: (place: Place) => Promise<Found>) => Promise.all(places.map((place) => orFault(place, begin))),
  })
  const count = places.length.toLocaleString()
  return (
    <Section
      title="Over all tenants"
      aside={
        <SegmentedControl
          aria-label="Look for"
          size="xs"
          data={[
            { value: 'hunt', label: 'A hunt' },
            { value: 'search', label: 'A search' },
          ]}
          value={kind}
          onChange={(value) => {
            setKind(value as typeof kind)
            run.reset()
          }}
        />
      }
    >
      {kind === 'hunt' ? (
        <HuntForm
          label={`Run in ${count} tenants`}
          isPending={run.isPending}
          go={(hunt) => run.mutate((place) => begun(place, me, hunt))}
        />
      ) : (
        <SearchForm
          label={`Count in ${count} tenants`}
          isPending={run.isPending}
          go={(query, hours) => run.mutate((place) => counted(place, me, query, hours))}
        />
      )}
      {leftOut !== null && (
        <Text size="sm" className="late" mb="xs">
          {leftOut}
        </Text>
      )}
      {run.error && <Failure error={run.error} />}
      {run.data && <Results found={run.data} me={me} />}
      <Text size="xs" className="quiet" mt="sm">
        It is recorded in the audit log of each tenant, with your name.
      </Text>
    </Section>
  )
}

const orFault = (place: Place, begin: (place: Place) => Promise<Found>): Promise<Found> =>
  begin(place).catch((error: unknown) => ({ place, error: error instanceof Error ? error.message : String(error) }))

async function begun(place: Place, me: string, hunt: string): Promise<Found> {
  const run = await askAt(place, me, 'POST /api/v1/hunts/{hunt_id}/runs', { path: { hunt_id: hunt }, body: {} })
  return { place, run }
}

async function counted(place: Place, me: string, query: string, hours: number): Promise<Found> {
  const toMs = Date.now()
  const body = {
    ...{ query, from: new Date(toMs - hours * HOUR_MS).toISOString(), to: new Date(toMs).toISOString() },
    interval_seconds: (hours * 3_600) / BUCKETS,
  }
  const { events, complete } = await askAt(place, me, 'POST /api/v1/events/histogram', { body })
  return { place, events, isWhole: complete }
}

type FormProps<A extends readonly unknown[]> = {
  readonly label: string
  readonly isPending: boolean
  readonly go: (...input: A) => void
}

/** The form that selects a built-in hunt: every tenant has these under the same name. */
function HuntForm({ label, isPending, go }: FormProps<[hunt: string]>) {
  const [chosen, setChosen] = useState<string | null>(null)
  const found = useQuery({
    queryKey: ['built-in-hunts'],
    queryFn: () =>
      everyPage<Hunt>(HUNTS_PAGES, (of) => call('GET /api/v1/hunts', { query: { limit: HUNTS_PAGE, ...of } })),
  })
  return (
    <Loaded query={found} lines={1}>
      {({ items }) => {
        const hunts = items.filter(({ is_builtin: isBuiltIn }) => isBuiltIn)
        const hunt = chosen ?? hunts[0]?.id
        return (
          <Group gap="xs" mb="sm" align="flex-end">
            <NativeSelect
              className="grow narrow room"
              label="Hunt"
              data={hunts.map(({ id, title }) => ({ value: id, label: shown(title, 120) }))}
              value={hunt ?? ''}
              onChange={({ currentTarget: { value } }) => setChosen(value)}
            />
            <Button loading={isPending} disabled={hunt === undefined} onClick={() => hunt !== undefined && go(hunt)}>
              {label}
            </Button>
          </Group>
        )
      }}
    </Loaded>
  )
}

function SearchForm({ label, isPending, go }: FormProps<[query: string, hours: number]>) {
  const [query, setQuery] = useState('')
  const [hours, setHours] = useState<string>('24')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (query.trim() !== '') go(query.trim(), Number(hours))
      }}
    >
      <Group gap="xs" mb="sm" align="flex-end">
        <TextInput
          className="grow room"
          label="Query (Lucene)"
          placeholder="dst_ip:203.0.113.66"
          required
          withAsterisk={false}
          maxLength={4_000}
          value={query}
          onChange={({ currentTarget: { value } }) => setQuery(value)}
        />
        <NativeSelect
          label="Time"
          data={Object.entries(SPANS).map(([value, text]) => ({ value, label: text }))}
          value={hours}
          onChange={({ currentTarget: { value } }) => setHours(value)}
        />
        <Button type="submit" loading={isPending}>
          {label}
        </Button>
      </Group>
    </form>
  )
}

type Result = {
  readonly place: Place
  readonly state: string
  /** Null if unknown. */
  readonly hits: number | null
  readonly isMore: boolean
  /** Null while unknown. */
  readonly isWhole: boolean | null
  readonly fault: string | null
  readonly path: string
}

function Results({ found, me }: { readonly found: readonly Found[]; readonly me: string }) {
  const runs = useQueries({
    queries: found.map((one) => ({
      queryKey: ['tenant-run', one.place.tenant, 'run' in one ? one.run.id : null],
      enabled: 'run' in one,
      retry: false,
      queryFn: () => {
        if (!('run' in one)) throw new Error('a search has no run')
        const path = { hunt_id: one.run.hunt_id, run_id: one.run.id }
        return askAt(one.place, me, 'GET /api/v1/hunts/{hunt_id}/runs/{run_id}', { path })
      },
      refetchInterval: ({ state: { data } }: { state: { data: Run | undefined } }) =>
        data !== undefined && ENDED.includes(data.state) ? false : runIntervalMs(found.length),
    })),
  })
  const results = found.map((one, at) => resultOf(one, runs[at]?.data, runs[at]?.error ?? null))
  const known = results.flatMap(({ hits }) => hits ?? [])
  const go = useMutation({
    mutationFn: ({ place, path }: Result) =>
      place.delegation === null ? Promise.resolve(location.assign(path)) : enter(place.delegation, path),
  })
  return (
    <>
      <Text size="sm" mb="xs" role="status">
        <b>{known.reduce((sum, hits) => sum + hits, 0).toLocaleString()}</b> found in {known.length.toLocaleString()} of{' '}
        {results.length.toLocaleString()} tenants.
      </Text>
      {go.error && <Failure error={go.error} />}
      <Table
        name="Found by tenant"
        rows={results.toSorted((a, b) => (b.hits ?? -1) - (a.hits ?? -1))}
        keyOf={({ place }) => place.tenant}
        columns={[
          { head: 'Tenant', isMono: true, cell: ({ place }) => <Shown text={place.tenant} lengthMax={80} /> },
          { head: 'State', isShort: true, cell: ({ state }) => <State of={state} /> },
          {
            head: 'Found',
            isNumber: true,
            isShort: true,
            cell: ({ hits, isMore }) =>
              hits === null ? (
                <span className="quiet">not known</span>
              ) : (
                `${hits.toLocaleString()}${isMore ? ' and more' : ''}`
              ),
          },
          {
            head: 'Looked at',
            cell: ({ isWhole, fault }) =>
              fault === null ? (
                isWhole === null ? (
                  <None />
                ) : isWhole ? (
                  'everything'
                ) : (
                  <span className="late">not everything</span>
                )
              ) : (
                <span className="late">
                  <Shown text={fault} lengthMax={300} />
                </span>
              ),
          },
          {
            head: 'Open',
            isActions: true,
            isShort: true,
            cell: (result) => (
              <Button
                variant="default"
                loading={go.isPending && go.variables.place.tenant === result.place.tenant}
                aria-label={`Look at it in ${shown(result.place.tenant, 80)}`}
                onClick={() => go.mutate(result)}
              >
                {result.place.delegation === null ? 'Open' : 'Work there'}
              </Button>
            ),
          },
        ]}
      />
    </>
  )
}

function resultOf(found: Found, run: Run | undefined, error: Error | null): Result {
  const { place } = found
  const nothing = { place, hits: null, isMore: false, isWhole: null, path: '/hunts' }
  if ('error' in found) return { ...nothing, state: 'refused', fault: found.error }
  if ('events' in found)
    return {
      ...{ place, state: 'done', hits: found.events, isMore: false, isWhole: found.isWhole, fault: null },
      path: '/search',
    }
  const path = `/hunts/${encodeURIComponent(found.run.hunt_id)}`
  if (error !== null) return { ...nothing, path, state: 'not known', fault: error.message }
  if (run === undefined) return { ...nothing, path, state: 'queued', fault: null }
  const isDone = run.state === 'done'
  return {
    ...{ place, path, state: run.state, isMore: run.has_more, isWhole: run.complete, fault: run.error },
    hits: isDone ? run.hits : null,
  }
}
