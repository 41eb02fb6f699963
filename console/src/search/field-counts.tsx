/** Values of the found events' fields, with the number of events for each; selecting one narrows the search. */
import { ActionIcon, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { Shown } from '../parts/shown.tsx'
import { Waiting } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'
import { JOB_POLL_MS } from './coverage.tsx'
import { narrowed, termOf } from './event-terms.ts'
import { NotCounted } from './refused.tsx'
import type { Span } from './time-span.ts'
import { useSearchFeed } from './use-search-feed.ts'

const FIELDS = ['severity', 'host', 'user', 'event_code', 'process_name', 'src_ip', 'source', 'domain'] as const
const SHOWN = 5
const SHOWN_ALL = 50

type Facet = Schemas['EventFacets']['facets'][number]

type FieldCountsProps = {
  readonly question: Span & { readonly query: string }
  readonly search: (query: string) => void
}

export function FieldCounts({ question, search }: FieldCountsProps) {
  const { query, from, to } = question
  const counted = useQuery({
    queryKey: ['facets', query, from, to],
    queryFn: ({ signal }) =>
      bodyOf(
        POST('/api/v1/events/facets', { signal, body: { query, from, to, fields: [...FIELDS], limit: SHOWN_ALL } }),
      ),
  })
  const job = counted.data?.job_id
  const rest = useQuery({
    queryKey: ['search-job', job, 'counts'],
    enabled: job !== undefined,
    queryFn: () =>
      bodyOf(
        GET('/api/v1/events/searches/{id}/counts', {
          params: { path: { id: job ?? '' }, query: { limit: SHOWN_ALL } },
        }),
      ),
    refetchInterval: ({ state: { data } }) => (data?.state === 'done' ? false : JOB_POLL_MS),
  })
  useSearchFeed(job ?? '', job !== undefined && rest.data?.state === 'running')
  // The job has counted more than the response once it has searched further back.
  const isFurther = rest.data !== undefined && rest.data.from < beginOf(counted.data?.missing, from)
  const facets = isFurther ? rest.data.facets : counted.data?.facets
  if (counted.error)
    return (
      <aside className="field-counts" aria-label="Fields">
        <NotCounted error={counted.error} retry={() => void counted.refetch()} />
      </aside>
    )
  return (
    <aside className="field-counts" aria-label="Fields" aria-busy={counted.isPending}>
      {counted.isPending && <Waiting lines={12} />}
      {facets?.map((facet) => (
        <Values key={facet.field} facet={facet} query={query} search={search} />
      ))}
      {counted.data?.complete === false && !(isFurther && rest.data.state === 'done') && (
        <Text size="xs" className="late" role="status">
          {isFurther && rest.data.state === 'running' ? (
            <>
              Counted back to <Time at={rest.data.from} />, and going on.
            </>
          ) : (
            'Counted over part of the time range only.'
          )}
        </Text>
      )}
    </aside>
  )
}

/** The earliest time that the first response counted. */
function beginOf(missing: Schemas['EventFacets']['missing'] | undefined, from: string): string {
  return [from, ...(missing ?? []).map(({ to }) => to)].sort().at(-1) ?? from
}

type ValuesProps = { readonly facet: Facet; readonly query: string; readonly search: (query: string) => void }

function Values({ facet: { field, values, distinct, other_events: other }, query, search }: ValuesProps) {
  const [isWhole, setWhole] = useState(false)
  const known = values.filter(({ value }) => value !== null)
  if (known.length === 0) return null
  const most = Math.max(...known.map(({ events }) => events))
  const shown = isWhole ? known : known.slice(0, SHOWN)
  const none = values.find(({ value }) => value === null)
  return (
    <section aria-label={field}>
      <Text size="xs" fw={600} component="h2" className="quiet">
        {field} <span className="count">{distinct.toLocaleString()}</span>
      </Text>
      <ul className="plain">
        {shown.map(({ value, events }) => {
          const term = termOf({ name: field, value: value ?? '' })
          return (
            <li key={value} className="field-value">
              <button
                type="button"
                disabled={term === null}
                title={`${value}: ${counted(events, 'event', 'events')}`}
                aria-label={`Filter for ${field} ${value}, ${counted(events, 'event', 'events')}`}
                onClick={() => term !== null && search(narrowed(query, term, false))}
              >
                <i ref={(bar) => void bar?.style.setProperty('width', `${(100 * events) / most}%`)} />
                <span className="cut">
                  <Shown text={value ?? ''} lengthMax={80} />
                </span>
                <span className="count">{events.toLocaleString()}</span>
              </button>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                disabled={term === null}
                aria-label={`Filter out ${field} ${value}`}
                title="Filter out"
                onClick={() => term !== null && search(narrowed(query, term, true))}
              >
                −
              </ActionIcon>
            </li>
          )
        })}
      </ul>
      {known.length > SHOWN && (
        <Button size="compact-xs" variant="subtle" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Fewer' : `${Math.min(distinct, SHOWN_ALL) - SHOWN} more`}
        </Button>
      )}
      {isWhole && (other > 0 || none !== undefined) && (
        <Text size="xs" className="quiet">
          {other > 0 && `${other.toLocaleString()} events have other values. `}
          {none && `${none.events.toLocaleString()} have none.`}
        </Text>
      )}
    </section>
  )
}
