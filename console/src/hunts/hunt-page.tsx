import { Button, Group, NativeSelect, Progress, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { may, useSession } from '../api/session.ts'
import { More } from '../parts/more.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { RunState, useHuntFeed } from './page.tsx'

type Hit = Schemas['HuntHit']
type Run = Schemas['HuntRun']

const PAGE_SIZE = 100
const CELL_LENGTH_MAX = 160

export function HuntPage() {
  const { id } = useParams({ from: '/hunts/$id' })
  const session = useSession()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  useHuntFeed()
  const hunt = useQuery({
    queryKey: ['hunt', id],
    queryFn: () => bodyOf(GET('/api/v1/hunts/{hunt_id}', { params: { path: { hunt_id: id } } })),
  })
  const runs = useQuery({
    queryKey: ['hunt', id, 'runs'],
    queryFn: () =>
      bodyOf(GET('/api/v1/hunts/{hunt_id}/runs', { params: { path: { hunt_id: id }, query: { limit: 50 } } })),
  })
  const again = { onSuccess: () => queries.invalidateQueries({ queryKey: ['hunt', id] }) }
  const run = useMutation({
    ...again,
    mutationFn: () => bodyOf(POST('/api/v1/hunts/{hunt_id}/runs', { params: { path: { hunt_id: id } }, body: {} })),
  })
  const cancel = useMutation({
    ...again,
    mutationFn: (runId: string) =>
      bodyOf(
        POST('/api/v1/hunts/{hunt_id}/runs/{run_id}/cancel', { params: { path: { hunt_id: id, run_id: runId } } }),
      ),
  })
  return (
    <Loaded query={hunt} lines={10}>
      {(given) => (
        <Page
          title={<Shown text={given.title} lengthMax={200} />}
          name={given.title.slice(0, 60)}
          about={<Shown text={given.hypothesis} lengthMax={2000} />}
          actions={
            may(session, 'lake:query') && (
              <Button onClick={() => run.mutate()} loading={run.isPending}>
                Run now
              </Button>
            )
          }
        >
          {(run.error ?? cancel.error) && <Failure error={run.error ?? cancel.error} />}
          <Section title="Question" aside={<span className="quiet">{given.techniques.join(' ')}</span>}>
            <pre>{shown(given.query)}</pre>
            <Text size="xs" className="quiet" mt="xs">
              {given.language}, over {given.window_hours} h
              {given.every_minutes !== null && `, every ${given.every_minutes} min${given.enabled ? '' : ' (off)'}`}
            </Text>
          </Section>
          <Loaded query={runs} lines={2}>
            {({ items }) =>
              items.length === 0 ? (
                <Empty title="It has not run yet">Run it now, or wait for its time.</Empty>
              ) : (
                <Section
                  title="Runs"
                  aside={
                    <NativeSelect
                      aria-label="Run"
                      value={chosen ?? ''}
                      onChange={(event) => setChosen(event.currentTarget.value || undefined)}
                      data={[
                        { value: '', label: 'Latest that is done' },
                        ...items.map(({ id: value, queued_at: at, state, hits }) => ({
                          value,
                          label: `${new Date(at).toLocaleString()}: ${state}, ${hits}`,
                        })),
                      ]}
                    />
                  }
                >
                  {items
                    .filter(({ state }) => state === 'running' || state === 'queued')
                    .map((one) => (
                      <Open key={one.id} run={one} cancel={() => cancel.mutate(one.id)} />
                    ))}
                  <Results id={id} runId={chosen} />
                </Section>
              )
            }
          </Loaded>
        </Page>
      )}
    </Loaded>
  )
}

function Open({ run, cancel }: { readonly run: Run; readonly cancel: () => void }) {
  return (
    <Group gap="sm" mb="sm">
      <Progress value={100 * run.progress} className="grow" aria-label="Progress of the run" />
      <Text size="sm">{run.state === 'queued' ? 'waits for its turn' : `${run.hits} so far`}</Text>
      <Button variant="default" onClick={cancel}>
        Cancel run
      </Button>
    </Group>
  )
}

function Results({ id, runId }: { readonly id: string; readonly runId: string | undefined }) {
  const query = useInfiniteQuery({
    queryKey: ['hunt', id, 'results', runId ?? ''],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(
        GET('/api/v1/hunts/{hunt_id}/results', {
          params: {
            path: { hunt_id: id },
            query: { limit: PAGE_SIZE, ...(runId ? { run_id: runId } : {}), ...(cursor ? { cursor } : {}) },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  return (
    <Loaded query={query} lines={6}>
      {({ pages }) => {
        const run = pages[0]?.run ?? null
        if (run === null) return <Text size="sm">No run is done yet.</Text>
        const hits = pages.flatMap(({ items }) => items)
        return (
          <>
            <Group gap="sm" mb="xs">
              <RunState run={run} />
              <Text size="sm" className="quiet">
                between <Time at={run.from} /> and <Time at={run.to} />
                {run.missing.length > 0 &&
                  `; not looked at: ${run.missing.map((one) => `${one.from} to ${one.to} (${one.reason})`).join(', ')}`}
              </Text>
            </Group>
            {run.error !== null && (
              <Text className="late">
                <Shown text={run.error} lengthMax={600} />
              </Text>
            )}
            {hits.length === 0 ? (
              <Empty title="Nothing was found">That is what one hopes for.</Empty>
            ) : (
              <Table name="Hits" rows={hits} keyOf={({ ordinal }) => String(ordinal)} columns={columnsOf(run, hits)}>
                <More query={query} />
              </Table>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function columnsOf(run: Run, hits: readonly Hit[]): Column<Hit>[] {
  const [first] = hits
  const names = run.columns?.map(({ name }) => name) ?? Object.keys(fieldsOf(first))
  return [
    { head: '#', isNumber: true, isShort: true, cell: ({ ordinal }) => ordinal + 1 },
    ...names.map(
      (name): Column<Hit> => ({
        head: name,
        cell: (hit) => <bdi>{shown(textOf(fieldsOf(hit)[name]), CELL_LENGTH_MAX)}</bdi>,
      }),
    ),
    { head: 'Mark', isShort: true, cell: (hit) => hit.mark ?? <span className="quiet">–</span> },
  ]
}

/** Of an event its fields, of SQL the row. */
function fieldsOf(hit: Hit | undefined): Record<string, unknown> {
  const document = hit?.document ?? {}
  return (document.fields as Record<string, unknown> | undefined) ?? document
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
