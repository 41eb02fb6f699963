import { Button, Checkbox, Group, Modal, NativeSelect, Progress, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { mayCall } from '../api/call.ts'
import { bodyOf, DELETE, GET, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { useReloads } from '../api/use-reloads.ts'
import { columnWidth } from '../parts/column-width.ts'
import { Copilot } from '../parts/copilot.tsx'
import { everyOf } from '../parts/durations.ts'
import { lengthOfValue, momentOfText } from '../parts/moment.ts'
import { More } from '../parts/more.tsx'
import { None } from '../parts/none.tsx'
import { Back, Page, Section } from '../parts/page.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { EventDrawer } from '../search/event-drawer.tsx'
import { fieldsOf, textOf } from './hit-fields.ts'
import { HuntDialog } from './hunt-form.tsx'
import { MarkedToCase } from './marked-to-case.tsx'
import { RunState } from './page.tsx'

type Hunt = Schemas['Hunt']
type Hit = Schemas['HuntHit']
type Run = Schemas['HuntRun']
type Mark = NonNullable<Hit['mark']>

const PAGE_SIZE = 100
const CELL_LENGTH_MAX = 160

export function HuntPage() {
  const { id } = useParams({ from: '/hunts/$id' })
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  useReloads('hunts', 'hunts', 'hunt')
  const hunt = useQuery({
    queryKey: ['hunt', id],
    queryFn: () => bodyOf(GET('/api/v1/hunts/{hunt_id}', { params: { path: { hunt_id: id } } })),
  })
  const runs = useQuery({
    queryKey: ['hunt', id, 'runs'],
    queryFn: () =>
      bodyOf(GET('/api/v1/hunts/{hunt_id}/runs', { params: { path: { hunt_id: id }, query: { limit: 50 } } })),
  })
  const cancel = useMutation({
    mutationFn: (runId: string) =>
      bodyOf(
        POST('/api/v1/hunts/{hunt_id}/runs/{run_id}/cancel', { params: { path: { hunt_id: id, run_id: runId } } }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['hunt', id] }),
  })
  return (
    <>
      <Back>
        <Link to="/hunts">← Hunts</Link>
      </Back>
      <Loaded query={hunt} lines={10}>
        {(input) => (
          <Page
            title={<Shown text={input.title} lengthMax={200} />}
            name={input.title.slice(0, 60)}
            about={<Shown text={input.hypothesis} lengthMax={2000} />}
            actions={<Actions hunt={input} />}
          >
            {cancel.error && <Failure error={cancel.error} />}
            <Section title="Question" aside={<span className="quiet mono">{input.techniques.join(' ')}</span>}>
              <pre>{shown(input.query)}</pre>
              <Text size="xs" className="quiet" mt="xs">
                {input.language}, over {input.window_hours} h
                {input.every_minutes !== null && `, ${everyOf(input.every_minutes)}${input.enabled ? '' : ' (off)'}`}
                {input.next_run_at !== null && ', next '}
                {input.next_run_at !== null && <Time at={input.next_run_at} />}
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
                          { value: '', label: 'Latest finished run' },
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
                    <Results hunt={input} runId={chosen} />
                  </Section>
                )
              }
            </Loaded>
          </Page>
        )}
      </Loaded>
    </>
  )
}

