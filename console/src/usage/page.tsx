import { Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call } from '../api/call.ts'
import { bodyOf, GET, type Schemas } from '../api/client.ts'
import { Chart } from '../parts/chart.tsx'
import { Figures } from '../parts/figures.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { Table } from '../parts/table.tsx'
import { ByTenant } from './by-tenant.tsx'
import { Download } from './download.tsx'
import { meterWords } from './meter-words.ts'
import { type Month, monthsUntil } from './months.ts'
import { Searches } from './searches.tsx'

type Usage = Schemas['Usage']

const GIGABYTE = 1e9
const MONTH_NAME = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' })

export function UsagePage() {
  const months = useMemo(() => monthsUntil(new Date()), [])
  const { month: requestedMonth } = useSearch({ from: '/usage' })
  const navigate = useNavigate({ from: '/usage' })
  const month = months.find((one) => one.month === requestedMonth) ?? (months[0] as Month)
  return (
    <Page
      title="Usage"
      about="Counted from recorded rows, by day in UTC. Meters without a measurement are listed below and not included in any figure."
      actions={
        <Group gap="xs">
          <NativeSelect
            aria-label="Month"
            size="xs"
            data={months.map(({ month: value, start }) => ({ value, label: MONTH_NAME.format(new Date(start)) }))}
            value={month.month}
            onChange={(event) =>
              void navigate({ search: (now) => ({ ...now, month: event.currentTarget.value }), replace: true })
            }
          />
          <Download month={month.month} />
        </Group>
      }
    >
      <Tabbed
        tabs={[
          { value: 'month', label: 'The month', reads: 'GET /api/v1/usage', body: () => <MonthOf month={month} /> },
          {
            value: 'tenants',
            label: 'By tenant',
            reads: 'GET /api/v1/usage',
            body: () => <ByTenant key={month.month} month={month} />,
          },
          { value: 'capacity', label: 'Capacity', reads: 'GET /api/v1/lake/capacity', body: Capacity },
          { value: 'searches', label: 'Searches', reads: 'GET /api/v1/lake/advice', body: Searches },
          { value: 'limits', label: 'Limits', reads: 'GET /api/v1/tenants/me/limits', body: Limits },
        ]}
      />
    </Page>
  )
}

function MonthOf({ month: { start, end } }: { readonly month: Month }) {
  const usage = useQuery({
    queryKey: ['usage', start, end],
    queryFn: () => call('GET /api/v1/usage', { query: { start, end } }),
  })
  return (
    <>
      <Loaded query={usage} lines={10}>
        {(value) => (
          <>
            <Totals usage={value} />
            <Entitlements usage={value} />
            <Daily usage={value} />
            <Unmeasured usage={value} />
          </>
        )}
      </Loaded>
      <Reconciliation start={start} end={end} />
    </>
  )
}

function Totals({ usage }: { readonly usage: Usage }) {
  const about = new Map(usage.meters.map(({ name, counts }) => [name, counts]))
  const figures = [...Object.entries(usage.totals), ...Object.entries(usage.now)]
  return (
    <Figures
      of={figures.map(([name, value]) => ({
        name: meterWords(name),
        value: value.toLocaleString(),
        note: about.get(name),
      }))}
    />
  )
}

/** One meter as a chart, all of them as a table. */
function Daily({ usage: { daily, meters } }: { readonly usage: Usage }) {
  const names = meters.map(({ name }) => name).filter((name) => daily.some(({ values }) => name in values))
  const [chosen, setChosen] = useState(names[0] ?? '')
  const meter = names.includes(chosen) ? chosen : (names[0] ?? '')
  const times = useMemo(() => daily.map(({ date }) => date), [daily])
  const series = useMemo(
    () => [{ name: meterWords(meter), values: daily.map(({ values }) => values[meter] ?? null) }],
    [daily, meter],
  )
  if (names.length === 0) return <Empty title="Nothing was used in this month" />
  return (
    <Section
      title="By day (UTC)"
      aside={
        <NativeSelect
          aria-label="Meter"
          size="xs"
          data={names.map((value) => ({ value, label: meterWords(value) }))}
          value={meter}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      }
    >
      <Chart name={`${meterWords(meter)} by day`} times={times} series={series} kind="bars" />
      <details>
        <summary>All meters by day</summary>
        <Table
          name="Usage by day"
          rows={[...daily].reverse()}
          keyOf={({ date }) => date}
          columns={[
            { head: 'Day', isShort: true, cell: ({ date }) => date },
            ...names.map((name) => ({
              head: meterWords(name),
              isNumber: true,
              isShort: true,
              cell: ({ values }: Usage['daily'][number]) => values[name]?.toLocaleString() ?? '–',
            })),
          ]}
        />
      </details>
    </Section>
  )
}

