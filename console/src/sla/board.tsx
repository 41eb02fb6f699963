/** Cases sorted by their next target with the remaining time, and missed targets. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { person, short } from '../parts/columns.tsx'
import { Figures } from '../parts/figures.tsx'
import { Listing } from '../parts/listing.tsx'
import { None } from '../parts/none.tsx'
import { Section } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { CaseLink, NoTargets } from './case-cells.tsx'
import { CLOCK_NAMES, type Due, dueOf, leftOf } from './due.ts'
import { chanceWords } from './forecast-order.ts'
import { useForecast } from './use-forecast.ts'
import { useNow } from './use-now.ts'

type Case = Schemas['Case']

const CASES_MAX = 200
const SOON_SECONDS = 3_600
const MISSED: Readonly<Record<string, string>> = {
  ...{ mttd_breached: 'detect', mttr_breached: 'respond', mttc_breached: 'contain' },
  ...{ ack_breached: 'acknowledge', resolve_breached: 'resolve', close_breached: 'close' },
}

export function SlaBoard() {
  const found = useQuery({
    queryKey: ['cases', 'sla-board'],
    queryFn: () => call('GET /api/v1/cases', { query: { limit: CASES_MAX } }),
    refetchInterval: 60_000,
  })
  return (
    <>
      <Loaded query={found} lines={8}>
        {({ items, next_cursor: next }) => <Running cases={items} isCut={next !== undefined} />}
      </Loaded>
      <Missed />
    </>
  )
}

function Running({ cases, isCut }: { readonly cases: readonly Case[]; readonly isCut: boolean }) {
  const nowMs = useNow()
  const chances = useChances()
  const due = cases.flatMap((one) => dueOf(one)).sort((a, b) => a.dueMs - b.dueMs)
  const late = due.filter(({ dueMs }) => dueMs < nowMs)
  const soon = due.filter(({ dueMs }) => dueMs >= nowMs && dueMs - nowMs < SOON_SECONDS * 1_000)
  return (
    <>
      <Figures
        of={[
          { name: 'Late', value: late.length.toLocaleString(), isBad: late.length > 0 },
          { name: 'Due within an hour', value: soon.length.toLocaleString() },
          { name: 'Running clocks', value: due.length.toLocaleString() },
          {
            name: 'Open cases that nobody owns',
            value: cases
              .filter(
                ({ assignee_id: owner, status }) => owner === null && status !== 'closed' && status !== 'resolved',
              )
              .length.toLocaleString(),
          },
        ]}
      />
      <Section title="What is due next">
        {isCut && (
          <p className="quiet">Of the newest {CASES_MAX} cases: older ones may have clocks that run as well.</p>
        )}
        {due.length === 0 ? (
          <NoTargets title="No running clocks" noun="clocks" />
        ) : (
          <Table
            name="List: what is due next"
            rows={due}
            keyOf={({ of, clock }) => `${of.id} ${clock}`}
            columns={[
              { head: 'Left', isShort: true, cell: (row) => <Left row={row} nowMs={nowMs} /> },
              { head: 'To', isShort: true, cell: ({ clock }) => clock },
              ...(chances === null
                ? []
                : [
                    {
                      ...{ head: 'Chance to miss it', isNumber: true, isShort: true },
                      cell: (row: Due) => chances.get(`${row.of.id} ${row.clock}`) ?? <None />,
                    },
                  ]),
              {
                head: 'Case',
                cell: ({ of: { id, case_number: number, title } }) => (
                  <CaseLink id={id} number={number} title={title} />
                ),
              },
              { head: 'Severity', isShort: true, cell: ({ of }) => <Severity level={of.severity} /> },
              { head: 'Owner', isShort: true, cell: ({ of }) => <OwnerCell of={of} /> },
              { head: 'Due', isShort: true, cell: ({ dueMs }) => <Time at={new Date(dueMs).toISOString()} /> },
            ]}
          />
        )}
      </Section>
    </>
  )
}

/** Chances by case and clock, as words: the forecast has the next clock of each case. */
function useChances(): ReadonlyMap<string, string> | null {
  const { data } = useForecast()
  if (data === undefined || data.cases.length === 0) return null
  return new Map(data.cases.map((one) => [`${one.case_id} ${CLOCK_NAMES[one.clock]}`, chanceWords(one.chance)]))
}

const OWNER = person<Case>('Owner', 'assignee_id')
const OwnerCell = ({ of }: { readonly of: Case }) => OWNER.cell(of)

/** A bar of the remaining time, beside the time as text. */
function Left({ row, nowMs }: { readonly row: Due; readonly nowMs: number }) {
  const part = Math.min(1, Math.max(0, (row.dueMs - nowMs) / Math.max(1, row.dueMs - row.sinceMs)))
  const isLate = row.dueMs < nowMs
  return (
    <span className={isLate ? 'countdown late' : 'countdown'}>
      <span className="bar" aria-hidden="true">
        <i style={{ width: `${part * 100}%` }} className={part < 0.25 ? 'ends' : undefined} />
      </span>
      {leftOf(row.dueMs - nowMs)}
    </span>
  )
}

function Missed() {
  return (
    <Listing<'GET /api/v1/sla/events'>
      title="Targets that were missed"
      list="GET /api/v1/sla/events"
      empty={{ title: 'No missed targets', next: 'Alerts and cases that pass a target are recorded here.' }}
      columns={[
        { head: 'When', isShort: true, cell: ({ occurred_at: at }) => <Time at={at} /> },
        { head: 'To', isShort: true, cell: ({ event_type: type }) => MISSED[type] ?? type },
        { head: 'Severity', isShort: true, cell: ({ severity }) => <Severity level={severity} /> },
        {
          head: 'Of',
          isShort: true,
          cell: ({ alert_id: alert, case_id: ofCase }) =>
            alert !== null ? (
              <Link to="/alerts/$id" params={{ id: alert }}>
                the alert
              </Link>
            ) : ofCase !== null ? (
              <Link to="/cases/$id" params={{ id: ofCase }}>
                the case
              </Link>
            ) : (
              '–'
            ),
        },
        {
          head: 'Met since',
          isShort: true,
          cell: ({ metadata: { met_at: met } }) =>
            met === null ? <span className="late">not yet</span> : <Time at={met} />,
        },
        short('Kind', 'event_type'),
      ]}
    />
  )
}
