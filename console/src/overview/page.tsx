import { SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react'
import { type AlertFilter, apiQuery, OPEN } from '../alerts/filter.ts'
import { mayCall } from '../api/call.ts'
import { bodyOf, GET, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { SEVERITIES } from '../parts/alert-words.ts'
import { Chart } from '../parts/chart.tsx'
import { Page, Section } from '../parts/page.tsx'
import { usePreference } from '../parts/preferences.ts'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded, NotPermitted } from '../parts/states.tsx'
import { Age } from '../parts/time.tsx'
import { WaitingHandover } from '../sla/waiting-handover.tsx'
import { FirstRun, useTotals } from './first-run.tsx'

const PERIODS = { '24h': 24, '7d': 168, '30d': 720 } as const
type Period = keyof typeof PERIODS
const RULES_MAX = 8
const NEXT_MAX = 6
/** Figures of the first row. */
const FIGURES = 7
const HOUR_MS = 3_600_000
/** A single day shows no trend. */
const TREND_HOURS_MIN = 168

export function OverviewPage() {
  const [period, setPeriod] = useState<Period>('24h')
  const session = useSession()
  if (!mayCall(session, 'GET /api/v1/alerts')) return <NotPermitted what="your role does not read alerts" />
  return (
    <Page
      title="Overview"
      about="Work that needs a person now, of any age. Each figure opens its list."
      actions={
        <SegmentedControl
          aria-label="Period"
          size="xs"
          data={Object.keys(PERIODS)}
          value={period}
          onChange={(value) => setPeriod(value as Period)}
        />
      }
    >
      <FirstRun />
      <WaitingHandover />
      <Figures period={period} />
      <div className={mayCall(session, 'GET /api/v1/detections/stats') ? 'two' : 'stack'}>
        <div className="stack">
          <Next />
          <Trend hours={Math.max(TREND_HOURS_MIN, PERIODS[period])} />
        </div>
        {mayCall(session, 'GET /api/v1/detections/stats') && <Rules hours={PERIODS[period]} />}
      </div>
    </Page>
  )
}

const OPEN_ONES: AlertFilter = { status: OPEN }
const UNASSIGNED: AlertFilter = { status: OPEN, owner: 'nobody' }
const UNDECIDED: AlertFilter = { status: 'all', verdict: 'no' }

/** Counted with the same query as the list behind the figure, so that both agree. */
function useCounts(filter: AlertFilter) {
  const query = { ...apiQuery(filter, Date.now()), limit: 1 }
  return useQuery({
    queryKey: ['alert-stats', query],
    queryFn: async () => (await bodyOf(GET('/api/v1/alerts', { params: { query } }))).facets,
  })
}

function Figures({ period }: { readonly period: Period }) {
  const open = useCounts(OPEN_ONES)
  const all = useTotals()
  const undecided = useCounts(UNDECIDED)
  return (
    <Loaded query={open} lines={2}>
      {({ total, by_severity: by }) => (
        <div className="stats" style={{ '--per-row': FIGURES } as CSSProperties}>
          <Figure name="Open" value={total} search={OPEN_ONES} />
          {SEVERITIES.slice(0, 3).map((severity) => (
            <Figure
              key={severity}
              name={<Severity level={severity} />}
              value={by[severity] ?? 0}
              search={{ severity, status: OPEN }}
            />
          ))}
          <Figure name="Unassigned" value={all.data?.unassigned ?? null} search={UNASSIGNED} />
          <Figure name="Without a verdict" value={undecided.data?.total ?? null} search={UNDECIDED} />
          <TimeToResolve period={period} />
        </div>
      )}
    </Loaded>
  )
}

function TimeToResolve({ period }: { readonly period: Period }) {
  const stats = useQuery({
    queryKey: ['alert-stats', period],
    queryFn: () => bodyOf(GET('/api/v1/alerts/stats', { params: { query: { period } } })),
  })
  const seconds = stats.data?.mean_seconds_to_resolve ?? null
  return (
    <div className="card stat">
      <span className="quiet" title={`Mean of ${period}`}>
        Time to resolve
      </span>
      <b className={seconds === null ? 'in-words' : undefined}>
        {seconds === null ? 'not measured' : `${Math.round(seconds / 60).toLocaleString()} min`}
      </b>
    </div>
  )
}

type FigureProps = {
  readonly name: ReactNode
  /** Null while unknown. */
  readonly value: number | null
  readonly search: AlertFilter
}

function Figure({ name, value, search }: FigureProps) {
  return (
    <Link to="/alerts" search={search} className="card stat">
      <span className="quiet">{name}</span>
      <b>{value === null ? '…' : value.toLocaleString()}</b>
    </Link>
  )
}

/** The first alerts in the order of the queue: highest priority, then longest waiting. */
function Next() {
  const queue = useQuery({
    queryKey: ['alerts-next'],
    queryFn: () => bodyOf(GET('/api/v1/alerts/queue', { params: { query: { limit: NEXT_MAX } } })),
  })
  return (
    <Section title="Next in the queue" aside={<Link to="/alerts">All alerts</Link>}>
      <Loaded query={queue} lines={NEXT_MAX}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">No open alerts. New alerts appear here automatically.</Text>
          ) : (
            <ul className="plain">
              {items.map(({ id, title, severity, event_time: eventTime, first_seen: firstSeen }) => (
                <li key={id} className="feature">
                  <span className="graded">
                    <Severity level={severity} />
                    <Link to="/alerts/$id" params={{ id }}>
                      <Shown text={title} lengthMax={200} />
                    </Link>
                  </span>
                  <span className="quiet nowrap">
                    <Age at={eventTime ?? firstSeen} nowMs={Date.now()} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

/** Alerts by day, to compare today with other days. */
function Trend({ hours }: { readonly hours: number }) {
  const zone = usePreference('clock') === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone
  const span = useMemo(() => {
    const untilMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS
    return { from: new Date(untilMs - hours * HOUR_MS).toISOString(), until: new Date(untilMs).toISOString() }
  }, [hours])
  const found = useQuery({
    queryKey: ['team-metrics', span, 'day', zone],
    queryFn: () =>
      bodyOf(GET('/api/v1/alerts/metrics', { params: { query: { ...span, step: 'day', time_zone: zone } } })),
  })
  return (
    <Section title={`Alerts by day, ${Math.round(hours / 24)} days`} aside={<Link to="/metrics">Metrics</Link>}>
      <Loaded query={found} lines={6}>
        {({ steps }) => <TrendChart steps={steps} />}
      </Loaded>
    </Section>
  )
}

function TrendChart({ steps }: { readonly steps: Schemas['TeamMetrics']['steps'] }) {
  const times = useMemo(() => steps.map(({ from }) => from), [steps])
  const series = useMemo(
    () => [
      { name: 'All', values: steps.map(({ alerts }) => alerts) },
      { name: 'Critical', values: steps.map(({ by_severity: of }) => of.critical), color: '--sev-critical' },
      { name: 'High', values: steps.map(({ by_severity: of }) => of.high), color: '--sev-high' },
    ],
    [steps],
  )
  return <Chart name="Alerts by day" times={times} series={series} />
}

function Rules({ hours }: { readonly hours: number }) {
  const stats = useQuery({
    queryKey: ['detection-stats', hours],
    queryFn: () => bodyOf(GET('/api/v1/detections/stats', { params: { query: { hours } } })),
  })
  return (
    <Section title="Rules that fire most" aside={<Link to="/detections">All rules</Link>}>
      <Loaded query={stats} lines={RULES_MAX}>
        {({ by_rule: rules }) => {
          const most = Math.max(1, ...rules.map(({ hits }) => hits))
          if (rules.length === 0) return <Text size="sm">No rule fired in this time.</Text>
          return rules.slice(0, RULES_MAX).map(({ rule_id: id, rule_title: title, hits }) => (
            <div key={id} className="fired">
              <div className="feature">
                <Link to="/detections" search={{ search: title.slice(0, 100) }}>
                  <Shown text={title} lengthMax={120} />
                </Link>
                <b>{hits.toLocaleString()}</b>
              </div>
              <div className="bar" aria-hidden="true">
                <i style={{ width: `${(hits / most) * 100}%` }} />
              </div>
            </div>
          ))
        }}
      </Loaded>
    </Section>
  )
}