function Actions({ hunt }: { readonly hunt: Hunt }) {
  const session = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'change' | 'copy' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const params = { path: { hunt_id: hunt.id } }
  const run = useMutation({
    mutationFn: () => bodyOf(POST('/api/v1/hunts/{hunt_id}/runs', { params, body: {} })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['hunt', hunt.id] }),
  })
  const remove = useMutation({
    mutationFn: () => bodyOf(DELETE('/api/v1/hunts/{hunt_id}', { params })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['hunts'] })
      await navigate({ to: '/hunts', search: {} })
    },
  })
  const mayWrite = mayCall(session, 'PATCH /api/v1/hunts/{hunt_id}')
  return (
    <>
      <Group gap="xs">
        <Copilot type="hunt" id={hunt.id} />
        {mayWrite && (
          <>
            <Button variant="default" onClick={() => setDialog('change')}>
              {hunt.is_builtin ? 'Schedule' : 'Change'}
            </Button>
            <Button variant="default" onClick={() => setDialog('copy')}>
              Copy
            </Button>
            {!hunt.is_builtin && (
              <Button variant="default" color="red" onClick={() => setDialog('delete')}>
                Delete
              </Button>
            )}
          </>
        )}
        {mayCall(session, 'POST /api/v1/hunts/{hunt_id}/runs') && (
          <Button onClick={() => run.mutate()} loading={run.isPending}>
            Run now
          </Button>
        )}
      </Group>
      {run.error && <Failure error={run.error} />}
      <HuntDialog opened={dialog === 'change'} close={close} hunt={hunt} done={close} />
      <HuntDialog
        opened={dialog === 'copy'}
        close={close}
        draft={{ query: hunt.query, language: hunt.language, window_hours: hunt.window_hours }}
        done={(made) => {
          close()
          void navigate({ to: '/hunts/$id', params: { id: made.id } })
        }}
      />
      <Modal opened={dialog === 'delete'} onClose={close} title="Delete this hunt?">
        <div className="stack">
          <Text size="sm">This also deletes its runs, their hits and their marks. Cases created from it stay.</Text>
          {remove.error && <Failure error={remove.error} />}
          <Group justify="flex-end">
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              Delete the hunt
            </Button>
          </Group>
        </div>
      </Modal>
    </>
  )
}

function Open({ run, cancel }: { readonly run: Run; readonly cancel: () => void }) {
  return (
    <Group gap="sm" mb="sm">
      <Progress value={100 * run.progress} className="grow" aria-label="Progress of the run" />
      <Text size="sm">{run.state === 'queued' ? 'queued' : `${run.hits} so far`}</Text>
      <Button variant="default" onClick={cancel}>
        Cancel run
      </Button>
    </Group>
  )
}

