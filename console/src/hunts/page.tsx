import { Badge, Button, Group, Switch, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { mayCall } from '../api/call.ts'
import { bodyOf, GET, PATCH, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { useReloads } from '../api/use-reloads.ts'
import { actions, when } from '../parts/columns.tsx'
import { More } from '../parts/more.tsx'
import { Page } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { Table } from '../parts/table.tsx'
import { EnrolledHosts, EnrolmentSecrets } from './enrolment.tsx'
import { HostSchedule } from './host-schedule.tsx'
import { HostQuestions } from './hosts.tsx'
import { HuntDialog } from './hunt-form.tsx'

type Hunt = Schemas['Hunt']

const PAGE_SIZE = 100
const LANGUAGES = ['lucene', 'kql', 'sql'] as const

export function HuntsPage() {
  const mayWrite = mayCall(useSession(), 'POST /api/v1/hunts')
  const searchParams = useSearch({ from: '/hunts' })
  const navigate = useNavigate()
  useReloads('hunts', 'hunts', 'hunt')
  const close = () => void navigate({ to: '/hunts', search: {}, replace: true })
  const hours = Number(searchParams.hours)
  return (
    <Page
      title="Hunts"
      about="Hypotheses that are searched for on a schedule. Their hits are leads for an analyst, not alerts."
      actions={
        mayWrite && <Button onClick={() => void navigate({ to: '/hunts', search: { make: 'hunt' } })}>New hunt</Button>
      }
    >
      <HuntDialog
        opened={searchParams.make === 'hunt' && mayWrite}
        close={close}
        draft={{
          ...(searchParams.query === undefined ? {} : { query: searchParams.query }),
          language: LANGUAGES.find((one) => one === searchParams.language) ?? 'lucene',
          ...(hours >= 1 ? { window_hours: Math.ceil(hours) } : {}),
        }}
        done={({ id }) => void navigate({ to: '/hunts/$id', params: { id } })}
      />
      <Tabbed
        tabs={[
          { value: 'hunts', label: 'Hunts', body: HuntList },
          { value: 'hosts', label: 'Hosts with osquery', reads: 'GET /api/v1/osquery/queries', body: Hosts },
        ]}
      />
    </Page>
  )
}

function Hosts() {
  return (
    <>
      <HostQuestions />
      <EnrolledHosts />
      <EnrolmentSecrets />
      <HostSchedule />
    </>
  )
}

function HuntList() {
  const query = useInfiniteQuery({
    queryKey: ['hunts'],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(GET('/api/v1/hunts', { params: { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const run = useRunHunt()
  const turn = useScheduleHunt()
  return (
    <>
      {(run.error ?? turn.error) && <Failure error={run.error ?? turn.error} />}
      <Loaded query={query} lines={12}>
        {({ pages }) => (
          <Table
            name="List of hunts"
            isCard
            rows={pages.flatMap(({ items }) => items)}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Hunt', cell: (hunt) => <HuntTitle hunt={hunt} /> },
              { head: 'ATT&CK', isMono: true, isShort: true, cell: ({ techniques }) => techniques.join(' ') },
              { head: 'Language', isShort: true, cell: ({ language }) => language },
              { head: 'Latest', isShort: true, cell: ({ latest_run: latest }) => <RunState run={latest} /> },
              when('Next', 'next_run_at', '–'),
              {
                head: 'Schedule',
                isShort: true,
                cell: (hunt) => <OnSchedule hunt={hunt} turn={(enabled) => turn.mutate({ id: hunt.id, enabled })} />,
              },
              actions<Hunt>((hunt) => <RunButton hunt={hunt} run={run} />),
            ]}
          >
            <More query={query} />
          </Table>
        )}
      </Loaded>
    </>
  )
}

function useRunHunt() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      bodyOf(POST('/api/v1/hunts/{hunt_id}/runs', { params: { path: { hunt_id: id } }, body: {} })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['hunts'] }),
  })
}

function useScheduleHunt() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      bodyOf(PATCH('/api/v1/hunts/{hunt_id}', { params: { path: { hunt_id: id } }, body: { enabled } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['hunts'] }),
  })
}

function HuntTitle({ hunt: { id, title, hypothesis } }: { readonly hunt: Hunt }) {
  return (
    <div className="wide-cell">
      <Link to="/hunts/$id" params={{ id }}>
        <Shown text={title} lengthMax={200} />
      </Link>
      <Text size="xs" className="quiet">
        <Shown text={hypothesis} lengthMax={240} />
      </Text>
    </div>
  )
}

type OnScheduleProps = { readonly hunt: Hunt; readonly turn: (enabled: boolean) => void }

function OnSchedule({ hunt: { enabled, title }, turn }: OnScheduleProps) {
  if (!mayCall(useSession(), 'POST /api/v1/hunts')) return enabled ? 'on' : 'off'
  return (
    <Switch
      checked={enabled}
      onChange={(event) => turn(event.currentTarget.checked)}
      aria-label={`On a schedule: ${title.slice(0, 80)}`}
    />
  )
}

function RunButton({ hunt: { id, title }, run }: { readonly hunt: Hunt; readonly run: ReturnType<typeof useRunHunt> }) {
  if (!mayCall(useSession(), 'POST /api/v1/hunts/{hunt_id}/runs')) return null
  return (
    <Button
      variant="subtle"
      loading={run.isPending && run.variables === id}
      onClick={() => run.mutate(id)}
      aria-label={`Run: ${title.slice(0, 80)}`}
    >
      Run
    </Button>
  )
}

/** The outcome of a run, in a few words. */
export function RunState({ run }: { readonly run: Hunt['latest_run'] }) {
  if (run === null) return <span className="quiet">never ran</span>
  if (run.state === 'running') return <span>running, {Math.round(100 * run.progress)} %</span>
  if (run.state !== 'done') return <span className={run.state === 'failed' ? 'late' : 'quiet'}>{run.state}</span>
  return (
    <Group gap={6} wrap="nowrap">
      <span>
        <b>{run.has_more ? `more than ${run.hits}` : run.hits}</b> {run.hits === 1 ? 'hit' : 'hits'}
      </span>
      {run.complete === false && (
        <Badge color="yellow" variant="light">
          not complete
        </Badge>
      )}
    </Group>
  )
}