/** Allowances, usage and the rest: a bar that fills. */
function Entitlements({ usage: { entitlements } }: { readonly usage: Usage }) {
  return (
    <Section title="Allowance">
      {entitlements.length === 0 ? (
        <Text size="sm">This tenant has no allowances, so its usage is unlimited.</Text>
      ) : (
        <Table
          name="List of entitlements"
          rows={entitlements}
          keyOf={({ meter }) => meter}
          columns={[
            { head: 'Meter', cell: ({ meter }) => meterWords(meter) },
            { head: 'Of', isShort: true, cell: ({ period }) => (period === 'month' ? 'the month' : 'this moment') },
            {
              head: 'Used',
              isShort: true,
              cell: ({ used, allowance }) =>
                used === null ? (
                  'not measured'
                ) : (
                  <span className="share">
                    <span className="bar" aria-hidden="true">
                      <i
                        className={used > allowance * 0.9 ? 'ends' : undefined}
                        style={{ width: `${Math.min(100, (used / Math.max(1, allowance)) * 100)}%` }}
                      />
                    </span>
                    {used.toLocaleString()} of {allowance.toLocaleString()}
                  </span>
                ),
            },
            {
              head: 'Left',
              isNumber: true,
              isShort: true,
              cell: ({ headroom }) =>
                headroom === null ? (
                  'not measured'
                ) : (
                  <span className={headroom < 0 ? 'late' : undefined}>{headroom.toLocaleString()}</span>
                ),
            },
          ]}
        />
      )}
    </Section>
  )
}

function Unmeasured({ usage: { unmeasured } }: { readonly usage: Usage }) {
  if (unmeasured.length === 0) return null
  return (
    <Section title="Not measured">
      <Table
        name="List of meters that are not measured"
        rows={unmeasured}
        keyOf={({ meter }) => meter}
        columns={[
          { head: 'Meter', isShort: true, cell: ({ meter }) => meterWords(meter) },
          { head: 'Why', cell: ({ reason }) => reason },
        ]}
      />
    </Section>
  )
}

function Reconciliation({ start, end }: { readonly start: string; readonly end: string }) {
  const found = useQuery({
    queryKey: ['reconciliation', start, end],
    queryFn: () => bodyOf(GET('/api/v1/usage/reconciliation', { params: { query: { start, end } } })),
  })
  return (
    <Section title="Consistency of the figures">
      <Loaded query={found} lines={4}>
        {({ meters, agrees }) => (
          <>
            <Text size="sm" mb="xs" className={agrees ? undefined : 'late'}>
              {agrees ? 'The sum of the days equals the total of one query.' : 'Some figures differ: see below.'}
            </Text>
            <Table
              name="Reconciliation"
              rows={meters}
              keyOf={({ meter }) => meter}
              columns={[
                { head: 'Meter', cell: ({ meter }) => meterWords(meter) },
                { head: 'By day', isNumber: true, isShort: true, cell: ({ summed }) => summed.toLocaleString() },
                { head: 'Whole', isNumber: true, isShort: true, cell: ({ whole }) => whole.toLocaleString() },
                { head: 'Lake', isNumber: true, isShort: true, cell: ({ lake }) => lake?.toLocaleString() ?? '–' },
                {
                  head: 'Agrees',
                  isShort: true,
                  cell: ({ agrees: own }) => (own ? 'yes' : <span className="late">no</span>),
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** The size of the lake, its growth, and the forecast for three months. */
function Capacity() {
  const found = useQuery({ queryKey: ['lake-capacity'], queryFn: () => call('GET /api/v1/lake/capacity') })
  const days = found.data?.days
  const times = useMemo(() => days?.map(({ date }) => date) ?? [], [days])
  const series = useMemo(() => [{ name: 'Events', values: days?.map(({ events }) => events) ?? [] }], [days])
  return (
    <Loaded query={found} lines={8}>
      {(value) => (
        <>
          <Figures
            of={[
              { name: 'Events in the lake', value: value.events.toLocaleString() },
              { name: 'Raw data', value: `${(value.raw_bytes / GIGABYTE).toFixed(2)} GB` },
              { name: 'Bytes of an event', value: value.bytes_per_event?.toLocaleString() ?? null },
              {
                name: 'Growth in a day',
                value: value.growth ? `${value.growth.events_per_day.toLocaleString()} events` : null,
              },
              {
                name: 'Raw data in 90 days',
                value: value.growth
                  ? `${((value.raw_bytes + 90 * value.growth.raw_bytes_per_day) / GIGABYTE).toFixed(2)} GB`
                  : null,
                note: 'if it grows as it does now, before retention deletes',
              },
            ]}
          />
          <Section title="Events by day">
            <Chart name="Events in the lake by day" times={times} series={series} kind="bars" />
          </Section>
          {value.unmeasured.map(({ figure, reason }) => (
            <Text key={figure} size="sm" className="quiet">
              {meterWords(figure)} is not measured: {reason}
            </Text>
          ))}
        </>
      )}
    </Loaded>
  )
}

function Limits() {
  const found = useQuery({ queryKey: ['limits'], queryFn: () => call('GET /api/v1/tenants/me/limits') })
  return (
    <Loaded query={found} lines={3}>
      {(value) => (
        <Figures
          of={[
            { name: 'Events in a second', value: value.events_per_second.toLocaleString(), note: 'at length' },
            { name: 'Events at once', value: value.events_burst.toLocaleString() },
            { name: 'Requests in a second', value: value.requests_per_second.toLocaleString(), note: 'at length' },
            { name: 'Requests at once', value: value.requests_burst.toLocaleString() },
            { name: 'Weight beside other tenants', value: value.weight.toLocaleString() },
          ]}
        />
      )}
    </Loaded>
  )
}
