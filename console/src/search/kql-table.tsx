import { Text } from '@mantine/core'
import type { Schemas } from '../api/client.ts'
import { columnWidth } from '../parts/column-width.ts'
import { lengthOfValue, momentOfText } from '../parts/moment.ts'
import { shown } from '../parts/shown.tsx'
import { Empty } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'
import { KqlChart } from './kql-chart.tsx'

const CELL_LENGTH_MAX = 160
/** Maximum number of rows on the page; the response has the full number. */
const ROWS_SHOWN_MAX = 1_000
const NUMBERS = new Set(['int', 'long', 'real', 'decimal'])

type Answer = Schemas['KqlTable']
type Row = { readonly at: number; readonly cells: readonly unknown[] }

/** Rows of a KQL query that does more than select events. */
export function KqlTable({ table }: { readonly table: Answer }) {
  const rows = table.rows.slice(0, ROWS_SHOWN_MAX).map((cells, at): Row => ({ at, cells }))
  const columns = table.columns.map(({ name, type }, at): Column<Row> => {
    return {
      head: name,
      isNumber: NUMBERS.has(type),
      isShort: type === 'datetime',
      width: columnWidth(rows.map(({ cells }) => Math.min(lengthOfValue(cells[at]), CELL_LENGTH_MAX))),
      cell: ({ cells }) => <Cell value={cells[at]} />,
    }
  })
  const many =
    rows.length < table.rows_in_all
      ? `${rows.length} of ${table.rows_in_all} rows shown`
      : counted(rows.length, 'row', 'rows')
  const read = table.reads.map(({ table: name, events, scanned }) => `${name}: ${events} of ${scanned} events`)
  return (
    <>
      <Text size="sm" className="quiet" role="status">
        {[many, ...read].join('; ')}
      </Text>
      <KqlChart table={table} />
      {rows.length === 0 ? (
        <Empty title="The query gives no rows">Choose more time, or remove a condition.</Empty>
      ) : (
        <Table name="Rows" columns={columns} rows={rows} keyOf={({ at }) => String(at)} isCard isGrid />
      )}
    </>
  )
}

function Cell({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined || value === '') return <span className="quiet">–</span>
  const moment = momentOfText(value)
  if (moment !== null) return <Time at={moment} seconds />
  return <bdi>{shown(typeof value === 'string' ? value : JSON.stringify(value), CELL_LENGTH_MAX)}</bdi>
}
