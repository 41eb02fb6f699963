import { Button, CopyButton, Group, Menu, NativeSelect, SegmentedControl, Switch } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { mayCall } from '../api/call.ts'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { LinkFaults } from '../parts/link-faults.tsx'
import { More } from '../parts/more.tsx'
import { Page } from '../parts/page.tsx'
import { QueryFromWords } from '../parts/query-from-words.tsx'
import { Empty, Failure, Waiting } from '../parts/states.tsx'
import { ColumnPicker, useColumns } from './columns.tsx'
import { Coverage, GoesOn, isUnread } from './coverage.tsx'
import { EventDrawer } from './event-drawer.tsx'
import { EventsTable } from './events-table.tsx'
import { Everywhere } from './everywhere.tsx'
import { Export } from './export-menu.tsx'
import { FieldCounts } from './field-counts.tsx'
import { Histogram } from './histogram.tsx'
import { IndicatorDialog, type IndicatorDraft } from './indicator-dialog.tsx'
import { SearchJobs } from './jobs.tsx'
import { KqlTable } from './kql-table.tsx'
import { Live } from './live.tsx'
import { type Change, placeOfJob, placeOfSaved } from './place.ts'
import { type Language, QueryBox } from './query-box.tsx'
import { Refused } from './refused.tsx'
import { SavedSearches } from './saved.tsx'
import { Sql, SqlActions } from './sql.tsx'
import { valuesIn } from './sql-parameters.tsx'
import { valuesOf } from './sql-statement.ts'
import { TimePicker } from './time-picker.tsx'
import { type Span, spanOf } from './time-span.ts'
import { Translate } from './translate.tsx'
import { type ChosenValue, ValueMenu } from './value-menu.tsx'

const PAGE_SIZE = 100
const HOUR_MS = 3_600_000
const LANGUAGES = [
  { value: 'lucene', label: 'Search' },
  { value: 'kql', label: 'KQL' },
  { value: 'sql', label: 'SQL' },
]
const PLACES = [
  { value: '', label: 'Own lake' },
  { value: 'everywhere', label: 'Every SIEM' },
]

type Question = Span & { readonly query: string; readonly language: Exclude<Language, 'sql'> }

export function SearchPage() {
  const searchParams = useSearch({ from: '/search' })
  const navigate = useNavigate({ from: '/search' })
  const isEverywhere = searchParams.where === 'everywhere'
  const language = languageOf(isEverywhere ? undefined : searchParams.language)
  const isSql = language === 'sql'
  const { from, to, hours } = searchParams
  const query = searchParams.query ?? ''
  // Running the same query again searches up to the current time.
  const [runs, setRuns] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: relative time stays what it was until the next run
  const { span, faults } = useMemo(() => spanOf({ from, to, hours }, Date.now()), [from, to, hours, query, runs])
  const columns = useColumns(searchParams.columns)
  const change = (next: Partial<typeof searchParams>) =>
    void navigate({ search: (now) => ({ ...now, ...('event' in next ? {} : { job: undefined }), ...next }) })
  const question: Question | null = isSql ? null : { query, language, ...span }
  const values = useMemo(() => valuesOf(searchParams.values), [searchParams.values])
  const run = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setRuns(runs + 1)
    const form = new FormData(event.currentTarget)
    change({ query: String(form.get('query') ?? '').trim() || undefined, values: valuesIn(form) })
  }
  return (
    <Page
      title="Search"
      about={isSql ? 'Rows of this tenant, by SQL.' : 'Events of this tenant, newest first.'}
      actions={
        question === null ? (
          <SqlActions query={query} values={searchParams.values} span={span} change={change} />
        ) : (
          !isEverywhere && <Actions question={question} columns={columns} change={change} />
        )
      }
    >
      <search>
        <form onSubmit={run}>
          <Group gap="xs" align="flex-start">
            <QueryBox query={query} language={language} span={span} values={values} />
            <SegmentedControl
              aria-label="Language"
              disabled={isEverywhere}
              data={LANGUAGES}
              value={language}
              // A query in one language is invalid in the other, so it is not run again.
              onChange={(next) =>
                change({ language: next === 'lucene' ? undefined : next, query: undefined, values: undefined })
              }
            />
            <NativeSelect
              aria-label="Where"
              disabled={isSql}
              data={PLACES}
              value={isEverywhere ? 'everywhere' : ''}
              onChange={(event) => change({ where: event.currentTarget.value || undefined })}
            />
            <TimePicker chosen={faults.length === 0 ? { from, to, hours } : {}} span={span} choose={change} />
            <Button size="sm" type="submit">
              Run
            </Button>
            {!isEverywhere && !isSql && (
              <QueryFromWords language="kql" use={(text) => change({ query: text, language: 'kql' })} />
            )}
          </Group>
        </form>
      </search>
      <LinkFaults
        faults={[
          ...faults,
          ...(['lucene', 'kql', 'sql', undefined].includes(searchParams.language)
            ? []
            : [`language=${searchParams.language}`]),
          ...([undefined, 'everywhere'].includes(searchParams.where) ? [] : [`where=${searchParams.where}`]),
        ]}
        instead="The link could not be read: showing the last 24 hours instead."
      />
      {question === null ? (
        <Sql query={query} values={values} span={span} runs={runs} job={searchParams.job} change={change} />
      ) : isEverywhere ? (
        <Everywhere question={{ query, ...span }} />
      ) : language === 'kql' && query.trim() === '' ? (
        <Empty title="Write a query in KQL">
          Start with a table, such as SecurityEvent, SigninLogs, DeviceProcessEvents or Syslog, and pipe it to
          operators.
        </Empty>
      ) : (
        <Events
          question={question}
          columns={columns}
          opened={searchParams.event}
          job={searchParams.job}
          change={change}
        />
      )}
    </Page>
  )
}

