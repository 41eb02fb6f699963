/** How likely each open case misses its target, in the order in which taking them saves most. */
import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../api/client.ts'
import { person } from '../parts/columns.tsx'
import { durationOf } from '../parts/durations.ts'
import { Figures, Share } from '../parts/figures.tsx'
import { Section } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { counted } from '../parts/words.ts'
import { CaseLink, NoTargets } from './case-cells.tsx'
import { CLOCK_NAMES, leftOf } from './due.ts'
import { chanceWords, expectedMisses, type ForecastCase, ORDERS, type Order, ordered } from './forecast-order.ts'
import { useForecast } from './use-forecast.ts'
import { useNow } from './use-now.ts'

type Forecast = Schemas['SlaForecast']

export function SlaForecast() {
  const forecast = useForecast()
  return (
    <Loaded query={forecast} lines={10}>
      {(found) => (
        <>
          <Sums forecast={found} />
          <Cases forecast={found} />
          <Basis forecast={found} />
        </>
      )}
    </Loaded>
  )
}

function Sums({
  forecast: { cases, total, on_duty: people, is_duty_assumed: isAssumed },
}: {
  readonly forecast: Forecast
}) {
  const misses = expectedMisses(cases)
  const penalty = cases.reduce((sum, one) => sum + one.expected_penalty, 0)
  return (
    <Figures
      of={[
        { name: 'Open cases with a target', value: total.toLocaleString() },
        {
          name: 'Targets that will be missed',
          value: misses.toLocaleString(undefined, { maximumFractionDigits: 1 }),
          note: 'expected, if people work as they do',
          isBad: misses >= 1,
        },
        {
          name: 'Expected penalty',
          value: penalty.toLocaleString(undefined, { maximumFractionDigits: 1 }),
          note: 'a missed target counts 10, 5, 2, 1 or 0.5 by severity',
        },
        {
          name: 'People on duty',
          value: people.toLocaleString(),
          note: isAssumed ? 'nobody is on call or present: one person is assumed' : undefined,
        },
      ]}
    />
  )
}

function Cases({ forecast: { cases, total, left_out: leftOut } }: { readonly forecast: Forecast }) {
  const nowMs = useNow()
  const [order, setOrder] = useState<Order>('saving')
  const unseen = total - cases.length
  return (
    <Section
      title="Which case to take next"
      aside={
        cases.length > 0 && (
          <SegmentedControl
            size="xs"
            aria-label="Order"
            data={[...ORDERS]}
            value={order}
            onChange={(next) => setOrder(next as Order)}
          />
        )
      }
    >
      {(unseen > 0 || leftOut > 0) && (
        <Text size="sm" className="quiet" mb="xs">
          {unseen > 0 &&
            `${counted(unseen, 'further case is', 'further cases are')} in the forecast and not in the list. `}
          {leftOut > 0 &&
            `${counted(leftOut, 'case that is', 'cases that are')} due later ${leftOut === 1 ? 'is' : 'are'} not in the forecast.`}
        </Text>
      )}
      {cases.length === 0 ? (
        <NoTargets title="No open case has a target" noun="targets" />
      ) : (
        <Table
          name="Open cases by their chance to miss a target"
          rows={ordered(cases, order)}
          keyOf={({ case_id: id }) => id}
          columns={[
            {
              head: 'Case',
              cell: ({ case_id: id, number, title }) => <CaseLink id={id} number={caseNumber(number)} title={title} />,
            },
            { head: 'Severity', isShort: true, cell: ({ severity }) => <Severity level={severity} /> },
            person('Owner', 'assignee_id'),
            { head: 'To', isShort: true, cell: ({ clock }) => CLOCK_NAMES[clock] },
            { head: 'Left', isShort: true, cell: (row) => <LeftOf row={row} nowMs={nowMs} /> },
            {
              head: 'Chance to miss it',
              isShort: true,
              cell: ({ chance }) => <Share of={chance} total={1} label={chanceWords(chance)} />,
            },
            { ...NUMBER, head: 'Expected penalty', cell: ({ expected_penalty: penalty }) => penalty.toFixed(2) },
            { ...NUMBER, head: 'Saved per hour', cell: ({ saved_per_hour: saved }) => saved.toFixed(2) },
          ]}
        />
      )}
    </Section>
  )
}

/** As the case itself shows it. */
const caseNumber = (number: number): string => `INC-${String(number).padStart(3, '0')}`

const NUMBER = { isNumber: true, isShort: true } as const

function LeftOf({ row: { due_at: due }, nowMs }: { readonly row: ForecastCase; readonly nowMs: number }) {
  const ms = Date.parse(due) - nowMs
  return <span className={ms < 0 ? 'late' : undefined}>{leftOf(ms)}</span>
}

/** The figures that the forecast rests on. */
function Basis({ forecast: { basis } }: { readonly forecast: Forecast }) {
  return (
    <Section title="What it rests on">
      <Text size="sm" className="quiet about" mb="sm">
        The next days are played through with the cases that wait, those that usually come, and the people who are on
        duty. Saved per hour is how much of the penalty is saved by taking a case before one more.
      </Text>
      <Table
        name="What the forecast rests on"
        rows={basis}
        keyOf={({ severity }) => severity}
        columns={[
          { head: 'Severity', isShort: true, cell: ({ severity }) => <Severity level={severity} /> },
          {
            ...{ head: 'Cases a day', isNumber: true, isShort: true },
            cell: ({ per_day: perDay }) => perDay.toLocaleString(undefined, { maximumFractionDigits: 2 }),
          },
          {
            ...{ head: 'From assignment to resolution', isNumber: true, isShort: true },
            cell: ({ handling_minutes: minutes }) => durationOf(minutes * 60),
          },
          {
            head: 'Measured on',
            cell: ({ samples, is_assumed: isAssumed }) =>
              isAssumed ? (
                <span className="quiet">{counted(samples, 'case', 'cases')}: too few, so a usual time</span>
              ) : (
                counted(samples, 'case', 'cases')
              ),
          },
        ]}
      />
    </Section>
  )
}
