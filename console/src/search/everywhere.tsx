/** Runs the same query on every connected SIEM and on svc's own lake. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { Section } from '../parts/page.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'

type Answer = Schemas['FederatedAnswer']
type Row = Answer['rows'][number] & { readonly key: string; readonly sourceName: string }

const LIMIT = 500
const FIELDS = ['host', 'user', 'process_name', 'src_ip', 'dst_ip', 'message']
const CELL_LENGTH_MAX = 160

type Question = { readonly query: string; readonly from: string; readonly to: string }

export function Everywhere({ question }: { readonly question: Question }) {
  const { query, from, to } = question
  const answer = useQuery({
    queryKey: ['federated', question],
    queryFn: () => bodyOf(POST('/api/v1/federated/query', { body: { query, time_range: { from, to }, limit: LIMIT } })),
    refetchOnWindowFocus: false,
    retry: false,
  })
  return (
    <Loaded query={answer} lines={12}>
      {(found) => (
        <>
          <Text size="sm" className="quiet" role="status">
            {found.row_count} rows;{' '}
            {found.complete ? 'complete: every source returned all of its results' : 'incomplete: see the sources'}
          </Text>
          <Sources answer={found} />
          <Rows answer={found} />
        </>
      )}
    </Loaded>
  )
}

function Sources({ answer }: { readonly answer: Answer }) {
  return (
    <Section title="Sources">
      <Table
        name="List of sources"
        rows={answer.sources}
        keyOf={({ connector_id: id }) => id ?? 'lake'}
        columns={[
          { head: 'Source', cell: ({ name }) => <Shown text={name} lengthMax={120} /> },
          { head: 'Kind', isShort: true, cell: ({ type }) => type },
          {
            head: 'Answer',
            isShort: true,
            cell: ({ verdict }) =>
              verdict === 'complete' ? 'complete' : <strong>{verdict.replaceAll('_', ' ')}</strong>,
          },
          { head: 'Rows', isNumber: true, isShort: true, cell: ({ row_count: count }) => count },
          { head: 'ms', isNumber: true, isShort: true, cell: ({ duration_ms: ms }) => ms },
          { head: 'Why', cell: ({ reasons }) => <Shown text={reasons.join('; ')} lengthMax={400} /> },
          {
            head: 'Asked',
            isMono: true,
            cell: ({ translation }) =>
              translation?.statement ? <Shown text={translation.statement} lengthMax={400} /> : null,
          },
        ]}
      />
    </Section>
  )
}

function Rows({ answer }: { readonly answer: Answer }) {
  const rows: Row[] = answer.rows.map((row, at) => ({
    ...row,
    key: String(at),
    sourceName: answer.sources[row.source]?.name ?? '',
  }))
  const columns: Column<Row>[] = [
    { head: 'Time', isShort: true, cell: ({ time }) => (time === null ? 'unknown' : <Time at={time} />) },
    { head: 'Source', isShort: true, cell: ({ sourceName }) => <Shown text={sourceName} lengthMax={60} /> },
    ...FIELDS.map((field): Column<Row> => ({ head: field, cell: ({ fields }) => <Value value={fields[field]} /> })),
    { head: 'Raw', isMono: true, cell: ({ raw }) => <Value value={raw} /> },
  ]
  if (rows.length === 0) return <Empty title="No row">Choose more time, or remove a condition.</Empty>
  return <Table name="List of rows" columns={columns} rows={rows} keyOf={({ key }) => key} isCard />
}

function Value({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined || value === '') return <span className="quiet">–</span>
  return <bdi>{shown(typeof value === 'string' ? value : JSON.stringify(value), CELL_LENGTH_MAX)}</bdi>
}
