import { Alert, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { More } from '../parts/more.tsx'
import { Page } from '../parts/page.tsx'
import { shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { EventDrawer } from './event-drawer.tsx'
import { Everywhere } from './everywhere.tsx'
import { Histogram } from './histogram.tsx'
import { KqlTable } from './kql-table.tsx'

const PAGE_SIZE = 100
const CELL_LENGTH_MAX = 160
const FIELDS = ['source', 'severity', 'host', 'user', 'target_user', 'process_name', 'src_ip', 'dst_ip', 'message']
const LANGUAGES = [
  { value: 'lucene', label: 'Search' },
  { value: 'kql', label: 'KQL' },
]
const PLACES = [
  { value: '', label: 'Own lake' },
  { value: 'everywhere', label: 'Every SIEM' },
]
const SPANS = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last day' },
  { value: '168', label: 'Last week' },
  { value: '720', label: 'Last 30 days' },
]
const HOUR_MS = 3_600_000

type Found = Schemas['FoundEvent']

export function SearchPage() {
  const asked = useSearch({ from: '/search' })
  const navigate = useNavigate({ from: '/search' })
  const [opened, setOpened] = useState<readonly string[]>([])
  const isEverywhere = asked.where === 'everywhere'
  const language = asked.language === 'kql' && !isEverywhere ? ('kql' as const) : ('lucene' as const)
  // The span of relative time stays what it was when the question was asked, also for the pages that follow.
  const span = useMemo(() => spanOf(asked), [asked])
  const question = { query: asked.query ?? '', language, ...span }
  const events = useInfiniteQuery({
    queryKey: ['events', question],
    enabled: !isEverywhere,
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(
        POST('/api/v1/events/search', {
          body: { ...question, fields: FIELDS, limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const fields = useQuery({ queryKey: ['event-fields'], queryFn: () => bodyOf(GET('/api/v1/events/fields')) })
  const change = (next: Partial<typeof asked>) => void navigate({ search: (now) => ({ ...now, ...next }) })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change({ query: String(new FormData(event.currentTarget).get('query') ?? '').trim() || undefined })
  }
  const columns: Column<Found>[] = [
    { head: 'Time', isShort: true, cell: ({ time }) => <Time at={time} /> },
    ...FIELDS.map((field): Column<Found> => ({ head: field, cell: (row) => <Value event={row} field={field} /> })),
    {
      head: 'Event',
      isShort: true,
      cell: ({ event_uid: uid }) => (
        <Button variant="subtle" onClick={() => setOpened([uid])} aria-label={`Open event ${uid}`}>
          Open
        </Button>
      ),
    },
  ]
  return (
    <Page title="Search" about="Events of this tenant as they were received, newest first.">
      <search>
        <form onSubmit={submit} key={asked.query ?? ''}>
          <Group gap="xs" align="center">
            <TextInput
              className="grow"
              aria-label="Query"
              name="query"
              list="event-fields"
              placeholder={
                language === 'kql' ? 'SecurityEvent | where EventID == 4625' : 'user:kim AND severity:>=high'
              }
              defaultValue={asked.query ?? ''}
              maxLength={4096}
              spellCheck={false}
              autoComplete="off"
            />
            <datalist id="event-fields">
              {fields.data?.fields.map(({ name, description }) => (
                <option key={name} value={`${name}:`} label={description} />
              ))}
            </datalist>
            <NativeSelect
              aria-label="Where"
              data={PLACES}
              value={isEverywhere ? 'everywhere' : ''}
              onChange={(event) => change({ where: event.currentTarget.value || undefined })}
            />
            <NativeSelect
              aria-label="Language"
              disabled={isEverywhere}
              data={LANGUAGES}
              value={language}
              onChange={(event) => change({ language: event.currentTarget.value === 'kql' ? 'kql' : undefined })}
            />
            <NativeSelect
              aria-label="Time"
              data={asked.from ? [{ value: '', label: 'Chosen time' }, ...SPANS] : SPANS}
              value={asked.from ? '' : (asked.hours ?? '24')}
              onChange={(event) => change({ hours: event.currentTarget.value, from: undefined, to: undefined })}
            />
            <Button type="submit">Run</Button>
          </Group>
        </form>
      </search>
      {isEverywhere ? (
        <Everywhere question={{ query: question.query, ...span }} />
      ) : (
        <>
          {language === 'lucene' && (
            <Histogram question={question} choose={(from, to) => change({ from, to, hours: undefined })} />
          )}
          <Loaded query={events} lines={12}>
            {({ pages }) => {
              const rows = pages.flatMap((page) => page.events)
              const table = pages[0]?.table
              if (table !== undefined)
                return (
                  <>
                    <KqlTable table={table} />
                    <LeftOut pages={pages} />
                  </>
                )
              return (
                <>
                  <Coverage pages={pages} shown={rows.length} hasMore={events.hasNextPage} />
                  {rows.length === 0 ? (
                    <Empty title="No event matches">Choose more time, or take a condition away.</Empty>
                  ) : (
                    <Table name="Events" columns={columns} rows={rows} keyOf={(row) => row.event_uid} isCard>
                      <More query={events} />
                    </Table>
                  )}
                </>
              )
            }}
          </Loaded>
        </>
      )}
      <EventDrawer
        uids={opened}
        close={() => setOpened([])}
        search={language === 'lucene' ? { ...(asked.query ? { query: asked.query } : {}), ...span } : span}
      />
    </Page>
  )
}

type Asked = {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly hours?: string | undefined
}

function spanOf({ from, to, hours }: Asked): { from: string; to: string } {
  if (from && to) return { from, to }
  const nowMs = Date.now()
  const span = Number(hours ?? 24)
  const back = span > 0 && span <= 4_464 ? span : 24
  return { from: new Date(nowMs - back * HOUR_MS).toISOString(), to: new Date(nowMs).toISOString() }
}

type CoverageProps = {
  readonly pages: readonly Pick<Schemas['EventSearchResult'], 'complete' | 'missing'>[]
  readonly shown: number
  readonly hasMore: boolean
}

/** Whether all of the time was looked at, or what was not and why. */
function Coverage({ pages, shown: count, hasMore }: CoverageProps) {
  const many = hasMore ? `${count} shown, there are more` : `${count} events`
  return (
    <Text size="sm" className="quiet" role="status">
      {many}; {leftOut(pages) ?? 'all of the time was looked at'}
    </Text>
  )
}

/** A table is of what was looked at alone. */
function LeftOut({ pages }: Pick<CoverageProps, 'pages'>) {
  const text = leftOut(pages)
  return text === null ? null : <Alert color="yellow">{text}</Alert>
}

function leftOut(pages: CoverageProps['pages']): string | null {
  const missing = pages.flatMap((page) => page.missing)
  if (missing.length === 0) return null
  return `not looked at: ${missing.map(({ from, to, reason }) => `${from} to ${to} (${reason})`).join(', ')}`
}

function Value({ event, field }: { readonly event: Found; readonly field: string }) {
  const value = event.fields[field]
  if (event.cut.includes(field)) return <span className="quiet">too long to show here</span>
  if (value === null || value === undefined || value === '') return <span className="quiet">–</span>
  return <bdi>{shown(typeof value === 'string' ? value : JSON.stringify(value), CELL_LENGTH_MAX)}</bdi>
}
