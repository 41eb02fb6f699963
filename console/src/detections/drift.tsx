/** Fields that sources added or stopped sending: a rule on a vanished field no longer matches. */
import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { AnswerOf } from '../api/call.ts'
import { bodyOf, GET } from '../api/client.ts'
import { LinkFaults } from '../parts/link-faults.tsx'
import { More } from '../parts/more.tsx'
import { None } from '../parts/none.tsx'
import { Back, Page } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'

const PAGE_SIZE = 100
const KINDS = [
  { value: 'new', label: 'New fields' },
  { value: 'vanished', label: 'Vanished fields' },
  { value: 'untracked', label: 'Sources with too many fields' },
] as const
const WORDS = { new: 'new', vanished: 'vanished', untracked: 'too many to follow' } as const

export function DriftPage() {
  const searchParams = useSearch({ from: '/detections/drift' })
  const navigate = useNavigate({ from: '/detections/drift' })
  const kind = KINDS.find(({ value }) => value === searchParams.kind)?.value
  const filter = { ...(kind ? { kind } : {}), ...(searchParams.source ? { source: searchParams.source } : {}) }
  const query = useInfiniteQuery({
    queryKey: ['drift', filter],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(
        GET('/api/v1/schema-drift', {
          params: { query: { limit: PAGE_SIZE, ...filter, ...(cursor ? { cursor } : {}) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  return (
    <>
      <Back>
        <Link to="/detections">← Detections</Link>
      </Back>
      <Page
        title="Fields that changed"
        about="Fields that sources started or stopped sending. A rule on a vanished field no longer matches."
        actions={
          <NativeSelect
            aria-label="Kind"
            value={kind ?? ''}
            data={[{ value: '', label: 'Every change' }, ...KINDS]}
            onChange={(event) =>
              void navigate({
                search: (now) => ({ ...now, kind: event.currentTarget.value || undefined }),
                replace: true,
              })
            }
          />
        }
      >
        <LinkFaults
          faults={searchParams.kind !== undefined && kind === undefined ? [`kind=${searchParams.kind}`] : []}
          instead="Every change is shown."
        />
        <Loaded query={query} lines={10}>
          {({ pages }) => {
            const changes = pages.flatMap(({ items }) => items)
            if (changes.length === 0)
              return (
                <Empty title="No field changed">
                  The fields of each source are learned from its first events on; later changes are listed here.
                </Empty>
              )
            return (
              <Table name="Changes of fields" isCard rows={changes} keyOf={({ id }) => id} columns={COLUMNS}>
                <More query={query} />
              </Table>
            )
          }}
        </Loaded>
      </Page>
    </>
  )
}

type Change = AnswerOf<'GET /api/v1/schema-drift'>['items'][number]

const COLUMNS: readonly Column<Change>[] = [
  { head: 'Noticed', isShort: true, cell: ({ noticed_at: at }) => <Time at={at} /> },
  { head: 'Source', cell: ({ source }) => <Shown text={source} lengthMax={120} /> },
  {
    head: 'Change',
    isShort: true,
    cell: ({ kind: what }) => <span className={what === 'vanished' ? 'late' : undefined}>{WORDS[what]}</span>,
  },
  {
    head: 'Field',
    isMono: true,
    cell: ({ path }) => (path === '' ? 'the whole source' : <Shown text={path} lengthMax={200} />),
  },
  { head: 'Read by', isShort: true, cell: ({ mapping }) => <Shown text={mapping} lengthMax={80} /> },
  {
    head: 'Last seen before',
    isShort: true,
    cell: ({ last_seen_before: at }) => (at === null ? <None /> : <Time at={at} />),
  },
  {
    head: 'Event',
    isShort: true,
    cell: ({ event_uid: uid, noticed_at: at }) => (
      <Link to="/search" search={{ query: `event_uid:${uid}`, event: uid, ...dayAround(at) }}>
        Open
      </Link>
    ),
  },
  {
    head: 'Rules',
    isShort: true,
    cell: ({ path }) =>
      path === '' ? null : (
        <Link to="/detections" search={{ search: path.split('.').at(-1)?.replace('[]', '') }}>
          Rules that name it
        </Link>
      ),
  },
]

const DAY_MS = 86_400_000

function dayAround(time: string): { from: string; to: string } {
  const at = Date.parse(time)
  return { from: new Date(at - DAY_MS).toISOString(), to: new Date(at + DAY_MS).toISOString() }
}