const languageOf = (text: string | undefined): Language => (text === 'kql' || text === 'sql' ? text : 'lucene')

type EventsProps = {
  readonly question: Question
  readonly columns: readonly string[]
  readonly opened: string | undefined
  /** A search that continues as a job, shown instead of running the query again. */
  readonly job: string | undefined
  readonly change: Change
}

function Events({ question, columns, opened, job, change }: EventsProps) {
  const session = useSession()
  const [chosen, setChosen] = useState<ChosenValue | null>(null)
  const [draft, setDraft] = useState<IndicatorDraft | null>(null)
  const { query, language, from, to } = question
  const isLucene = language === 'lucene'
  const search = (next: string) => change({ query: next })
  const open = (uid: string) => change({ event: uid })
  const found = useFound(question, columns, job === undefined)
  const table = (name: string, events: readonly Schemas['FoundEvent'][], children?: React.ReactNode) => (
    <EventsTable name={name} events={events} columns={columns} open={open} choose={setChosen}>
      {children}
    </EventsTable>
  )
  const [isLiveOn, setLiveOn] = useState(false)
  const isLive = isLiveOn && isLucene
  return (
    <>
      {isLucene && (
        <Switch
          label="Live"
          title="Events as they are stored, whatever the time above"
          checked={isLive}
          onChange={(event) => setLiveOn(event.currentTarget.checked)}
        />
      )}
      {isLive && (
        <Live query={query} columns={columns}>
          {(events) => events.length > 0 && table('Live events', events)}
        </Live>
      )}
      {isLucene && !isLive && (
        <Histogram question={question} choose={(begin, end) => change({ from: begin, to: end, hours: undefined })} />
      )}
      {!isLive && (
        <div className={isLucene ? 'search-results' : undefined}>
          {isLucene && <FieldCounts question={question} search={search} />}
          <div className="stack">
            {job !== undefined ? (
              <GoesOn id={job}>{(events) => table('Events', events)}</GoesOn>
            ) : found.error && found.data === undefined ? (
              <Refused error={found.error} query={query} retry={() => void found.refetch()} />
            ) : found.data === undefined ? (
              <Waiting lines={12} />
            ) : (
              <Results found={found} question={question} table={table} />
            )}
          </div>
        </div>
      )}
      <ValueMenu
        chosen={chosen}
        close={() => setChosen(null)}
        query={query}
        search={isLucene ? search : null}
        makeIndicator={mayCall(session, 'POST /api/v1/intel/iocs') ? setDraft : null}
      />
      <IndicatorDialog draft={draft} close={() => setDraft(null)} />
      <EventDrawer
        uids={useMemo(() => (opened === undefined ? [] : [opened]), [opened])}
        close={() => change({ event: undefined })}
        search={isLucene ? { ...(query === '' ? {} : { query }), from, to } : { from, to }}
      />
    </>
  )
}

type Param = { readonly cursor?: string; readonly span?: Span }

