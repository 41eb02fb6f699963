import { Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { bodyOf, GET, type Schemas } from '../api/client.ts'
import { may, useSession } from '../api/session.ts'
import { More } from '../parts/more.tsx'
import { Page } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { Clocks, lateOf } from './clocks.tsx'
import { NewCase } from './new-case.tsx'
import { useCaseFeed } from './use-case-feed.ts'

type Case = Schemas['Case']

const PAGE_SIZE = 100
const STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const
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
  const [isNew, setIsNew] = useState(false)
  useCaseFeed()
  const status = STATUSES.find((one) => one === searchParams.status)
  const isBoard = searchParams.view === 'board'
  const query = useInfiniteQuery({
    queryKey: ['cases', status ?? ''],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(
        GET('/api/v1/cases', {
          params: {
            query: { limit: PAGE_SIZE, ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const change = (next: Partial<typeof searchParams>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true })
  return (
    <Page
      title="Cases"
      about="What people work on, newest first. Clocks count by the hours of their policy."
      actions={may(session, 'cases:write') && <Button onClick={() => setIsNew(true)}>New case</Button>}
    >
      <Group gap="xs" component="search">
        <NativeSelect
          aria-label="Status"
          data={[
            { value: '', label: 'Every status' },
            ...STATUSES.map((value) => ({ value, label: WORDS[value] ?? value })),
          ]}
          value={status ?? ''}
          onChange={(event) => change({ status: event.currentTarget.value || undefined })}
        />
        <SegmentedControl
          aria-label="View"
          data={[
            { value: 'list', label: 'List' },
            { value: 'board', label: 'Board' },
          ]}
          value={isBoard ? 'board' : 'list'}
          onChange={(view) => change({ view: view === 'board' ? 'board' : undefined })}
        />
      </Group>
      <Loaded query={query} lines={12}>
        {({ pages }) => {
          const cases = pages.flatMap(({ items }) => items)
          if (cases.length === 0) return <Empty title="No case">Open one here, or from an alert.</Empty>
          return isBoard ? (
            <>
              <Board cases={cases} />
              <More query={query} />
            </>
          ) : (
            <Table name="List of cases" columns={COLUMNS} rows={cases} keyOf={({ id }) => id} isCard>
              <More query={query} />
            </Table>
          )
        }}
      </Loaded>
      <NewCase opened={isNew} close={() => setIsNew(false)} />
    </Page>
  )
}

const COLUMNS: readonly Column<Case>[] = [
  { head: 'Case', isShort: true, cell: ({ id, case_number: number }) => <CaseLink id={id} text={number} /> },
  { head: 'Title', cell: ({ title }) => <Shown text={title} lengthMax={200} /> },
  { head: 'Severity', isShort: true, cell: ({ severity }) => <Severity level={severity} /> },
  { head: 'Status', isShort: true, cell: ({ status }) => WORDS[status] ?? status },
  { head: 'Clocks', isShort: true, cell: (row) => <Clocks of={row} /> },
  { head: 'Opened', isShort: true, cell: ({ opened_at: at }) => <Time at={at} /> },
]

function CaseLink({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <Link to="/cases/$id" params={{ id }}>
      {text}
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
              {WORDS[status]} ({own.length})
            </Text>
            {own.map((one) => (
              <div key={one.id} className="card">
                <Group justify="space-between" gap="xs">
                  <CaseLink id={one.id} text={one.case_number} />
                  <Severity level={one.severity} />
                </Group>
                <Text size="sm">
                  <Shown text={one.title} lengthMax={120} />
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
