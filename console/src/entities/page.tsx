import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { bodyOf, GET } from '../api/client.ts'
import { Share } from '../parts/figures.tsx'
import { More } from '../parts/more.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { wordOf } from '../parts/words.ts'
import { BaselineStats, Baselines } from './baselines.tsx'
import { likelySame } from './entity-query.ts'

const PAGE_SIZE = 50
const DIGITS = 2

const KINDS = [
  { value: '', label: 'Every kind' },
  { value: 'user', label: 'Users' },
  { value: 'host', label: 'Hosts' },
  { value: 'ip', label: 'Addresses' },
] as const
type Kind = (typeof KINDS)[number]['value']

export function EntitiesPage() {
  return (
    <Page
      title="Entities"
      about="Users, hosts and addresses by the risk of their alerts of 30 days, and their anomalies."
    >
      <Tabbed
        tabs={[
          { value: 'risk', label: 'Risk', body: AtRisk },
          { value: 'usual', label: 'What is usual', reads: 'GET /api/v1/ueba/baselines', body: Usual },
        ]}
      />
    </Page>
  )
}

function AtRisk() {
  const [filter, setFilter] = useState('')
  return (
    <>
      <Find filter={filter} change={setFilter} />
      <Risks filter={filter} />
      <Anomalies />
    </>
  )
}

function Usual() {
  return (
    <>
      <BaselineStats />
      <Baselines />
    </>
  )
}

/** Filters the list while the user types; Enter opens the typed entity, even if it is not in the list. */
function Find({ filter, change }: { readonly filter: string; readonly change: (text: string) => void }) {
  const navigate = useNavigate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const entity = filter.trim()
    if (entity !== '') void navigate({ to: '/entities/$entity', params: { entity } })
  }
  return (
    <search>
      <form onSubmit={submit}>
        <Group gap="xs">
          <TextInput
            className="grow search"
            aria-label="Find an entity"
            placeholder="User, host or address; Enter opens it, even without risk"
            value={filter}
            onChange={(event) => change(event.currentTarget.value)}
            maxLength={256}
          />
          <Button type="submit" size="sm">
            Open
          </Button>
        </Group>
      </form>
    </search>
  )
}

function Risks({ filter }: { readonly filter: string }) {
  const [kind, setKind] = useState<Kind>('')
  const query = useInfiniteQuery({
    queryKey: ['entity-risk', { kind }],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(
        GET('/api/v1/entity-risk', {
          params: {
            query: { limit: PAGE_SIZE, ...(kind ? { entity_type: kind } : {}), ...(cursor ? { cursor } : {}) },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  return (
    <Section
      title="At risk"
      aside={
        <NativeSelect
          size="xs"
          aria-label="Kind"
          data={KINDS}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as Kind)}
        />
      }
    >
      <Loaded query={query} lines={8}>
        {({ pages }) => {
          const all = pages.flatMap(({ items }) => items)
          const low = filter.trim().toLowerCase()
          const risks = all.filter(({ entity }) => entity.toLowerCase().includes(low))
          const hosts = all.flatMap(({ entity, entity_type: type }) => (type === 'host' ? [entity] : []))
          if (risks.length === 0 && all.length > 0)
            return (
              <Empty title="None of these">
                None of the {all.length} entities that are listed has that in its name. Enter opens it all the same.
              </Empty>
            )
          if (risks.length === 0)
            return <Empty title="No entity has risk">Entities get risk from the alerts that name them.</Empty>
          return (
            <Table
              name="Entities at risk"
              rows={risks}
              keyOf={({ entity, entity_type: type }) => `${type}/${entity}`}
              columns={[
                {
                  head: 'Entity',
                  cell: ({ entity, entity_type: type }) => (
                    <>
                      <Link to="/entities/$entity" params={{ entity }}>
                        <Shown text={entity} lengthMax={160} />
                      </Link>
                      {type === 'host' && <AlsoAs entity={entity} hosts={hosts} />}
                    </>
                  ),
                },
                { head: 'Kind', isShort: true, cell: ({ entity_type: type }) => wordOf(type) },
                { head: 'Risk', isShort: true, cell: ({ band }) => <Severity level={band} /> },
                {
                  head: 'Score',
                  isShort: true,
                  cell: ({ risk_score: score }) => <Share of={score} total={100} label={String(Math.round(score))} />,
                },
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

/** Two names in the list that probably belong to the same host. */
function AlsoAs({ entity, hosts }: { readonly entity: string; readonly hosts: readonly string[] }) {
  const same = likelySame(entity, hosts)
  if (same.length === 0) return null
  return (
    <Text size="xs" className="quiet">
      likely the same as <Shown text={same.join(', ')} lengthMax={120} />
    </Text>
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
            return <Text size="sm">No anomalies. A baseline needs a week of events before it reports any.</Text>
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
