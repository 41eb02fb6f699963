import { Button, Group, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bodyOf, GET, PATCH, POST, type Schemas } from '../api/client.ts'
import { may, useSession } from '../api/session.ts'
import { durationOf } from '../parts/durations.ts'
import { More } from '../parts/more.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { BulkCheck } from './bulk-check.tsx'
import { Sandboxes } from './sandboxes.tsx'
import { Sightings } from './sightings.tsx'
import { WarningLists } from './warning-lists.tsx'

const PAGE_SIZE = 100

export function IntelPage() {
  return (
    <Page title="Intel" about="Indicators that events are matched against, and the feeds that bring them.">
      <LookUp />
      <BulkCheck />
      <Indicators />
      <WarningLists />
      <Sightings />
      <Feeds />
      <Values />
      <Sandboxes />
    </Page>
  )
}

type Kind = Schemas['Ioc']['ioc_type']

/** Guesses the kind from the shape of a value; the API refuses a wrong one. */
function kindOf(value: string): Kind {
  if (/^[0-9a-f]{32}$/i.test(value)) return 'md5' as Kind
  if (/^[0-9a-f]{40}$/i.test(value)) return 'sha1' as Kind
  if (/^[0-9a-f]{64}$/i.test(value)) return 'sha256' as Kind
  if (/^https?:\/\//i.test(value)) return 'url' as Kind
  if (value.includes('@')) return 'email' as Kind
  return (/^[\d.]+$/.test(value) || value.includes(':') ? 'ip' : 'domain') as Kind
}

function LookUp() {
  const [value, setValue] = useState('')
  const found = useMutation({
    mutationFn: (text: string) =>
      bodyOf(POST('/api/v1/intel/enrich', { body: { indicators: [{ type: kindOf(text), value: text }] } })),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim()) found.mutate(value.trim())
  }
  return (
    <Section title="Was it ever here">
      <form onSubmit={submit}>
        <Group gap="xs">
          <TextInput
            className="grow"
            aria-label="Value"
            placeholder="Address, domain, URL, hash or mail address"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            maxLength={2048}
          />
          <Button type="submit" loading={found.isPending}>
            Look up
          </Button>
        </Group>
      </form>
      {found.error && <Failure error={found.error} />}
      {found.data && <pre>{shown(JSON.stringify(found.data, null, 2), 20_000)}</pre>}
    </Section>
  )
}

function Indicators() {
  const session = useSession()
  const queries = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: ['iocs'],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(GET('/api/v1/intel/iocs', { params: { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const mark = useMutation({
    mutationFn: ({ id, isWrong }: { id: string; isWrong: boolean }) =>
      bodyOf(PATCH('/api/v1/intel/iocs/{id}', { params: { path: { id } }, body: { false_positive: isWrong } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['iocs'] }),
  })
  return (
    <Section title="Indicators">
      {mark.error && <Failure error={mark.error} />}
      <Loaded query={query} lines={8}>
        {({ pages }) => {
          const iocs = pages.flatMap(({ items }) => items)
          if (iocs.length === 0)
            return <Empty title="No indicator">Import a file with svc intel import, or let a feed bring them.</Empty>
          return (
            <Table
              name="List of indicators"
              rows={iocs}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Kind', isShort: true, cell: ({ ioc_type: kind }) => kind },
                { head: 'Value', isMono: true, cell: ({ value }) => <Shown text={value} lengthMax={200} /> },
                { head: 'Severity', isShort: true, cell: ({ severity }) => <Severity level={severity} /> },
                { head: 'Confidence', isNumber: true, isShort: true, cell: ({ confidence }) => confidence },
                { head: 'From', cell: ({ source }) => <Shown text={source} lengthMax={80} /> },
                {
                  head: 'Until',
                  isShort: true,
                  cell: ({ expires_at: until }) => (until === null ? '–' : <Time at={until} />),
                },
                {
                  head: 'State',
                  isShort: true,
                  cell: ({ is_active: isActive, false_positive: isWrong }) =>
                    isWrong ? 'false positive' : isActive ? 'active' : 'off',
                },
                {
                  head: 'Do',
                  isShort: true,
                  cell: ({ id, value, false_positive: isWrong }) =>
                    may(session, 'threat_intel:write') ? (
                      <Button
                        variant="subtle"
                        onClick={() => mark.mutate({ id, isWrong: !isWrong })}
                        aria-label={`${isWrong ? 'Use again' : 'False positive'}: ${value.slice(0, 60)}`}
                      >
                        {isWrong ? 'Use again' : 'False positive'}
                      </Button>
                    ) : null,
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

function Feeds() {
  const session = useSession()
  const queries = useQueryClient()
  const feeds = useQuery({
    queryKey: ['feeds'],
    queryFn: () => bodyOf(GET('/api/v1/intel/feeds', { params: { query: { limit: PAGE_SIZE } } })),
  })
  const sync = useMutation({
    mutationFn: (id: string) => bodyOf(POST('/api/v1/intel/feeds/{id}/sync', { params: { path: { id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['feeds'] }),
  })
  return (
    <Section title="Feeds">
      {sync.error && <Failure error={sync.error} />}
      <Loaded query={feeds} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">No feed is connected.</Text>
          ) : (
            <Table
              name="List of feeds"
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Feed', cell: ({ name }) => <Shown text={name} lengthMax={120} /> },
                { head: 'Kind', isShort: true, cell: ({ feed_type: kind }) => kind },
                { head: 'State', isShort: true, cell: ({ status }) => status },
                {
                  head: 'Last',
                  isShort: true,
                  cell: ({ last_polled_at: at }) => (at === null ? 'never' : <Time at={at} />),
                },
                {
                  head: 'Fault',
                  cell: ({ error }) => (error === null ? null : <Shown text={error} lengthMax={200} />),
                },
                {
                  head: 'Do',
                  isShort: true,
                  cell: ({ id, name }) =>
                    may(session, 'threat_intel:write') ? (
                      <Button variant="subtle" onClick={() => sync.mutate(id)} aria-label={`Sync ${name.slice(0, 60)}`}>
                        Sync
                      </Button>
                    ) : null,
                },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

/** Says before or after, and not a duration below nothing. */
function leadOf(seconds: number | null): string {
  if (seconds === null) return 'not measured'
  return seconds < 0 ? `${durationOf(-seconds)} after` : `${durationOf(seconds)} before`
}

function Values() {
  const values = useQuery({
    queryKey: ['feed values'],
    queryFn: () => bodyOf(GET('/api/v1/intel/feed-values', { params: { query: { days: 90 } } })),
  })
  return (
    <Section title="Value of sources, 90 days">
      <Loaded query={values} lines={3}>
        {({ sources, is_whole: isWhole }) =>
          sources.length === 0 ? (
            <Text size="sm">There are no indicators.</Text>
          ) : (
            <>
              <Table
                name="Value of sources"
                rows={sources}
                keyOf={({ source }) => source}
                columns={[
                  { head: 'Source', cell: ({ source }) => <Shown text={source} lengthMax={120} /> },
                  { head: 'Indicators', isNumber: true, cell: ({ indicators }) => indicators },
                  { head: 'Unique', isNumber: true, cell: ({ unique_indicators: unique }) => unique },
                  { head: 'Alerts', isNumber: true, cell: ({ alerts }) => alerts },
                  { head: 'Confirmed', isNumber: true, cell: ({ confirmed }) => confirmed },
                  { head: 'Refuted', isNumber: true, cell: ({ refuted }) => refuted },
                  { head: 'Known', isShort: true, cell: ({ lead_seconds: lead }) => leadOf(lead) },
                ]}
              />
              {!isWhole && <Text size="sm">There were more alerts; the newest 20,000 are counted.</Text>}
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
