import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bodyOf, GET } from '../api/client.ts'
import { State } from '../parts/columns.tsx'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { learningOf, type Source } from './source-habits.ts'

const PAGE_SIZE = 100

export function Sources() {
  const sources = useQuery({
    queryKey: ['sources'],
    queryFn: () => bodyOf(GET('/api/v1/sources', { params: { query: { limit: PAGE_SIZE } } })),
    refetchInterval: 60_000,
  })
  return (
    <Section title="Sources">
      <Loaded query={sources} lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No source has sent anything yet">
              <Link to="/settings" search={{ tab: 'tokens' }}>
                Make a push token
              </Link>{' '}
              or <Link to="/connectors">connect a source</Link>.
            </Empty>
          ) : (
            <SourcesOf items={items} />
          )
        }
      </Loaded>
    </Section>
  )
}

function SourcesOf({ items }: { readonly items: readonly Source[] }) {
  const learning = learningOf(items)
  const volumes: readonly Column<Source>[] = [
    {
      head: 'Usual',
      isNumber: true,
      isShort: true,
      cell: ({ volume }) => volume.usual_24h?.toLocaleString() ?? <span className="quiet">learning</span>,
    },
    {
      head: 'Volume',
      isShort: true,
      cell: ({ volume: { state } }) => <Judged state={state} alarms={['fall', 'rise']} />,
    },
  ]
  return (
    <>
      {learning !== null && (
        <Text size="sm" className="quiet" mb="xs">
          {learning}
        </Text>
      )}
      <Table
        name="List of sources"
        rows={items}
        keyOf={({ source }) => source}
        columns={[
          { head: 'Source', cell: ({ name }) => <Shown text={name} lengthMax={120} /> },
          { head: 'State', isShort: true, cell: ({ state }) => <Judged state={state} alarms={['silent', 'late']} /> },
          {
            head: 'Last event',
            isShort: true,
            cell: ({ last_event_at: at }) => (at === null ? 'none' : <Time at={at} />),
          },
          { head: 'Last 24 h', isNumber: true, isShort: true, cell: ({ volume }) => volume.last_24h.toLocaleString() },
          // Columns for the usual volume are left out while no source has one.
          ...(items.some(({ volume }) => volume.usual_24h !== null) ? volumes : []),
          { head: 'Why', cell: ({ reason }) => <Shown text={reason} lengthMax={200} /> },
        ]}
      />
    </>
  )
}

/** Unknown is not a fault: the source is too new for a comparison. */
function Judged({ state, alarms }: { readonly state: string; readonly alarms: readonly string[] }) {
  if (state === 'unknown') return <span className="quiet">learning</span>
  return alarms.includes(state) ? <State of="late" label={state} /> : <State of="active" label={state} />
}
