/** Feeds of indicators, and the value of each feed for detection. */

import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mayCall } from '../api/call.ts'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { actions, State } from '../parts/columns.tsx'
import { durationOf } from '../parts/durations.ts'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'

type Feed = Schemas['IntelFeed']

const PAGE_SIZE = 100

export function Feeds() {
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
    <Section
      title="Feeds"
      aside={
        <FormButton
          operation="POST /api/v1/intel/feeds"
          label="Connect a feed"
          about="TAXII needs the address of its API root and the collection; MISP and OTX need a key; the others need the address of a file."
          initial={{ poll_interval: 3_600 }}
          done={() => void queries.invalidateQueries({ queryKey: ['feeds'] })}
        />
      }
    >
      {sync.error && <Failure error={sync.error} />}
      <Loaded query={feeds} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No feed is connected">
              A feed adds indicators automatically, and this page shows how many of them were correct.
            </Empty>
          ) : (
            <Table
              name="List of feeds"
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Feed', cell: ({ name }) => <Shown text={name} lengthMax={120} /> },
                { head: 'Kind', isShort: true, cell: ({ feed_type: kind }) => kind },
                { head: 'State', isShort: true, cell: ({ status }) => <State of={status} /> },
                {
                  head: 'Last',
                  isShort: true,
                  cell: ({ last_polled_at: at }) => (at === null ? 'never' : <Time at={at} />),
                },
                {
                  head: 'Fault',
                  cell: ({ error }) => (error === null ? null : <Shown text={error} lengthMax={200} />),
                },
                actions<Feed>(({ id, name, shared, is_enabled: isOn }) =>
                  mayCall(session, 'POST /api/v1/intel/feeds/{id}/sync') ? (
                    <>
                      <Button variant="subtle" onClick={() => sync.mutate(id)} aria-label={`Sync ${name.slice(0, 60)}`}>
                        Sync
                      </Button>
                      {!shared && (
                        <>
                          <ActButton
                            operation="PATCH /api/v1/intel/feeds/{id}"
                            path={{ id }}
                            body={{ is_enabled: !isOn }}
                            label={isOn ? 'Switch off' : 'Switch on'}
                            ariaLabel={`${isOn ? 'Switch off' : 'Switch on'} ${name.slice(0, 60)}`}
                            variant="subtle"
                          />
                          <ActButton
                            operation="DELETE /api/v1/intel/feeds/{id}"
                            path={{ id }}
                            label="Delete"
                            ariaLabel={`Delete ${name.slice(0, 60)}`}
                            variant="subtle"
                            confirm="It adds no more indicators. Its existing ones stay until they expire."
                          />
                        </>
                      )}
                    </>
                  ) : null,
                ),
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

/** Writes before or after instead of a negative duration. */
function leadOf(seconds: number | null): string {
  if (seconds === null) return 'not measured'
  return seconds < 0 ? `${durationOf(-seconds)} after` : `${durationOf(seconds)} before`
}

export function Values() {
  const values = useQuery({
    queryKey: ['feed values'],
    queryFn: () => bodyOf(GET('/api/v1/intel/feed-values', { params: { query: { days: 90 } } })),
  })
  return (
    <Section title="Value of sources, 90 days">
      <Loaded query={values} lines={3}>
        {({ sources, is_whole: isWhole }) =>
          sources.length === 0 ? (
            <Empty title="No indicator yet">
              Shows which source knew an indicator first, and how often it was correct.
            </Empty>
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
