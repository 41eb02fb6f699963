/** Reports that exist, and the schedules that create and mail them. */
import { Link } from '@tanstack/react-router'
import { actions, person, State, when } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Page } from '../parts/page.tsx'
import type { Values } from '../parts/request.ts'
import { Shown } from '../parts/shown.tsx'
import type { Column } from '../parts/table.tsx'
import { receiversOf, timesOf } from './schedule-words.ts'

const kind = <T extends { readonly kind: 'soc' | 'customer' }>(): Column<T> => ({
  ...{ head: 'For', isShort: true },
  cell: (row) => (row.kind === 'soc' ? 'SOC' : 'Customer'),
})

export function ReportsPage() {
  return (
    <Page
      title="Reports"
      about="Volume, verdicts, times and targets of a period, mailed on a schedule and kept to be read and printed."
    >
      <Made />
      <Schedules />
    </Page>
  )
}

function Made() {
  return (
    <Listing<'GET /api/v1/reports'>
      title="Finished reports"
      list="GET /api/v1/reports"
      aside={
        <FormButton
          operation="POST /api/v1/reports"
          label="New report"
          submit="Create report"
          initial={{ kind: 'soc', days: 7 }}
          about="Of the last complete days, or of a calendar month. It is not mailed."
        />
      }
      empty={{ title: 'No reports yet', next: 'Create one, or schedule one.' }}
      columns={[
        {
          head: 'Report',
          cell: ({ id, title }) => (
            <Link to="/reports/$id" params={{ id }}>
              <Shown text={title} lengthMax={200} />
            </Link>
          ),
        },
        kind(),
        person('By', 'made_by'),
        when('Made', 'created_at'),
      ]}
    />
  )
}

/** A day of the week is chosen for weekly reports only. */
const unusedDay = ({ frequency }: Values) => (frequency === 'weekly' ? [] : ['weekday'])

function Schedules() {
  return (
    <Listing<'GET /api/v1/report-schedules'>
      title="Schedules"
      about="A user gets the report with the data that their role may read; other addresses get only data that every role may read."
      list="GET /api/v1/report-schedules"
      changes="POST /api/v1/report-schedules"
      aside={
        <FormButton
          operation="POST /api/v1/report-schedules"
          label="New schedule"
          submit="Save"
          initial={{ kind: 'soc', frequency: 'weekly', weekday: 1, hour: 7, time_zone: 'UTC', enabled: true }}
          hidden={unusedDay}
        />
      }
      empty={{ title: 'No schedules yet' }}
      columns={[
        { head: 'Name', cell: ({ name }) => <Shown text={name} lengthMax={120} /> },
        kind(),
        {
          head: 'When',
          isShort: true,
          cell: (row) => (
            <>
              {timesOf(row)} <span className="quiet">{row.time_zone}</span>
            </>
          ),
        },
        {
          head: 'Mailed to',
          cell: ({ user_ids: people, addresses }) =>
            receiversOf(people.length, addresses.length) || <span className="quiet">nobody</span>,
        },
        { head: 'State', isShort: true, cell: ({ enabled }) => <State of={enabled ? 'on' : 'off'} /> },
        when('Next', 'next_run_at'),
        actions((row) => (
          <>
            <FormButton
              operation="PUT /api/v1/report-schedules/{id}"
              path={{ id: row.id }}
              initial={row}
              hidden={unusedDay}
              label="Edit"
              ariaLabel={`Edit the schedule ${row.name.slice(0, 80)}`}
              submit="Save"
              variant="subtle"
            />
            <ActButton
              operation="DELETE /api/v1/report-schedules/{id}"
              path={{ id: row.id }}
              label="Delete"
              ariaLabel={`Delete the schedule ${row.name.slice(0, 80)}`}
              variant="subtle"
              confirm="It creates no further reports. Its existing reports stay."
            />
          </>
        )),
      ]}
    />
  )
}
