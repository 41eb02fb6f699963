/** How the team does over time: volume, verdicts, times to respond, noise of rules. */
import { SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Chart } from '../parts/chart.tsx'
import { Figures, Share } from '../parts/figures.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { wordOf } from '../parts/words.ts'

const PERIODS = { '24h': 24, '7d': 168, '30d': 720 } as const
type Period = keyof typeof PERIODS
const RULES_MAX = 15
const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const

export function MetricsPage() {
  const session = useSession()
  const [period, setPeriod] = useState<Period>('7d')
  const may = (operation: Parameters<typeof lacking>[1]) => lacking(session, operation) === null
  return (
    <Page
      title="Metrics"
      about="What came in, what people made of it and how long it took. A figure that was not measured says so."
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
      <Alerts period={period} />
      {may('GET /api/v1/usage') && <Volume />}
      {may('GET /api/v1/detections/stats') && <Noise hours={PERIODS[period]} />}
    </Page>
  )
}

function Alerts({ period }: { readonly period: Period }) {
  const found = useQuery({
    queryKey: ['alert-stats', period],
    queryFn: () => call('GET /api/v1/alerts/stats', { query: { period } }),
  })
  return (
    <Loaded query={found} lines={6}>
      {(stats) => {
        const verdicts = Object.entries(stats.by_disposition)
        const given = verdicts.reduce((sum, [, count]) => sum + Number(count), 0)
        const seconds = stats.mean_seconds_to_resolve
        return (
          <>
            <Figures
              of={[
                { name: 'Alerts', value: stats.facets.total.toLocaleString() },
                { name: 'Still open', value: stats.facets.unresolved.toLocaleString() },
                { name: 'Resolved', value: stats.resolved.toLocaleString() },
                {
                  name: 'Mean time to resolve',
                  value: seconds === null ? null : durationOf(seconds),
                  note: seconds === null ? 'none was resolved in this time' : undefined,
                },
                { name: 'Nobody has', value: stats.unassigned.toLocaleString() },
                { name: 'Without a verdict', value: stats.undecided.toLocaleString() },
              ]}
            />
            <div className="two even">
              <Section title="Verdicts">
                {given === 0 ? (
                  <Empty title="No verdict in this time">Give one on an alert: v in the queue.</Empty>
                ) : (
                  <ul className="plain">
                    {verdicts.map(([name, count]) => (
                      <li key={name} className="share-row">
                        <span>{wordOf(name)}</span>
                        <Share of={Number(count)} total={given} />
                      </li>
                    ))}
                  </ul>
                )}
              </Section>
              <Section title="By severity">
                <ul className="plain">
                  {SEVERITIES.map((level) => (
                    <li key={level} className="share-row">
                      <Severity level={level} />
                      <Share of={stats.facets.by_severity[level] ?? 0} total={stats.facets.total} />
                    </li>
                  ))}
                </ul>
              </Section>
            </div>
            {Object.entries(stats.not_measured).map(([name, why]) => (
              <Text key={name} size="sm" className="quiet">
                {wordOf(name)} is not measured: {String(why)}
              </Text>
            ))}
          </>
        )
      }}
    </Loaded>
  )
}

function durationOf(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`
}

/** By day, from the same rows that are billed. */
function Volume() {
  const usage = useQuery({ queryKey: ['usage'], queryFn: () => call('GET /api/v1/usage') })
  return (
    <Loaded query={usage} lines={6}>
      {({ daily, meters }) => {
        const times = daily.map(({ date }) => date)
        const values = (name: string) => daily.map(({ values: of }) => of[name] ?? null)
        const has = (name: string) => meters.some((meter) => meter.name === name)
        const charts = [
          ['events_ingested', 'Events'],
          ['alerts', 'Alerts'],
          ['alerts_created', 'Alerts'],
          ['cases', 'Cases'],
          ['cases_opened', 'Cases'],
          ['playbook_runs', 'Playbook runs'],
        ].filter(([name = '']) => has(name))
        return (
          <div className="two even">
            {charts.map(([name = '', label = '']) => (
              <Section key={name} title={`${label} by day`}>
                <Chart
                  name={`${label} by day`}
                  times={times}
                  series={[{ name: label, values: values(name) }]}
                  kind="bars"
                />
              </Section>
            ))}
          </div>
        )
      }}
    </Loaded>
  )
}

/** Rules by how often they fired, with what they cost. */
function Noise({ hours }: { readonly hours: number }) {
  const found = useQuery({
    queryKey: ['detection-stats', hours],
    queryFn: () => call('GET /api/v1/detections/stats', { query: { hours } }),
  })
  return (
    <Section title="Rules that fire most">
      <Loaded query={found} lines={8}>
        {({ by_rule: rules, total, rules_total: all }) =>
          rules.length === 0 ? (
            <Empty title="No rule fired in this time" />
          ) : (
            <>
              <Text size="sm" className="quiet" mb="xs">
                {total.toLocaleString()} hits of {rules.length.toLocaleString()} rules; {all.toLocaleString()} rules are
                on.
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
