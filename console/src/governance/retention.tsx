import { count, short, when, words } from '../parts/columns.tsx'
import { Figures } from '../parts/figures.tsx'
import { Listing } from '../parts/listing.tsx'
import { counted } from '../parts/words.ts'
import { TenantSettings } from './tenant-settings.tsx'

export function Retention() {
  return (
    <>
      <TenantSettings
        name="retention"
        title="How long records are kept"
        about="Leave a field empty to use the installation's setting. A legal hold takes precedence; the audit log is kept forever."
      >
        {({ raw_events_days: events, archive_days: archive, alerts_days: alerts }) => (
          <Figures
            of={[
              { name: 'Events in the lake', value: days(events, 'setting of the installation'), note: 'after receipt' },
              { name: 'Events in the archive', value: days(archive, 'for good'), note: 'after receipt' },
              {
                name: 'Alerts',
                value: days(alerts, 'for good'),
                note: 'resolved or closed cases, from their creation',
              },
            ]}
          />
        )}
      </TenantSettings>
      <Listing<'GET /api/v1/governance/retention/runs'>
        title="Retention runs"
        list="GET /api/v1/governance/retention/runs"
        empty={{
          title: 'No runs yet',
          next: 'Each run is listed with what it removed and what a legal hold kept.',
        }}
        columns={[
          when('When', 'ran_at'),
          short('Records', 'class'),
          when('Older than', 'before'),
          count('Removed', 'removed'),
          count('Kept by a hold', 'kept'),
          words('Detail', 'detail'),
        ]}
      />
    </>
  )
}

const days = (value: number | null, otherwise: string): string =>
  value === null ? otherwise : counted(value, 'day', 'days')
