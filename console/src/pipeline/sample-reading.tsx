/** How each event of a sample is read: its table, class, time and entities, and what stays in its text alone. */
import { Text } from '@mantine/core'
import type { Schemas } from '../api/client.ts'
import { Shown } from '../parts/shown.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { labelOf } from '../parts/words.ts'
import { MEASURES, sumWords, tableWords } from './reading-words.ts'

type Reading = Schemas['SampleReading']
type Event = Schemas['EventReading']

/** Values that a cell shows at once; the others open. */
const VALUES_SHOWN = 4
const VALUE_CHARS = 120

export type SampleOutcome = {
  readonly now: Reading | null
  /** The reading with the table that is worked on. */
  readonly withTable: Reading | null
}

export function SampleReading({ now, withTable }: SampleOutcome) {
  const reading = withTable ?? now
  if (reading === null) return null
  return (
    <div className="stack">
      <Text size="sm" role="status">
        {withTable === null ? '' : 'With the table below: '}
        {sumWords(reading)}
        {!reading.is_whole && ` The first ${reading.events.length.toLocaleString()} are shown.`}
      </Text>
      <Measures now={now} withTable={withTable} />
      <Table name="Events of the sample" rows={reading.events} keyOf={({ line }) => String(line)} columns={COLUMNS} />
    </div>
  )
}

/** The sums as numbers, side by side where there is a table to compare. */
function Measures({ now, withTable }: SampleOutcome) {
  const columns: Column<(typeof MEASURES)[number]>[] = [
    { head: 'Of the events', cell: ({ name }) => name },
    ...(now === null ? [] : [numbers('Now', now)]),
    ...(withTable === null ? [] : [numbers('With the table', withTable)]),
  ]
  return (
    <div className="narrow">
      <Table name="How well the sample is read" rows={MEASURES} keyOf={({ name }) => name} columns={columns} />
    </div>
  )
}

const numbers = (head: string, reading: Reading): Column<(typeof MEASURES)[number]> => ({
  ...{ head, isNumber: true, isShort: true },
  cell: ({ of }) => `${of(reading).toLocaleString()} of ${reading.events_total.toLocaleString()}`,
})

const COLUMNS: readonly Column<Event>[] = [
  { head: 'Line', isNumber: true, isShort: true, cell: ({ line }) => line.toLocaleString() },
  {
    head: 'Read by',
    cell: (event) => (
      <span className={event.is_known ? undefined : 'quiet'}>{event.refused === '' ? tableWords(event) : '–'}</span>
    ),
  },
  { head: 'Event', cell: (event) => <Kind event={event} /> },
  {
    head: 'Time',
    isShort: true,
    cell: ({ time, refused }) =>
      time !== null ? (
        <Time at={time} seconds />
      ) : (
        <span className="quiet">{refused === '' ? 'that of its receipt' : '–'}</span>
      ),
  },
  {
    head: 'Entities',
    cell: ({ entities }) =>
      entities.length === 0 ? (
        <span className="quiet">none</span>
      ) : (
        <Values of={entities.map(({ name, value }) => ({ name: labelOf(name), value }))} />
      ),
  },
  {
    head: 'Not understood',
    cell: ({ not_understood: rest, refused }) =>
      rest.length > 0 ? (
        <Values of={rest.map(({ path, value }) => ({ name: path, value }))} />
      ) : (
        <span className="quiet">{refused === '' ? 'nothing' : '–'}</span>
      ),
  },
]

function Kind({ event }: { readonly event: Event }) {
  const { refused, unread, class_name: name, activity, status, message } = event
  if (refused !== '')
    return (
      <span className="late">
        Dead letter: <Shown text={refused} lengthMax={300} />
      </span>
    )
  return (
    <>
      {[name, activity, status].filter((word) => word !== '' && word !== 'Unknown').join(' · ')}
      {(unread || message) && (
        <Text size="xs" className="quiet">
          <Shown text={unread || message} lengthMax={VALUE_CHARS} />
        </Text>
      )}
    </>
  )
}

type Value = { readonly name: string; readonly value: string }

function Values({ of }: { readonly of: readonly Value[] }) {
  const [first, rest] = [of.slice(0, VALUES_SHOWN), of.slice(VALUES_SHOWN)]
  return (
    <div className="wide-cell">
      <ValueLines of={first} />
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          <ValueLines of={rest} />
        </details>
      )}
    </div>
  )
}

function ValueLines({ of }: { readonly of: readonly Value[] }) {
  return of.map(({ name, value }) => (
    <div key={`${name} ${value}`} className="named paths">
      <span className="quiet">
        <Shown text={name} lengthMax={60} />
      </span>
      <span className="mono">
        <Shown text={value} lengthMax={VALUE_CHARS} />
      </span>
    </div>
  ))
}