function Results({ hunt, runId }: { readonly hunt: Hunt; readonly runId: string | undefined }) {
  const session = useSession()
  const [opened, setOpened] = useState<string | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const query = useInfiniteQuery({
    queryKey: ['hunt', hunt.id, 'results', runId ?? ''],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(
        GET('/api/v1/hunts/{hunt_id}/results', {
          params: {
            path: { hunt_id: hunt.id },
            query: { limit: PAGE_SIZE, ...(runId ? { run_id: runId } : {}), ...(cursor ? { cursor } : {}) },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const choose = (ordinal: number) => {
    const next = new Set(chosen)
    if (!next.delete(ordinal)) next.add(ordinal)
    setChosen(next)
  }
  return (
    <>
      <Loaded query={query} lines={6}>
        {({ pages }) => {
          const run = pages[0]?.run ?? null
          if (run === null) return <Text size="sm">No finished run yet.</Text>
          const hits = pages.flatMap(({ items }) => items)
          return (
            <>
              <Group gap="sm" mb="xs">
                <RunState run={run} />
                <Text size="sm" className="quiet">
                  between <Time at={run.from} /> and <Time at={run.to} />
                  {run.missing.map((one) => (
                    <span key={`${one.from} ${one.reason}`} className="late">
                      {' '}
                      · not searched: <Time at={one.from} /> to <Time at={one.to} /> ({one.reason})
                    </span>
                  ))}
                </Text>
              </Group>
              {run.error !== null && (
                <Text className="late">
                  <Shown text={run.error} lengthMax={600} />
                </Text>
              )}
              {hits.length === 0 ? (
                <Empty title="Nothing was found">No hit in this time.</Empty>
              ) : (
                <>
                  {mayCall(session, 'POST /api/v1/hunts/{hunt_id}/runs') && (
                    <Marking hunt={hunt} run={run} ordinals={[...chosen]} done={() => setChosen(new Set())}>
                      {mayCall(session, 'POST /api/v1/cases') && (
                        <MarkedToCase hunt={hunt} hits={hits.filter(({ mark }) => mark === 'interesting')} />
                      )}
                    </Marking>
                  )}
                  <Table
                    name="Hits"
                    rows={hits}
                    keyOf={({ ordinal }) => String(ordinal)}
                    columns={columnsOf(run, hits, { chosen, choose, open: setOpened })}
                  >
                    <More query={query} />
                  </Table>
                </>
              )}
            </>
          )
        }}
      </Loaded>
      <EventDrawer uids={useMemo(() => (opened === null ? [] : [opened]), [opened])} close={() => setOpened(null)} />
    </>
  )
}

type MarkingProps = {
  readonly hunt: Hunt
  readonly run: Run
  readonly ordinals: readonly number[]
  readonly done: () => void
  readonly children: React.ReactNode
}

/** An analyst's verdict on the chosen hits, with a short reason. */
function Marking({ hunt, run, ordinals, done, children }: MarkingProps) {
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const mark = useMutation({
    mutationFn: (as: Mark | null) =>
      bodyOf(
        POST('/api/v1/hunts/{hunt_id}/runs/{run_id}/marks', {
          params: { path: { hunt_id: hunt.id, run_id: run.id } },
          body: { ordinals: [...ordinals], mark: as, ...(note.trim() ? { note: note.trim() } : {}) },
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['hunt', hunt.id, 'results'] })
      setNote('')
      done()
    },
  })
  const button = (label: string, as: Mark | null) => (
    <Button variant="default" disabled={ordinals.length === 0} loading={mark.isPending} onClick={() => mark.mutate(as)}>
      {label}
    </Button>
  )
  return (
    <div className="bulk marking" role="toolbar" aria-label="Chosen hits">
      <Group gap="xs">
        <Text size="sm">{ordinals.length} chosen</Text>
        {button('Interesting', 'interesting')}
        {button('Benign', 'benign')}
        {button('No mark', null)}
        <TextInput
          size="xs"
          className="grow"
          aria-label="Note of the mark"
          placeholder="Why, for those who read it later"
          value={note}
          maxLength={2_000}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {children}
      </Group>
      {mark.error && <Failure error={mark.error} />}
    </div>
  )
}

type Choosing = {
  readonly chosen: ReadonlySet<number>
  readonly choose: (ordinal: number) => void
  readonly open: (uid: string) => void
}

function HitValue({ value }: { readonly value: unknown }) {
  const moment = momentOfText(value)
  return moment === null ? <bdi>{shown(textOf(value), CELL_LENGTH_MAX)}</bdi> : <Time at={moment} seconds />
}

function columnsOf(run: Run, hits: readonly Hit[], { chosen, choose, open }: Choosing): Column<Hit>[] {
  const [first] = hits
  const names = run.columns?.map(({ name }) => name) ?? Object.keys(fieldsOf(first))
  return [
    {
      head: 'Choose',
      isPick: true,
      cell: ({ ordinal }) => (
        <Checkbox
          size="xs"
          aria-label={`Choose hit ${ordinal + 1}`}
          checked={chosen.has(ordinal)}
          onChange={() => choose(ordinal)}
        />
      ),
    },
    {
      head: 'Event',
      isShort: true,
      cell: ({ event_uid: uid, event_time: at, ordinal }) =>
        uid === null ? (
          ordinal + 1
        ) : (
          <button type="button" className="as-link" onClick={() => open(uid)} aria-label={`Open event ${uid}`}>
            {at === null ? ordinal + 1 : <Time at={at} />}
          </button>
        ),
    },
    ...names
      // Columns that are empty for all hits are left out, because they would only take space.
      .filter((name) => name !== 'time' && hits.some((hit) => textOf(fieldsOf(hit)[name]) !== ''))
      .map(
        (name): Column<Hit> => ({
          head: name,
          width: columnWidth(hits.map((hit) => Math.min(lengthOfValue(fieldsOf(hit)[name]), CELL_LENGTH_MAX))),
          cell: (hit) => <HitValue value={fieldsOf(hit)[name]} />,
        }),
      ),
    {
      head: 'Mark',
      isShort: true,
      cell: ({ mark, note, marked_by: by }) =>
        mark === null ? (
          <None />
        ) : (
          <span title={[by, note].filter((one) => one !== null).join(': ')}>
            {mark}
            {note !== null && ' ✎'}
          </span>
        ),
    },
  ]
}
