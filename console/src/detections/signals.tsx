/** Lists the signals of a rule, also those that no alert came of. */
import { Link } from '@tanstack/react-router'
import { when } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { Shown } from '../parts/shown.tsx'
import { around } from '../search/event-terms.ts'

const SIGNALS = 'GET /api/v1/detections'
const AROUND_MINUTES = 60
const FIELDS_SHOWN = 4

export function Signals({ rule }: { readonly rule: string }) {
  return (
    <Listing<typeof SIGNALS>
      title="Signals"
      about="Each match of the rule, also where no alert came of it."
      list={SIGNALS}
      query={{ rule_id: rule }}
      empty={{ title: 'No signal', next: 'The rule has matched no event yet.' }}
      columns={[
        when('When', 'time'),
        {
          head: 'Where',
          cell: ({ host, user, src_ip: address }) => (
            <Shown text={[host, user, address].filter((one) => one).join(', ') || '–'} lengthMax={160} />
          ),
        },
        {
          head: 'Matched',
          isMono: true,
          cell: ({ matched }) => (
            <>
              {matched.slice(0, FIELDS_SHOWN).map(({ field, value }) => (
                <div key={`${field} ${value}`}>
                  <span className="quiet">{field}</span> <Shown text={value} lengthMax={160} />
                </div>
              ))}
              {matched.length > FIELDS_SHOWN && <span className="quiet">{matched.length - FIELDS_SHOWN} more</span>}
            </>
          ),
        },
        {
          head: 'Event',
          isMono: true,
          isShort: true,
          cell: ({ event_uids: [uid], time }) =>
            uid === undefined ? null : (
              <Link to="/search" search={{ query: `event_uid:${uid}`, ...around(time, AROUND_MINUTES), event: uid }}>
                {uid.slice(0, 8)}
              </Link>
            ),
        },
      ]}
    />
  )
}
