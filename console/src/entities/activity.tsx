/** An entity's activity: events over time, related entities, and the first event. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { termOf } from '../search/event-terms.ts'
import { type EntityKind, entityQuery, likelySame, shortHost } from './entity-query.ts'

const DAY_MS = 86_400_000
const DAYS = 30
const DAYS_KEPT = 180
const SHOWN = 6
const LOGON = 'class_uid:3002'
const FIELDS = ['user', 'host', 'process_name', 'src_ip', 'dst_ip', 'domain', 'event_code', 'source'] as const

type Facet = Schemas['EventFacets']['facets'][number]
type ActivityProps = { readonly entity: string; readonly kind: EntityKind | null }

/** The time span ends at the next full hour, so that reopening the page uses the cached answer. */
function useDays(days: number) {
  return useMemo(() => {
    const toMs = Math.ceil(Date.now() / 3_600_000) * 3_600_000
    return { from: new Date(toMs - days * DAY_MS).toISOString(), to: new Date(toMs).toISOString() }
  }, [days])
}

export function EntityEvents({ entity, kind }: ActivityProps) {
  const query = entityQuery(entity, kind)
  const span = useDays(DAYS_KEPT)
  const days = useQuery({
    queryKey: ['entity-days', query, span],
    queryFn: () => bodyOf(POST('/api/v1/events/histogram', { body: { query, ...span, interval_seconds: 86_400 } })),
  })
  return (
    <Section
      title="Events"
      aside={
        <Link to="/search" search={{ query, hours: String(DAYS * 24) }}>
          Search for them
        </Link>
      }
    >
      <Loaded query={days} lines={3}>
        {({ buckets, events, complete }) => {
          const first = buckets.find((bucket) => bucket.events > 0)
          const last = buckets.findLast((bucket) => bucket.events > 0)
          const shown = buckets.slice(-DAYS)
          const most = Math.max(1, ...shown.map((bucket) => bucket.events))
          return (
            <>
              <Text size="sm" mb="xs">
                <b>{events.toLocaleString()}</b> events in {DAYS_KEPT} days
                {first && last && (
                  <>
                    ; first on <Day at={first.from} />, last on <Day at={last.from} />
                  </>
                )}
                {!complete && ', of the searched part of the time'}.
              </Text>
              <div className="bars" role="group" aria-label={`Events a day, ${DAYS} days`}>
                {shown.map(({ from, events: count }) => (
                  <Link
                    key={from}
                    to="/search"
                    search={{ query, from, to: new Date(Date.parse(from) + DAY_MS).toISOString() }}
                    title={`${DAY.format(new Date(from))}: ${count.toLocaleString()}`}
                    aria-label={`${DAY.format(new Date(from))}: ${count.toLocaleString()} events`}
                  >
                    <i
                      data-none={count === 0}
                      ref={(bar) => void bar?.style.setProperty('height', `${(100 * count) / most}%`)}
                    />
                  </Link>
                ))}
              </div>
              <div className="axis">
                <span>{shown[0] && <Day at={shown[0].from} />}</span>
                <span>
                  {DAYS} days, at most {most.toLocaleString()} a day
                </span>
                <span>today</span>
              </div>
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

function Day({ at }: { readonly at: string }) {
  return <time dateTime={at}>{DAY.format(new Date(at))}</time>
}

/** Entities in the same events, the most frequent first. */
export function SeenWith({ entity, kind }: ActivityProps) {
  const query = entityQuery(entity, kind)
  const span = useDays(DAYS)
  const counted = useQuery({
    queryKey: ['entity-facets', query, span],
    queryFn: () =>
      bodyOf(POST('/api/v1/events/facets', { body: { query, ...span, fields: [...FIELDS], limit: SHOWN + 1 } })),
  })
  return (
    <Section title={`Seen with, ${DAYS} days`}>
      <Loaded query={counted} lines={6}>
        {({ facets }) => {
          const others = facets
            .map((facet) => ({
              ...facet,
              values: facet.values.filter(
                ({ value }) => value !== null && value.toLowerCase() !== entity.toLowerCase(),
              ),
            }))
            .filter(({ values }) => values.length > 0)
          if (others.length === 0) return <Text size="sm">No event of {DAYS} days names it.</Text>
          return (
            <div className="cards tight-cards">
              {others.map((facet) => (
                <Values key={facet.field} facet={facet} query={query} />
              ))}
            </div>
          )
        }}
      </Loaded>
    </Section>
  )
}

const ENTITIES: ReadonlySet<string> = new Set(['user', 'host', 'src_ip', 'dst_ip'])
const WORDS: Readonly<Record<string, string>> = {
  user: 'Users',
  host: 'Hosts',
  process_name: 'Processes',
  src_ip: 'From addresses',
  dst_ip: 'To addresses',
  domain: 'Domains',
  event_code: 'Event codes',
  source: 'Sources',
}

function Values({ facet: { field, values, distinct }, query }: { readonly facet: Facet; readonly query: string }) {
  return (
    <div>
      <Text size="xs" fw={600} className="quiet" component="h3">
        {WORDS[field] ?? field}
      </Text>
      <ul className="plain seen-with">
        {values.slice(0, SHOWN).map(({ value, events }) => {
          const term = termOf({ name: field, value: value ?? '' })
          return (
            <li key={value}>
              {ENTITIES.has(field) ? (
                <Link to="/entities/$entity" params={{ entity: value ?? '' }} className="cut">
                  <Shown text={value ?? ''} lengthMax={60} />
                </Link>
              ) : (
                <span className="cut">
                  <Shown text={value ?? ''} lengthMax={60} />
                </span>
              )}
              <Link
                to="/search"
                search={{ query: term === null ? query : `(${query}) AND ${term}`, hours: String(DAYS * 24) }}
                className="count"
                aria-label={`${events} events with ${value}`}
              >
                {events.toLocaleString()}
              </Link>
            </li>
          )
        })}
      </ul>
      {distinct > values.length && (
        <Text size="xs" className="quiet">
          {distinct.toLocaleString()} in all
        </Text>
      )}
    </div>
  )
}

/** Sign-ins of the entity, with the failed ones. */
export function Logons({ entity, kind }: ActivityProps) {
  const query = `(${entityQuery(entity, kind)}) AND ${LOGON}`
  const span = useDays(DAYS)
  const counted = useQuery({
    queryKey: ['entity-logons', query, span],
    queryFn: () => bodyOf(POST('/api/v1/events/facets', { body: { query, ...span, fields: ['status_id'], limit: 5 } })),
  })
  const newest = useQuery({
    queryKey: ['entity-newest-logons', query, span],
    enabled: (counted.data?.facets[0]?.values.length ?? 0) > 0,
    queryFn: () =>
      bodyOf(
        POST('/api/v1/events/search', {
          body: {
            query,
            language: 'lucene',
            ...span,
            fields: ['host', 'user', 'target_user', 'src_ip', 'status_id'],
            limit: SHOWN,
          },
        }),
      ),
  })
  return (
    <Section
      title={`Sign-ins, ${DAYS} days`}
      aside={
        <Link to="/search" search={{ query, hours: String(DAYS * 24) }}>
          All of them
        </Link>
      }
    >
      <Loaded query={counted} lines={2}>
        {({ facets: [status] }) => {
          const of = (id: string) => status?.values.find(({ value }) => value === id)?.events ?? 0
          const all = (status?.values ?? []).reduce((sum, { events }) => sum + events, 0)
          if (all === 0) return <Text size="sm">None is known.</Text>
          return (
            <Text size="sm" mb="xs">
              <b>{all.toLocaleString()}</b>, {of('1').toLocaleString()} worked,{' '}
              <span className={of('2') > 0 ? 'late' : undefined}>{of('2').toLocaleString()} failed</span>.
            </Text>
          )
        }}
      </Loaded>
      <ul className="plain">
        {newest.data?.events.map(({ event_uid: uid, time, fields }) => (
          <li key={uid}>
            <Link to="/search" search={{ query: `event_uid:${uid}`, hours: String(DAYS * 24), event: uid }}>
              <Time at={time} />
            </Link>{' '}
            <Text span size="sm">
              <Shown text={String(fields.target_user ?? fields.user ?? '–')} lengthMax={60} />
              {fields.host ? (
                <>
                  {' '}
                  on <Shown text={String(fields.host)} lengthMax={60} />
                </>
              ) : null}
              {fields.src_ip ? <> from {String(fields.src_ip)}</> : null}
              {Number(fields.status_id) === 2 && <span className="late"> failed</span>}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** A host may appear with a short name and with its domain: its data may be under both names. */
export function SameHost({ entity, kind }: ActivityProps) {
  const short = kind === 'host' || kind === null ? shortHost(entity) : null
  const span = useDays(DAYS)
  const names = useQuery({
    queryKey: ['same-host', short, span],
    enabled: short !== null,
    queryFn: () =>
      bodyOf(
        POST('/api/v1/events/facets', {
          body: { query: `host:${short} OR host:${short}.*`, ...span, fields: ['host'], limit: 20 },
        }),
      ),
  })
  const same = likelySame(
    entity,
    (names.data?.facets[0]?.values ?? []).flatMap(({ value }) => value ?? []),
  )
  if (same.length === 0) return null
  return (
    <Text size="sm" role="status">
      Likely the same host:{' '}
      {same.map((name) => (
        <span key={name}>
          <Link to="/entities/$entity" params={{ entity: name }}>
            <Shown text={name} lengthMax={120} />
          </Link>{' '}
        </span>
      ))}
      <span className="quiet">Its events and alerts are counted under that name.</span>
    </Text>
  )
}
