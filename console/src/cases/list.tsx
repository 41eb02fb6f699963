import { Button, Group, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import { mayCall } from '../api/call.ts'
import { bodyOf, GET, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { useReloads } from '../api/use-reloads.ts'
import { SEVERITIES } from '../parts/alert-words.ts'
import { State } from '../parts/columns.tsx'
import { More } from '../parts/more.tsx'
import { Page } from '../parts/page.tsx'
import { Person } from '../parts/person.tsx'
import { selectionColumn } from '../parts/selection-column.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { BulkBar } from './bulk.tsx'
import { Clocks, lateOf } from './clocks.tsx'
import { ExportCases } from './export.tsx'
import { type CaseFilter, casesQuery, STATUSES } from './filter.ts'
import { NewCase } from './new-case.tsx'

type Case = Schemas['Case']

const PAGE_SIZE = 100
const TAGS_MAX = 4
const WORDS: Readonly<Record<string, string>> = {
  open: 'Open',
  in_progress: 'In progress',
  resolved: 'Resolved',
  closed: 'Closed',
}

export function CasesPage() {
  const session = useSession()
  const searchParams = useSearch({ from: '/cases' })
  const navigate = useNavigate({ from: '/cases' })
  const mayWrite = mayCall(session, 'POST /api/v1/cases')
  const [isNew, setIsNew] = useState(false)
  useReloads('cases', 'cases', 'case')
  const isBoard = searchParams.view === 'board'
  const query = useCases(searchParams)
  const change = (next: Partial<CaseFilter>) => void navigate({ search: (now) => ({ ...now, ...next }), replace: true })
  const isNarrowed = Object.keys(casesQuery(searchParams)).length > 0
  return (
    <Page
      title="Cases"
      actions={
        <Group gap="xs">
          <ExportCases />
          {mayWrite && <Button onClick={() => setIsNew(true)}>New case</Button>}
        </Group>
      }
    >
      <Filters filter={searchParams} change={change} />
      <Loaded query={query} lines={12}>
        {({ pages }) => {
          const cases = pages.flatMap(({ items }) => items)
          if (cases.length === 0)
            return isNarrowed ? (
              <Empty title="No case matches">Remove a filter to see more.</Empty>
            ) : (
              <Empty title="No case">Open one here, or from an alert.</Empty>
            )
          return isBoard ? (
            <>
              <Board cases={cases} />
              <More query={query} />
            </>
          ) : (
            <CaseTable cases={cases} canChange={mayWrite}>
              <More query={query} />
            </CaseTable>
          )
        }}
      </Loaded>
      <NewCase opened={isNew} close={() => setIsNew(false)} />
    </Page>
  )
}

type CaseTableProps = {
  readonly cases: readonly Case[]
  readonly canChange: boolean
  readonly children: ReactNode
}

/** The list, with boxes to choose cases for one change. A case that a new list does not have is no longer chosen. */
function CaseTable({ cases, canChange, children }: CaseTableProps) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = cases.filter(({ id }) => ids.has(id))
  const boxes = selectionColumn({
    ...{ rows: cases, chosen: ids, choose: setIds },
    keyOf: ({ id }) => id,
    nameOf: ({ case_number: number }) => number,
  })
  return (
    <>
      <BulkBar chosen={chosen} clear={() => setIds(new Set())} />
      <Table
        name="List of cases"
        columns={canChange ? [boxes, ...COLUMNS] : COLUMNS}
        rows={cases}
        keyOf={({ id }) => id}
        isCard
      >
        {children}
      </Table>
    </>
  )
}

/** One key asks again only when the filter changes, and not when the view does. */
function useCases(filter: CaseFilter) {
  const wanted = casesQuery(filter)
  return useInfiniteQuery({
    queryKey: ['cases', wanted],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(
        GET('/api/v1/cases', {
          params: { query: { limit: PAGE_SIZE, ...wanted, ...(cursor ? { cursor } : {}) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
}

type FiltersProps = { readonly filter: CaseFilter; readonly change: (next: Partial<CaseFilter>) => void }

function Filters({ filter, change }: FiltersProps) {
  const [words, setWords] = useState(filter.search ?? '')
  return (
    <Group gap="xs" component="search">
      <form
        className="grow room"
        onSubmit={(event) => {
          event.preventDefault()
          change({ search: words.trim() || undefined })
        }}
      >
        <TextInput
          aria-label="Search cases"
          placeholder="Title, number, description … then Enter"
          value={words}
          maxLength={200}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </form>
      <NativeSelect
        aria-label="Status"
        data={[
          { value: '', label: 'Every status' },
          ...STATUSES.map((value) => ({ value, label: WORDS[value] ?? value })),
        ]}
        value={filter.status ?? ''}
        onChange={(event) => change({ status: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label="Severity"
        data={[{ value: '', label: 'Every severity' }, ...SEVERITIES.map((value) => ({ value, label: value }))]}
        value={filter.severity ?? ''}
        onChange={(event) => change({ severity: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label="Owner"
        data={[
          { value: '', label: 'Every owner' },
          { value: 'me', label: 'Mine' },
          { value: 'nobody', label: 'Unassigned' },
        ]}
        value={filter.owner ?? ''}
        onChange={(event) => change({ owner: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label="SLA"
        data={[
          { value: '', label: 'Any SLA state' },
          { value: 'yes', label: 'SLA breached' },
        ]}
        value={filter.late ?? ''}
        onChange={(event) => change({ late: event.currentTarget.value || undefined })}
      />
      <SegmentedControl
        aria-label="View"
        data={[
          { value: 'list', label: 'List' },
          { value: 'board', label: 'Board' },
        ]}
        value={filter.view === 'board' ? 'board' : 'list'}
        onChange={(view) => change({ view: view === 'board' ? 'board' : undefined })}
      />
    </Group>
  )
}

const COLUMNS: readonly Column<Case>[] = [
  { head: 'Case', isShort: true, cell: ({ id, case_number: number }) => <CaseLink id={id}>{number}</CaseLink> },
  { head: 'Severity', isShort: true, cell: ({ severity }) => <Severity level={severity} /> },
  {
    head: 'Title',
    isName: true,
    width: 'long',
    cell: ({ id, title, tags }) => (
      <>
        <CaseLink id={id}>
          <Shown text={title} lengthMax={200} />
        </CaseLink>
        {tags.slice(0, TAGS_MAX).map((tag) => (
          <Fragment key={tag}>
            {' '}
            <span className="tag">
              <Shown text={tag} lengthMax={40} />
            </span>
          </Fragment>
        ))}
        {tags.length > TAGS_MAX && <span className="quiet"> +{tags.length - TAGS_MAX}</span>}
      </>
    ),
  },
  { head: 'Status', isShort: true, cell: ({ status }) => <State of={status} /> },
  { head: 'Owner', isShort: true, cell: ({ assignee_id: id }) => <Person id={id} nobody="unassigned" /> },
  { head: 'Clocks', isShort: true, cell: (row) => <Clocks of={row} /> },
  { head: 'Opened', isShort: true, cell: ({ opened_at: at }) => <Time at={at} /> },
  { head: 'Changed', isShort: true, cell: ({ updated_at: at }) => <Time at={at} /> },
]

function CaseLink({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <Link to="/cases/$id" params={{ id }}>
      {children}
    </Link>
  )
}

/** A column for each state. Moving a case happens on its page, which asks for a reason if one is needed. */
function Board({ cases }: { readonly cases: readonly Case[] }) {
  return (
    <div className="board">
      {STATUSES.map((status) => {
        const own = cases.filter((one) => one.status === status)
        return (
          <section key={status} aria-label={WORDS[status] ?? status}>
            <Text fw={600} size="sm" mb="xs">
              {WORDS[status]} <span className="quiet">{own.length}</span>
            </Text>
            {own.length === 0 && (
              <Text size="xs" className="quiet">
                None
              </Text>
            )}
            {own.map((one) => (
              <div key={one.id} className="card">
                <Group justify="space-between" gap="xs">
                  <Text size="xs" className="quiet" component="span">
                    {one.case_number}
                  </Text>
                  <Severity level={one.severity} />
                </Group>
                <Text size="sm" my={2}>
                  <CaseLink id={one.id}>
                    <Shown text={one.title} lengthMax={120} />
                  </CaseLink>
                </Text>
                <Text size="xs" className="quiet">
                  <Person id={one.assignee_id} nobody="unassigned" />
                </Text>
                {lateOf(one).length > 0 && <span className="late">{lateOf(one).join(', ')} late</span>}
              </div>
            ))}
          </section>
        )
      })}
    </div>
  )
}
