import { count, State, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'

const PUSHES = 'GET /api/v1/intel/misp-pushes'
const REFRESH_MS = 30_000

/** Indicators that a person confirmed go to MISP, where one is connected. */
export function MispPushes() {
  return (
    <Listing<typeof PUSHES>
      title="Pushed to MISP"
      list={PUSHES}
      refreshMs={REFRESH_MS}
      keyOf={({ indicator_id: id }) => id}
      empty={{ title: 'No pushes yet', next: 'Connect a MISP server under Feeds, and let it receive indicators.' }}
      columns={[
        when('Asked for', 'requested_at'),
        { head: 'State', isShort: true, cell: ({ state }) => <State of={state} /> },
        count('Tries', 'attempts'),
        when('Pushed', 'pushed_at', '–'),
        words('Fault', 'error'),
        { head: 'Indicator', isMono: true, cell: ({ indicator_id: id }) => id.slice(0, 8) },
      ]}
    />
  )
}
