import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayCall } from '../api/call.ts'
import { bodyOf, GET } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { State } from '../parts/columns.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { NewConnector } from './new-connector.tsx'

const LIST_MAX = 200
/** Interval for reloading while the page is open. */
const REFRESH_MS = 15_000

export function ConnectorsPage() {
  const session = useSession()
  const connectors = useQuery({
    queryKey: ['connectors'],
    queryFn: () => bodyOf(GET('/api/v1/connectors', { params: { query: { limit: LIST_MAX } } })),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Page title="Connectors" about="Sources that svc polls for events, and SIEMs that federated queries reach.">
      <Section title="Connected">
        <Loaded query={connectors} lines={6}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="Nothing is connected">
                Choose a source below. Products that push their logs need no connector.
              </Empty>
            ) : (
              <Table
                name="List of connectors"
                rows={items}
                keyOf={({ id }) => id}
                columns={[
                  {
                    head: 'Name',
                    cell: ({ id, name }) => (
                      <Link to="/connectors/$id" params={{ id }}>
                        <Shown text={name} lengthMax={120} />
                      </Link>
                    ),
                  },
                  { head: 'Source', isShort: true, cell: ({ type }) => type },
                  { head: 'State', isShort: true, cell: ({ state }) => <State of={state} /> },
                  {
                    head: 'Events',
                    isNumber: true,
                    isShort: true,
                    cell: ({ events_ingested: count }) => count ?? 'unknown',
                  },
                  {
                    head: 'Read up to',
                    isShort: true,
                    cell: ({ cursor_at: at }) => (at === null ? 'nothing yet' : <Time at={at} />),
                  },
                  {
                    head: 'Next poll',
                    isShort: true,
                    cell: ({ next_poll_at: at }) => (at === null ? '–' : <Time at={at} />),
                  },
                  {
                    head: 'Why',
                    cell: ({ state_reason: reason }) =>
                      reason === null ? null : <Shown text={reason} lengthMax={200} />,
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Section>
      {mayCall(session, 'POST /api/v1/connectors') && <NewConnector />}
    </Page>
  )
}
