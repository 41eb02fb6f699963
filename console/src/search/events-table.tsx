import type { MouseEvent } from 'react'
import type { Schemas } from '../api/client.ts'
import { type ColumnWidth, columnWidth } from '../parts/column-width.ts'
import { Scrolls } from '../parts/scrolls.tsx'
import { Severity } from '../parts/severity.tsx'
import { shown } from '../parts/shown.tsx'
import { Time } from '../parts/time.tsx'
import type { ChosenValue } from './value-menu.tsx'

type Found = Schemas['FoundEvent']

const CELL_LENGTH_MAX = 160

type EventsTableProps = {
  readonly name: string
  readonly events: readonly Found[]
  readonly columns: readonly string[]
  readonly open: (uid: string) => void
  readonly choose: (value: ChosenValue) => void
  readonly children?: React.ReactNode
}

/** One row for each event. Its time opens the event, and a value opens a menu of actions. */
export function EventsTable({ name, events, columns, open, choose, children }: EventsTableProps) {
  const fields = columns.filter((field) => field !== 'time')
  const widths = new Map(fields.map((field) => [field, widthOf(field, events)]))
  return (
    <Scrolls name={name} isCard>
      <table className="table events">
        <thead>
          <tr>
            <th>Time</th>
            {fields.map((field) => (
              <th key={field} data-width={widths.get(field)}>
                {field}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.event_uid}>
              <td className="nowrap">
                <button
                  type="button"
                  className="as-link"
                  onClick={() => open(event.event_uid)}
                  aria-label={`Open event ${event.event_uid}`}
                >
                  <Time at={event.time} seconds />
                </button>
              </td>
              {fields.map((field) => (
                <td key={field} className={field === 'severity' ? 'nowrap' : undefined} data-width={widths.get(field)}>
                  <Value event={event} field={field} choose={choose} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </Scrolls>
  )
}

function widthOf(field: string, events: readonly Found[]): ColumnWidth {
  return columnWidth(
    events.map(({ fields: { [field]: value } }) => Math.min(String(value ?? '').length, CELL_LENGTH_MAX)),
  )
}

type ValueProps = Pick<EventsTableProps, 'choose'> & { readonly event: Found; readonly field: string }

function Value({ event, field, choose }: ValueProps) {
  const value = event.fields[field]
  if (event.cut.includes(field))
    return typeof value === 'string' ? (
      <bdi title="The beginning of a long text; the event has all of it">{shown(value, CELL_LENGTH_MAX)}</bdi>
    ) : (
      <span className="quiet">too long to show here</span>
    )
  if (value === null || value === undefined || value === '') return <span className="quiet">–</span>
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const pick = ({ currentTarget }: MouseEvent) => {
    const { left, bottom } = currentTarget.getBoundingClientRect()
    choose({ field, value: text, eventUid: event.event_uid, left, top: bottom })
  }
  return (
    <button type="button" className="value" onClick={pick} title={`What to do with this ${field}`}>
      {field === 'severity' ? <Severity level={text} /> : <bdi>{shown(text, CELL_LENGTH_MAX)}</bdi>}
    </button>
  )
}