/** Pages of results; after the last one, the time that was not searched, unless a job goes on with it. */
function useFound(question: Question, columns: readonly string[], enabled: boolean) {
  return useInfiniteQuery({
    enabled,
    queryKey: ['events', question, columns],
    // A query whose result is no longer needed is aborted, so that the next one gets its slot at the lake.
    queryFn: ({ pageParam: { cursor, span }, signal }) =>
      bodyOf(
        POST('/api/v1/events/search', {
          signal,
          body: { ...question, ...span, fields: [...columns], limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) },
        }),
      ),
    initialPageParam: {} as Param,
    getNextPageParam: (page, _pages, { span }): Param | undefined => {
      if (page.next_cursor !== undefined) return { cursor: page.next_cursor, ...(span ? { span } : {}) }
      // A table covers everything that was read: more time would give a different table, not further rows of this one.
      if (page.table !== undefined) return undefined
      const [unread] = page.missing.filter(isUnread)
      return unread === undefined || page.job_id !== undefined ? undefined : { span: unread }
    },
  })
}

type ResultsProps = {
  readonly found: ReturnType<typeof useFound>
  readonly question: Question
  readonly table: (
    name: string,
    events: readonly Schemas['FoundEvent'][],
    children?: React.ReactNode,
  ) => React.ReactNode
}

function Results({ found, question, table }: ResultsProps) {
  const pages = found.data?.pages ?? []
  const last = pages.at(-1)
  const events = pages.flatMap((page) => page.events)
  const job = pages.find(({ job_id: id }) => id !== undefined)?.job_id
  const isPaged = last?.next_cursor !== undefined
  const kql = pages[0]?.table
  // The job shows its results, and reports when it finds nothing.
  const isLeftToJob = job !== undefined && kql === undefined && events.length === 0
  // A later page may have read a part that an earlier one missed; a part in the archive stays missing.
  const missing = [
    ...(last?.missing.filter(isUnread) ?? []),
    ...pages.slice(0, 1).flatMap((page) => page.missing.filter((one) => !isUnread(one))),
  ]
  return (
    <>
      <Coverage
        missing={missing}
        span={question}
        count={kql === undefined ? events.length : null}
        hasMore={isPaged}
        goOn={job === undefined && !isPaged && found.hasNextPage ? () => void found.fetchNextPage() : null}
        isGoingOn={found.isFetchingNextPage}
      />
      {found.error && <Failure error={found.error} retry={() => void found.fetchNextPage()} />}
      {kql !== undefined ? (
        <KqlTable table={kql} />
      ) : isLeftToJob ? null : events.length === 0 ? (
        <Empty
          title={missing.length === 0 ? 'No event matches' : 'No event matches in the searched part of the time range'}
        >
          Choose more time, or remove a condition.
        </Empty>
      ) : (
        table('Events', events, isPaged && <More query={found} />)
      )}
      {job !== undefined && <GoesOn id={job}>{(rest) => table('Events of the rest of the time', rest)}</GoesOn>}
    </>
  )
}

type ActionsProps = {
  readonly question: Question
  readonly columns: readonly string[]
  readonly change: Change
}

function Actions({ question, columns, change }: ActionsProps) {
  const session = useSession()
  const { query, language, from, to } = question
  const hours = Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / HOUR_MS))
  // Absolute times, so that everybody who opens the link sees the same events and columns.
  const link = `${location.origin}/search?${new URLSearchParams({
    ...{ ...(query === '' ? {} : { query }), ...(language === 'kql' ? { language } : {}), from, to },
    columns: columns.join(','),
  })}`
  return (
    <Group gap="xs">
      <SavedSearches
        current={{ query, language, hours, columns: [...columns] }}
        open={(saved) => change(placeOfSaved(saved))}
      />
      <SearchJobs open={(job) => change(placeOfJob(job))} />
      <ColumnPicker columns={columns} show={(next) => change({ columns: next?.join(',') })} />
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} title="A link to this search, with its times and columns">
            {copied ? 'Link copied' : 'Share'}
          </Button>
        )}
      </CopyButton>
      <Export question={question} columns={columns} />
      {language === 'lucene' && query !== '' && <Translate query={query} />}
      {mayCall(session, 'POST /api/v1/rules') && query !== '' && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button variant="default">Create</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item renderRoot={(props) => <Link to="/detections/new" search={{ query, language }} {...props} />}>
              A rule …
            </Menu.Item>
            <Menu.Item
              renderRoot={(props) => (
                <Link to="/hunts" search={{ make: 'hunt', query, language, hours: String(hours) }} {...props} />
              )}
            >
              A hunt …
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}
