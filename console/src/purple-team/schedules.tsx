/** Scheduled tests, the results of each round, and tests that are no longer detected. */
import { actions, count, mono, State, short, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Time } from '../parts/time.tsx'

/** A round goes on while the page is open: its figures come without a reload. */
const ROUND_MS = 10_000

export function Schedules() {
  return (
    <>
      <Listing<'GET /api/v1/purple-team/alarms'>
        title="No longer detected"
        about="Tests that were detected last time and are missed now. An alarm ends when the test is detected again; people who chose coverage drift are notified."
        list="GET /api/v1/purple-team/alarms"
        refreshMs={ROUND_MS}
        empty={{ title: 'No lost detections' }}
        columns={[
          {
            head: 'State',
            isShort: true,
            cell: ({ resolved_at: at }) => <State of={at === null ? 'missed' : 'detected'} />,
          },
          mono('Technique', 'technique_id'),
          words('What', 'title'),
          when('Since', 'raised_at'),
          when('Over', 'resolved_at', 'not yet'),
        ]}
      />
      <Listing<'GET /api/v1/purple-team/schedules'>
        title="Schedules"
        list="GET /api/v1/purple-team/schedules"
        changes="POST /api/v1/purple-team/schedules"
        aside={
          <FormButton
            operation="POST /api/v1/purple-team/schedules"
            label="New schedule"
            about="The first round begins at once. Without tests it is the whole catalogue."
          />
        }
        empty={{ title: 'No scheduled tests' }}
        columns={[
          words('Name', 'name'),
          { head: 'Tests', isShort: true, cell: ({ test_ids: ids }) => (ids.length === 0 ? 'all' : ids.length) },
          short('Mode', 'mode'),
          { head: 'Every', isShort: true, cell: ({ every_hours: hours }) => `${hours} h` },
          {
            head: 'Next',
            isShort: true,
            cell: ({ enabled, next_at: at }) =>
              enabled ? <Time at={at} /> : <span className="quiet">switched off</span>,
          },
          actions(({ id, created_by: _by, created_at: _at, next_at: _next, ...row }) => (
            <>
              <ActButton
                operation="PUT /api/v1/purple-team/schedules/{schedule_id}"
                path={{ schedule_id: id }}
                body={{ ...row, enabled: !row.enabled }}
                label={row.enabled ? 'Switch off' : 'Switch on'}
                ariaLabel={`${row.enabled ? 'Switch off' : 'Switch on'} ${row.name.slice(0, 80)}`}
                variant="subtle"
              />
              <ActButton
                operation="DELETE /api/v1/purple-team/schedules/{schedule_id}"
                path={{ schedule_id: id }}
                label="Delete"
                ariaLabel={`Delete ${row.name.slice(0, 80)}`}
                confirm="Its past rounds stay."
                variant="subtle"
              />
            </>
          )),
        ]}
      />
      <Listing<'GET /api/v1/purple-team/rounds'>
        title="Rounds"
        list="GET /api/v1/purple-team/rounds"
        refreshMs={ROUND_MS}
        empty={{ title: 'No round yet', next: 'The first round of a schedule begins within a minute.' }}
        columns={[
          when('Begun', 'started_at'),
          words('Schedule', 'name'),
          short('Mode', 'mode'),
          count('Tests', 'tests'),
          count('Detected', 'detected'),
          count('Missed', 'missed'),
          count('Unknown', 'unknown'),
          when('Ended', 'ended_at', 'goes on'),
        ]}
      />
    </>
  )
}
