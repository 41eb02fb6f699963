import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bodyOf, GET, type Schemas } from '../api/client.ts'
import { Severity } from '../parts/severity.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'

type Similar = Schemas['SimilarAlerts']

const SHOWN_MAX = 12
const THINGS_MAX = 14
/**
 * Height of a row in pixels, from which the ends of the lines are computed; `.thread` in style.css has the same height.
 */
const ROW = 44

/** The outcomes of similar alerts, and the alerts that share something, each with a line to the shared value. */
export function SimilarAlerts({ id }: { readonly id: string }) {
  const query = useQuery({
    queryKey: ['alert', id, 'similar'],
    queryFn: () =>
      bodyOf(GET('/api/v1/alerts/{id}/similar', { params: { path: { id }, query: { limit: SHOWN_MAX } } })),
  })
  return (
    <Loaded query={query} lines={4}>
      {(similar) => (
        <>
          <Precedents precedents={similar.of_its_kind} />
          {similar.items.length > 0 && <Threads items={similar.items} />}
        </>
      )}
    </Loaded>
  )
}

function Precedents({
  precedents: { total, is_whole: isWhole, verdicts },
}: {
  readonly precedents: Similar['of_its_kind']
}) {
  if (total === 0) return <Text size="sm">No other alert is of its kind.</Text>
  const parts = verdicts.map(({ verdict, count }) => `${count} ${verdict?.replaceAll('_', ' ') ?? 'without a verdict'}`)
  return (
    <Text size="sm" mb="sm">
      {isWhole ? total : `More than ${total}`} of its kind: {parts.join(', ')}.
    </Text>
  )
}

/** Two columns, shared values and alerts; the lines repeat the rows, so they are hidden from screen readers. */
function Threads({ items }: { readonly items: Similar['items'] }) {
  const things = mostShared(items)
  const height = Math.max(things.length, items.length) * ROW
  return (
    <div className="threads">
      <ul className="plain" aria-label="What they share">
        {things.map((thing) => (
          <li key={thing} className="thread">
            <Thing thing={thing} />
          </li>
        ))}
      </ul>
      <svg viewBox={`0 0 100 ${height}`} height={height} preserveAspectRatio="none" aria-hidden="true">
        {items.flatMap(({ alert, shared }, to) =>
          shared.flatMap((thing) => {
            const from = things.indexOf(thing)
            if (from < 0) return []
            const [y1, y2] = [(from + 0.5) * ROW, (to + 0.5) * ROW]
            return <path key={`${thing} ${alert.id}`} d={`M 0 ${y1} C 50 ${y1} 50 ${y2} 100 ${y2}`} />
          }),
        )}
      </svg>
      <ul className="plain" aria-label="Alerts that share it">
        {items.map((item) => (
          <li key={item.alert.id} className="thread">
            <Other item={item} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function mostShared(items: Similar['items']): string[] {
  const counts = new Map<string, number>()
  for (const thing of items.flatMap(({ shared }) => shared)) counts.set(thing, (counts.get(thing) ?? 0) + 1)
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, THINGS_MAX)
    .map(([thing]) => thing)
}

function Thing({ thing }: { readonly thing: string }) {
  const at = thing.indexOf(':')
  const [kind, value] = [thing.slice(0, at), thing.slice(at + 1)]
  return (
    <div className="cut">
      <Text size="xs" className="quiet" component="span" display="block">
        {kind}
      </Text>
      <Link to="/alerts" search={{ search: value.slice(0, 200), status: 'all' }} className="mono">
        <Shown text={value} lengthMax={60} />
      </Link>
    </div>
  )
}

function Other({ item: { alert, score } }: { readonly item: Similar['items'][number] }) {
  return (
    <div className="cut">
      <Link to="/alerts/$id" params={{ id: alert.id }} title={shown(alert.title, 300)}>
        <Shown text={alert.title} lengthMax={80} />
      </Link>
      <Group gap="xs" wrap="nowrap" className="quiet">
        <Severity level={alert.severity} />
        <Text size="xs">{Math.round(score * 100)} % alike</Text>
        <Text size="xs">{alert.disposition?.replaceAll('_', ' ') ?? 'no verdict'}</Text>
        <Text size="xs">
          <Time at={alert.last_seen} />
        </Text>
      </Group>
    </div>
  )
}
