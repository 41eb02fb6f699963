/** The kinds of a table as fields: what recognises each, and what it becomes. Everything else is in the text below. */
import { Button, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { type Column, Table } from '../parts/table.tsx'
import { wordOf } from '../parts/words.ts'
import { ACTIVITIES, type ClassName, SLOTS } from './table-classes.ts'
import { recognisedBy, type SourceTable } from './table-text.ts'

type Kind = SourceTable['kinds'][number]
type Row = readonly [at: number, kind: Kind]
type TableEditProps = { readonly table: SourceTable; readonly change: (table: SourceTable) => void }

const NAME_MAX = 64

export function TableEdit({ table, change }: TableEditProps) {
  const put = (at: number, kind: Kind) => change({ ...table, kinds: table.kinds.with(at, kind) })
  return (
    <div className="stack">
      <Group gap="sm">
        <TextInput
          label="Vendor"
          value={table.vendor}
          onChange={(event) => change({ ...table, vendor: event.currentTarget.value })}
          maxLength={NAME_MAX}
        />
        <TextInput
          label="Product"
          value={table.product}
          onChange={(event) => change({ ...table, product: event.currentTarget.value })}
          maxLength={NAME_MAX}
        />
      </Group>
      <Text size="sm">
        It reads the events with <span className="mono">{recognisedBy(table)}</span>.
      </Text>
      <Table
        name="Kinds of events"
        rows={[...table.kinds.entries()]}
        keyOf={([at]) => String(at)}
        columns={columnsOf(put, (at) => change({ ...table, kinds: table.kinds.toSpliced(at, 1) }))}
      />
      <Text size="xs" className="quiet">
        A name in braces takes a value: {SLOTS.map((slot) => `{${slot}}`).join(', ')}. {'{other}'} is a value that
        nobody needs, and a star lets a value contain spaces: {'{message*}'}.
      </Text>
    </div>
  )
}

function columnsOf(put: (at: number, kind: Kind) => void, remove: (at: number) => void): readonly Column<Row>[] {
  return [
    {
      head: 'Kind',
      cell: ([at, kind]) => (
        <TextInput
          size="xs"
          aria-label={`Name of kind ${at + 1}`}
          value={kind.name}
          onChange={(event) => put(at, { ...kind, name: event.currentTarget.value })}
          maxLength={NAME_MAX}
        />
      ),
    },
    { head: 'Recognised by', width: 'long', cell: ([at, kind]) => <Recognised at={at} kind={kind} put={put} /> },
    {
      head: 'Class',
      isShort: true,
      cell: ([at, kind]) => (
        <NativeSelect
          size="xs"
          aria-label={`Class of ${kind.name}`}
          data={Object.keys(ACTIVITIES).map((value) => ({ value, label: wordOf(value) }))}
          value={kind.class}
          onChange={(event) => put(at, ofClass(kind, event.currentTarget.value as ClassName))}
        />
      ),
    },
    {
      head: 'Activity',
      isShort: true,
      cell: ([at, kind]) => (
        <NativeSelect
          size="xs"
          aria-label={`Activity of ${kind.name}`}
          data={[...ACTIVITIES[kind.class]]}
          value={kind.activity}
          onChange={(event) => put(at, { ...kind, activity: event.currentTarget.value })}
        />
      ),
    },
    {
      head: 'Outcome',
      isShort: true,
      cell: ([at, kind]) => (
        <NativeSelect
          size="xs"
          aria-label={`Outcome of ${kind.name}`}
          data={[{ value: '', label: 'as the event says' }, 'success', 'failure', 'unknown']}
          value={kind.status ?? ''}
          onChange={(event) => put(at, withStatus(kind, event.currentTarget.value))}
        />
      ),
    },
    {
      ...{ head: 'Remove', isShort: true, isActions: true },
      cell: ([at, kind]) => (
        <Button variant="subtle" aria-label={`Remove ${kind.name}`} onClick={() => remove(at)}>
          Remove
        </Button>
      ),
    },
  ]
}

type RecognisedProps = { readonly at: number; readonly kind: Kind; readonly put: (at: number, kind: Kind) => void }

function Recognised({ at, kind, put }: RecognisedProps) {
  const { when, sentences } = kind
  return (
    <>
      {when && (
        <Text size="sm" className="mono">
          {when.member} is {when.is.join(' or ')}
        </Text>
      )}
      {sentences && (
        <Textarea
          size="xs"
          aria-label={`Sentences of ${kind.name}, one on each line`}
          value={sentences.join('\n')}
          onChange={(event) => put(at, { ...kind, sentences: event.currentTarget.value.split('\n') })}
          autosize
          minRows={1}
          maxRows={8}
          spellCheck={false}
          classNames={{ input: 'mono-input' }}
        />
      )}
      {!when && !sentences && <span className="quiet">every other record</span>}
    </>
  )
}

/** The first activity is the usual one of its class. */
const ofClass = (kind: Kind, name: ClassName): Kind => ({
  ...kind,
  class: name,
  activity: ACTIVITIES[name][0] ?? 'Other',
})

function withStatus({ status: _, ...kind }: Kind, status: string): Kind {
  return status === '' ? kind : { ...kind, status: status as NonNullable<Kind['status']> }
}
