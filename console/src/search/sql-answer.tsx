/** Runs a statement in SQL and shows its rows, as a table and as a chart. */
import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiProblem, bodyOf, POST, type Schemas } from '../api/client.ts'
import { saveAs } from '../parts/save-as.ts'
import { shown } from '../parts/shown.tsx'
import { Failure, Waiting } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { GoesOn } from './coverage.tsx'
import { drawnOf } from './kql-drawn.ts'
import { KqlTable } from './kql-table.tsx'
import type { Statement } from './sql-statement.ts'
import { csvOfSql, type Drawing, tableOfSql } from './sql-table.ts'

const ROWS = 1_000
const ROWS_OF_FILE = 10_000
const DRAWINGS: Readonly<Record<Drawing, string>> = { none: 'Table', line: 'Line', bars: 'Bars' }

type Answer = Schemas['LakeQueryResult']
type SqlAnswerProps = {
  readonly statement: Statement
  /** Changes with each run, so that the same statement runs again. */
  readonly runs: number
}

export function SqlAnswer({ statement, runs }: SqlAnswerProps) {
  const answer = useQuery({
    queryKey: ['lake-query', statement, runs],
    queryFn: ({ signal }) => bodyOf(POST('/api/v1/lake/query', { signal, body: { ...statement, limit: ROWS } })),
    // A statement runs when a person runs it.
    ...{ retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
  })
  if (answer.error) return <SqlRefused error={answer.error} retry={() => void answer.refetch()} />
  if (answer.data === undefined) return <Waiting lines={12} />
  const { job_id: job } = answer.data
  if (job !== undefined)
    return (
      <>
        {answer.data.advice !== undefined && <Text size="sm">{answer.data.advice}</Text>}
        <GoesOn id={job}>{() => null}</GoesOn>
      </>
    )
  return <Rows answer={answer.data} statement={statement} />
}

function Rows({ answer, statement }: { readonly answer: Answer; readonly statement: Statement }) {
  const [chosen, setChosen] = useState<Drawing>('none')
  const offered = useMemo(() => drawingsOf(answer), [answer])
  const drawing = offered.includes(chosen) ? chosen : 'none'
  const table = useMemo(() => tableOfSql(answer, drawing), [answer, drawing])
  return (
    <div className="stack">
      <NotAll answer={answer} />
      {answer.advice !== undefined && (
        <Text size="sm" className="quiet" role="note">
          {answer.advice}
        </Text>
      )}
      <Group justify="space-between" gap="sm">
        {offered.length > 1 ? (
          <SegmentedControl
            size="xs"
            aria-label="Show as"
            data={offered.map((value) => ({ value, label: DRAWINGS[value] }))}
            value={drawing}
            onChange={(next) => setChosen(next as Drawing)}
          />
        ) : (
          <span />
        )}
        <SaveRows answer={answer} statement={statement} />
      </Group>
      <KqlTable table={table} />
    </div>
  )
}

/** A line needs a column of times; bars need numbers. */
function drawingsOf(answer: Answer): readonly Drawing[] {
  const line = drawnOf(tableOfSql(answer, 'line'))
  if (line === null) return ['none']
  return line.kind === 'time' ? ['none', 'line', 'bars'] : ['none', 'bars']
}

function NotAll({ answer: { missing, rows } }: { readonly answer: Answer }) {
  if (missing.length === 0) return null
  return (
    <Alert color="orange" variant="light" title="This is not all" role="status">
      {missing.map(({ reason, from, to }) => (
        <Text size="sm" key={`${reason} ${from}`}>
          {reason === 'archived' && from !== undefined && to !== undefined ? (
            <>
              <Time at={from} /> to <Time at={to} />: some of its events are in files of the archive that were not read.
            </>
          ) : reason === 'lost' && from !== undefined && to !== undefined ? (
            <>
              <Time at={from} /> to <Time at={to} />: some of its events were in files of the archive that are gone or
              damaged.
            </>
          ) : reason === 'bytes' ? (
            `The first ${rows.length.toLocaleString()} rows are as much as one answer may have: select fewer columns.`
          ) : (
            `The first ${rows.length.toLocaleString()} rows are shown, and there are more: aggregate them, or save them as CSV.`
          )}
        </Text>
      ))}
    </Alert>
  )
}

/** All rows that are here, or up to ten thousand where there are more. */
function SaveRows({ answer, statement }: { readonly answer: Answer; readonly statement: Statement }) {
  const save = useMutation({
    mutationFn: async () => {
      const isAll = !answer.missing.some(({ reason }) => reason === 'rows')
      const body = { ...statement, limit: ROWS_OF_FILE }
      const whole = isAll ? answer : await bodyOf(POST('/api/v1/lake/query', { body }))
      if (whole.job_id !== undefined)
        throw new Error('The statement needs longer than one answer may take: it goes on under Long searches.')
      saveAs(new Blob([csvOfSql(whole)], { type: 'text/csv' }), 'rows.csv')
      return { rows: whole.rows.length, isCut: whole.missing.length > 0 }
    },
  })
  if (answer.rows.length === 0) return null
  return (
    <Group gap="sm">
      {save.data?.isCut && (
        <Text size="xs" className="late" role="status">
          The file has the first {save.data.rows.toLocaleString()} rows; there are more.
        </Text>
      )}
      {save.error && <Failure error={save.error} />}
      <Button variant="default" size="xs" loading={save.isPending} onClick={() => save.mutate()}>
        Save as CSV
      </Button>
    </Group>
  )
}

function SqlRefused({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const isRefusal = error instanceof ApiProblem && [400, 403, 413, 422].includes(error.status)
  if (!isRefusal) return <Failure error={error} retry={retry} />
  return (
    <Alert color="red" variant="light" title="The statement was refused" role="alert">
      <pre>{shown(error.message, 2_000)}</pre>
    </Alert>
  )
}
