import { Link } from '@tanstack/react-router'
import { State, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { Time } from '../parts/time.tsx'

const ALARMS = 'GET /api/v1/sources/alarms'
const REFRESH_MS = 60_000
const KINDS = { silent: 'silent', fall: 'volume fell', rise: 'volume rose' } as const

export function SourceAlarms() {
  return (
    <Listing<typeof ALARMS>
      title="Alarms about sources"
      about="A source is compared with its own last 28 days. Each alarm raises one alert, and ends when the source is back."
      list={ALARMS}
      refreshMs={REFRESH_MS}
      empty={{ title: 'No alarm', next: 'No source has been silent, or sent far less or more than usual.' }}
      columns={[
        { head: 'State', isShort: true, cell: ({ ended_at: end }) => <State of={end === null ? 'active' : 'over'} /> },
        words('Source', 'source'),
        { head: 'What', isShort: true, cell: ({ kind }) => KINDS[kind] },
        words('Why', 'reason'),
        when('Began', 'began_at'),
        {
          head: 'Ended',
          isShort: true,
          cell: ({ ended_at: at }) => (at === null ? <span className="late">not yet</span> : <Time at={at} />),
        },
        {
          head: 'Alert',
          isShort: true,
          cell: ({ alert_id: id }) => (
            <Link to="/alerts/$id" params={{ id }}>
              the alert
            </Link>
          ),
        },
      ]}
    />
  )
}
