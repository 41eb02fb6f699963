/** A table of a source as rows: how its events are recognised, and what each kind becomes. */
import { Text } from '@mantine/core'
import { mono } from '../parts/columns.tsx'
import { Shown } from '../parts/shown.tsx'
import { Table } from '../parts/table.tsx'
import { labelOf, wordOf } from '../parts/words.ts'
import { recognisedBy, type SourceTable } from './table-text.ts'

export function TableView({ table }: { readonly table: SourceTable }) {
  const rows = Object.entries(table.rows).map(([slot, path]) => ({ slot, path: String(path) }))
  return (
    <div className="stack">
      <Text size="sm">
        <b>
          <Shown text={`${table.vendor} ${table.product}`} lengthMax={140} />
        </b>{' '}
        reads the events with <Shown text={recognisedBy(table)} lengthMax={400} />.
      </Text>
      {rows.length > 0 && (
        <Table
          name="Values of every record"
          rows={rows}
          keyOf={({ slot }) => slot}
          columns={[
            { head: 'Column', isShort: true, cell: ({ slot }) => labelOf(slot) },
            mono('From the member', 'path'),
          ]}
        />
      )}
      <Table
        name="Kinds of events"
        rows={[...table.kinds.entries()]}
        keyOf={([at]) => String(at)}
        columns={[
          { head: 'Kind', cell: ([, { name }]) => <Shown text={name} lengthMax={80} /> },
          { head: 'Recognised by', isMono: true, cell: ([, kind]) => <Recognised kind={kind} /> },
          { head: 'Class', isShort: true, cell: ([, { class: name }]) => wordOf(name) },
          { head: 'Activity', isShort: true, cell: ([, { activity }]) => activity },
          {
            head: 'Outcome',
            isShort: true,
            cell: ([, { status }]) => status ?? <span className="quiet">as the event says</span>,
          },
        ]}
      />
    </div>
  )
}

function Recognised({ kind: { when, sentences = [] } }: { readonly kind: SourceTable['kinds'][number] }) {
  return (
    <>
      {when && <Shown text={`${when.member} is ${when.is.join(' or ')}`} lengthMax={300} />}
      {sentences.map((sentence) => (
        <div key={sentence}>
          <Shown text={sentence} lengthMax={520} />
        </div>
      ))}
      {!when && sentences.length === 0 && <span className="quiet">every other record</span>}
    </>
  )
}
