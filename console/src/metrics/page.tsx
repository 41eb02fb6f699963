/** The team's metrics over time: volume, verdicts, response times, noise of rules, load of analysts. */
import { Group, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type AnswerOf, call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { SEVERITIES, VERDICTS } from '../parts/alert-words.ts'
import { Chart, type Series } from '../parts/chart.tsx'
import { count } from '../parts/columns.tsx'
import { durationOf, minutesOf } from '../parts/durations.ts'
import { Figures, Parts, percent, Share } from '../parts/figures.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Person } from '../parts/person.tsx'
import { usePreference } from '../parts/preferences.ts'
import { Severity } from '../parts/severity.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { counted, wordOf } from '../parts/words.ts'
import { Volume } from './volume.tsx'

type Metrics = AnswerOf<'GET /api/v1/alerts/metrics'>
type Step = Metrics['steps'][number]

const DAYS = ['7', '30', '90', '365'] as const
const RULES_MAX = 15
const HOUR_MS = 3_600_000
/** The longest span for which statistics of detections exist. */
const HOURS_MAX = 720

/** The span ends at the next full hour, so that reopening the page uses the cached answer. */
function useMetrics(days: number, step: 'day' | 'week') {
  const zone = usePreference('clock') === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone
  const span = useMemo(() => {
    const untilMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS
    return { from: new Date(untilMs - days * 24 * HOUR_MS).toISOString(), until: new Date(untilMs).toISOString() }
  }, [days])
  return useQuery({
    queryKey: ['team-metrics', span, step, zone],
    queryFn: () => call('GET /api/v1/alerts/metrics', { query: { ...span, step, time_zone: zone } }),
  })
}

export function MetricsPage() {
  const session = useSession()
  const searchParams = useSearch({ from: '/metrics' })
  const navigate = useNavigate({ from: '/metrics' })
  const days = DAYS.find((one) => one === searchParams.days) ?? '30'
  const step = searchParams.step === 'week' || (searchParams.step === undefined && Number(days) > 90) ? 'week' : 'day'
  const found = useMetrics(Number(days), step)
  const may = (operation: Parameters<typeof lacking>[1]) => lacking(session, operation) === null
  return (
    <Page
      title="Metrics"
      about="Alert volume, verdicts and response times. A figure without a measurement is shown as unknown."
      actions={
        <Group gap="xs">
          <SegmentedControl
            aria-label="Days"
            size="xs"
            data={DAYS.map((value) => ({ value, label: value === '365' ? '1 year' : `${value} days` }))}
            value={days}
            onChange={(value) => void navigate({ search: (now) => ({ ...now, days: value }), replace: true })}
          />
          <SegmentedControl
            aria-label="By"
            size="xs"
            data={[
              { value: 'day', label: 'By day' },
              { value: 'week', label: 'By week' },
            ]}
            value={step}
            onChange={(value) => void navigate({ search: (now) => ({ ...now, step: value }), replace: true })}
          />
        </Group>
      }
    >
      <Loaded query={found} lines={10}>
        {(metrics) => <Measured metrics={metrics} />}
      </Loaded>
      {may('GET /api/v1/detections/stats') && <Noise hours={Number(days) * 24} />}
      {may('GET /api/v1/usage') && <Volume days={Number(days)} />}
    </Page>
  )
}

function Measured({ metrics }: { readonly metrics: Metrics }) {
  const { whole } = metrics
  const judged = VERDICTS.reduce((sum, word) => sum + (whole.by_verdict[word] ?? 0), 0)
  const noise = whole.by_verdict.false_positive + whole.by_verdict.benign + whole.by_verdict.benign_true_positive
  return (
    <>
      <Figures
        of={[
          { name: 'Alerts', value: whole.alerts.toLocaleString() },
          {
            name: 'Time to acknowledge, median',
            value: whole.seconds_to_acknowledge && durationOf(whole.seconds_to_acknowledge.median),
            note: spreadNote(whole.seconds_to_acknowledge, 'no alert was acknowledged'),
          },
          {
            name: 'Acknowledged',
            value: whole.alerts === 0 ? null : percent(whole.acknowledged / whole.alerts),
            note: `${whole.acknowledged.toLocaleString()} of ${whole.alerts.toLocaleString()}`,
          },
          {
            name: 'Time to resolve, median',
            value: whole.seconds_to_resolve && durationOf(whole.seconds_to_resolve.median),
            note: spreadNote(whole.seconds_to_resolve, 'none is resolved'),
          },
          {
            name: 'Resolved',
            value: whole.alerts === 0 ? null : percent(whole.resolved / whole.alerts),
            note: `${whole.resolved.toLocaleString()} of ${whole.alerts.toLocaleString()}`,
          },
          {
            name: 'Noise among verdicts',
            value: judged === 0 ? null : percent(noise / judged),
            note: judged === 0 ? 'no verdict yet' : `${noise.toLocaleString()} of ${judged.toLocaleString()}`,
          },
        ]}
      />
      <OverTime metrics={metrics} />
      <div className="two even">
        <Section title="Verdicts">
          {judged === 0 ? (
            <Empty title="No verdict in this time">Give one on an alert: v in the queue.</Empty>
          ) : (
            <Parts
              total={judged}
              of={VERDICTS.map((name) => ({ name, label: wordOf(name), of: whole.by_verdict[name] ?? 0 }))}
            />
          )}
        </Section>
        <Section title="By severity">
          <Parts
            total={whole.alerts}
            of={SEVERITIES.map((level) => ({
              ...{ name: level, label: <Severity level={level} /> },
              of: whole.by_severity[level] ?? 0,
            }))}
          />
        </Section>
      </div>
      <Load metrics={metrics} />
      <NoisyRules metrics={metrics} />
    </>
  )
}

type Spread = Metrics['whole']['seconds_to_resolve']

const spreadNote = (spread: Spread, none: string) =>
  spread === null ? none : `mean ${durationOf(spread.mean)}, nine of ten within ${durationOf(spread.p90)}`

function OverTime({ metrics: { steps, step } }: { readonly metrics: Metrics }) {
  const times = useMemo(() => steps.map(({ from }) => from), [steps])
  const by = step === 'day' ? 'by day' : 'by week'
  const charts = useMemo(() => {
    const over = (name: string, value: (of: Step) => number | null, color?: string): Series => {
      return { name, values: steps.map(value), ...(color === undefined ? {} : { color }) }
    }
    return [
      {
        title: `Alerts ${by}`,
        series: [
          over('All', ({ alerts }) => alerts),
          over('Critical', (of) => of.by_severity.critical, '--sev-critical'),
          over('High', (of) => of.by_severity.high, '--sev-high'),
        ],
        none: 'No alert in this time',
      },
      {
        title: `Time to acknowledge ${by}`,
        unit: ' min',
        series: [
          over('Median', (of) => minutesOf(of.seconds_to_acknowledge?.median)),
          over('Nine of ten within', (of) => minutesOf(of.seconds_to_acknowledge?.p90)),
        ],
        none: 'No alert of this time was acknowledged',
      },
      {
        title: `Time to resolve ${by}`,
        unit: ' min',
        series: [
          over('Median', (of) => minutesOf(of.seconds_to_resolve?.median)),
          over('Nine of ten within', (of) => minutesOf(of.seconds_to_resolve?.p90)),
        ],
        none: 'No alert of this time is resolved',
      },
      {
        title: `Verdicts ${by}`,
        series: [
          over('True positive', (of) => of.by_verdict.true_positive + of.by_verdict.escalate),
          over('Benign', (of) => of.by_verdict.benign + of.by_verdict.benign_true_positive),
          over('False positive', (of) => of.by_verdict.false_positive),
        ],
        none: 'No verdict in this time',
      },
    ]
  }, [steps, by])
  return (
    <div className="two even in-pairs">
      {charts.map(({ title, series, unit = '', none }) => (
        <Section key={title} title={title}>
          {series.every(({ values }) => values.every((value) => value === null || value === 0)) ? (
            <Empty title={none} />
          ) : (
            <Chart name={title} times={times} series={series} unit={unit} />
          )}
        </Section>
      ))}
    </div>
  )
}

/** Analysts by the number of alerts that they worked on, with their work over time. */
function Load({ metrics: { analysts, analysts_complete: isWhole, steps, step } }: { readonly metrics: Metrics }) {
  const most = Math.max(1, ...analysts.map(({ alerts }) => alerts))
  return (
    <Section title="Load of analysts" aside={<span className="quiet">alerts per analyst</span>}>
      {analysts.length === 0 ? (
        <Empty title="No alert was worked on in this time">
          Analysts who claim, judge or close alerts are counted here.
        </Empty>
      ) : (
        <>
          <Table
            name="Analysts by the alerts that they worked on"
            rows={analysts}
            keyOf={({ user_id: id }) => id}
            columns={[
              { head: 'Person', isShort: true, cell: ({ user_id: id }) => <Person id={id} /> },
              {
                head: 'Alerts worked on',
                isShort: true,
                cell: ({ alerts }) => <Share of={alerts} total={most} label={alerts.toLocaleString()} />,
              },
              count('Verdicts', 'verdicts'),
              count('Closed', 'resolved'),
              {
                head: 'Open now',
                isNumber: true,
                isShort: true,
                cell: ({ open_now: open, user_id: id }) =>
                  open === 0 ? (
                    '0'
                  ) : (
                    <Link to="/alerts" search={{ owner: id }}>
                      {open.toLocaleString()}
                    </Link>
                  ),
              },
              {
                head: step === 'day' ? 'By day' : 'By week',
                cell: ({ by_step: worked, user_id: id }) => <Spark id={id} worked={worked} steps={steps} />,
              },
            ]}
          />
          {!isWhole && (
            <Text size="xs" className="quiet" mt="xs">
              The {analysts.length} analysts with the most alerts; there are more.
            </Text>
          )}
        </>
      )}
    </Section>
  )
}

type SparkProps = {
  readonly id: string
  readonly worked: Metrics['analysts'][number]['by_step']
  readonly steps: Metrics['steps']
}

/** A bar for each step. */
function Spark({ id, worked, steps }: SparkProps) {
  const counts = new Map(worked.map(({ from, alerts }) => [from, alerts]))
  const values = steps.map(({ from }) => counts.get(from) ?? 0)
  const most = Math.max(1, ...values)
  const busy = values.filter((value) => value > 0).length
  return (
    <svg
      className="work-bars"
      viewBox={`0 0 ${values.length * 4} 20`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${shown(id, 8)}: worked in ${busy} of ${values.length} steps, at most ${most} alerts in one`}
    >
      {values.map((value, at) => (
        <rect
          key={steps[at]?.from}
          x={at * 4}
          width={3}
          y={20 - (20 * value) / most}
          height={value === 0 ? 0 : Math.max(1, (20 * value) / most)}
        />
      ))}
    </svg>
  )
}

function NoisyRules({ metrics: { rules, rules_complete: isWhole } }: { readonly metrics: Metrics }) {
  return (
    <Section title="Noise of rules" aside={<span className="quiet">by the verdicts on their alerts</span>}>
      {rules.length === 0 ? (
        <Empty title="No rule made an alert in this time" />
      ) : (
        <>
          <Table
            name="Rules by the noise of their alerts"
            rows={rules}
            keyOf={({ rule_id: id }) => id}
            columns={[
              {
                head: 'Rule',
                cell: ({ rule_id: id, rule_title: title }) => (
                  <Link to="/alerts" search={{ rule: id, status: 'all' }}>
                    <Shown text={title ?? id} lengthMax={120} />
                  </Link>
                ),
              },
              count('Alerts', 'alerts'),
              count('True', 'true_positive'),
              count('Noise', 'noise'),
              count('No verdict', 'undecided'),
              {
                head: 'Noise among verdicts',
                isShort: true,
                cell: ({ noise, true_positive: found }) =>
                  noise + found === 0 ? (
                    <span className="quiet">no verdict</span>
                  ) : (
                    <Share of={noise} total={noise + found} label={percent(noise / (noise + found))} />
                  ),
              },
            ]}
          />
          {!isWhole && (
            <Text size="xs" className="quiet" mt="xs">
              The {rules.length} rules with the most alerts; there are more.
            </Text>
          )}
        </>
      )}
    </Section>
  )
}

/** Rules by the number of hits, with their cost. */
function Noise({ hours: wanted }: { readonly hours: number }) {
  const hours = Math.min(HOURS_MAX, wanted)
  const found = useQuery({
    queryKey: ['detection-stats', hours],
    queryFn: () => call('GET /api/v1/detections/stats', { query: { hours } }),
  })
  return (
    <Section
      title="Rules that fire most"
      aside={
        wanted > hours && <span className="quiet">of the last {hours / 24} days: older detections are not stored</span>
      }
    >
      <Loaded query={found} lines={8}>
        {({ by_rule: rules, total, rules_total: all }) =>
          rules.length === 0 ? (
            <Empty title="No rule fired in this time" />
          ) : (
            <>
              <Text size="sm" className="quiet" mb="xs">
                {counted(total, 'hit', 'hits')} of {counted(all, 'rule', 'rules')}
                {all > RULES_MAX && `; the ${RULES_MAX} with the most are shown`}.
              </Text>
              <Table
                name="Rules by their hits"
                rows={rules.slice(0, RULES_MAX)}
                keyOf={({ rule_id: id }) => id}
                columns={[
                  {
                    head: 'Rule',
                    cell: ({ rule_title: title }) => (
                      <Link to="/detections" search={{ search: title.slice(0, 100) }}>
                        <Shown text={title} lengthMax={160} />
                      </Link>
                    ),
                  },
                  { head: 'Share of all hits', isShort: true, cell: ({ hits }) => <Share of={hits} total={total} /> },
                  {
                    head: 'Mean time',
                    isNumber: true,
                    isShort: true,
                    cell: ({ mean_us: mean }) => (mean === null ? 'not known' : `${mean.toFixed(1)} µs`),
                  },
                ]}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
