import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bodyOf, GET } from '../api/client.ts'
import { More } from '../parts/more.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'

const PAGE_SIZE = 50
const DIGITS = 2

export function EntitiesPage() {
  return (
    <Page
      title="Entities"
      about="Users, hosts and addresses by what their alerts of 30 days add up to, and hours that were unlike them."
    >
      <Risks />
      <Anomalies />
    </Page>
  )
}

function Risks() {
  const query = useInfiniteQuery({
    queryKey: ['entity-risk'],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(GET('/api/v1/entity-risk', { params: { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  return (
    <Section title="At risk">
      <Loaded query={query} lines={8}>
        {({ pages }) => {
          const risks = pages.flatMap(({ items }) => items)
          if (risks.length === 0)
            return <Empty title="No entity has risk">Alerts that name users, hosts or addresses give it.</Empty>
          return (
            <Table
              name="Entities at risk"
              rows={risks}
              keyOf={({ entity, entity_type: type }) => `${type}/${entity}`}
              columns={[
                {
                  head: 'Entity',
                  cell: ({ entity }) => (
                    <Link to="/entities/$entity" params={{ entity }}>
                      <Shown text={entity} lengthMax={160} />
                    </Link>
                  ),
                },
                { head: 'Kind', isShort: true, cell: ({ entity_type: type }) => type },
                { head: 'Risk', isShort: true, cell: ({ band }) => <Severity level={band} /> },
                { head: 'Score', isNumber: true, isShort: true, cell: ({ risk_score: score }) => Math.round(score) },
                { head: 'Alerts', isNumber: true, isShort: true, cell: ({ alert_count: count }) => count },
                { head: 'Last', isShort: true, cell: ({ last_seen: at }) => <Time at={at} /> },
              ]}
            >
              <More query={query} />
            </Table>
          )
        }}
      </Loaded>
    </Section>
  )
}

function Anomalies() {
  const query = useInfiniteQuery({
    queryKey: ['anomalies'],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(GET('/api/v1/ueba/anomalies', { params: { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  return (
    <Section title="Anomalies">
      <Loaded query={query} lines={4}>
        {({ pages }) => {
          const anomalies = pages.flatMap(({ items }) => items)
          if (anomalies.length === 0)
            return (
              <Text size="sm">
                No hour was unlike its entity. A baseline says so once it knows a week of it; until then it learns.
              </Text>
            )
          return (
            <Table
              name="List of anomalies"
              rows={anomalies}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Hour', isShort: true, cell: ({ detected_at: at }) => <Time at={at} /> },
                {
                  head: 'Entity',
                  cell: ({ entity_id: entity }) => (
                    <Link to="/entities/$entity" params={{ entity }}>
                      <Shown text={entity} lengthMax={120} />
                    </Link>
                  ),
                },
                { head: 'What', isShort: true, cell: ({ metric_name: metric }) => metric.replaceAll('_', ' ') },
                { head: 'Severity', isShort: true, cell: ({ severity }) => <Severity level={severity} /> },
                {
                  head: 'Seen',
                  isNumber: true,
                  isShort: true,
                  cell: ({ observed_value: value }) => value.toLocaleString(),
                },
                {
                  head: 'Usual',
                  isNumber: true,
                  isShort: true,
                  cell: ({ baseline_mean: mean, baseline_stddev: spread }) =>
                    `${mean.toFixed(DIGITS)} ± ${spread.toFixed(DIGITS)}`,
                },
                {
                  head: 'Chance',
                  isNumber: true,
                  isShort: true,
                  cell: ({ tail_probability: chance }) => chance.toExponential(1),
                },
              ]}
            >
              <More query={query} />
            </Table>
          )
        }}
      </Loaded>
    </Section>
  )
}
