/** Columns of the queue, with content and width. The title is always shown. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Severity } from '../parts/severity.tsx'
import { shown } from '../parts/shown.tsx'
import { Age, Due } from '../parts/time.tsx'
import { dueOf, type Row } from './row.ts'

type ColumnOfQueue = {
  readonly head: string
  readonly width: string
  /** Also shown in a narrow queue. */
  readonly isNarrow?: boolean
  /** Figures stand under each other by their last digit. */
  readonly isNumber?: boolean
  readonly cell: (row: Row) => ReactNode
}

const quiet = (text: string) => <span className="quiet">{text}</span>

export const COLUMNS = {
  severity: {
    head: 'Severity',
    width: '4.75rem',
    isNarrow: true,
    cell: ({ alert }) => <Severity level={alert.severity} />,
  },
  title: {
    ...{ head: 'Alert', width: 'minmax(11rem, 5fr)', isNarrow: true },
    cell: ({ alert }) => (
      <Link to="/alerts/$id" params={{ id: alert.id }} title={shown(alert.title, 300)}>
        <bdi>{shown(alert.title, 300)}</bdi>
      </Link>
    ),
  },
  entity: { head: 'Entity', width: 'minmax(7rem, 2fr)', cell: ({ alert }) => entityOf(alert) },
  risk: {
    ...{ head: 'Risk', width: '3.5rem', isNumber: true },
    cell: ({ alert }) => alert.risk_score?.toFixed(1) ?? quiet('–'),
  },
  status: { head: 'Status', width: '4.5rem', cell: ({ alert, nowMs }) => stateOf(alert, nowMs) },
  verdict: {
    head: 'Verdict',
    width: '6rem',
    cell: ({ alert }) => alert.disposition?.replaceAll('_', ' ') ?? quiet('none'),
  },
  owner: { head: 'Owner', width: '5rem', cell: (row) => ownerOf(row) },
  sla: {
    ...{ head: 'SLA', width: '3.5rem' },
    cell: (row) => {
      const due = dueOf(row)
      return due === null ? quiet('–') : <Due at={due} nowMs={row.nowMs} />
    },
  },
  count: {
    ...{ head: 'Events', width: '3.875rem', isNumber: true },
    cell: ({ alert }) => alert.event_count?.toLocaleString() ?? quiet('–'),
  },
  technique: { head: 'Technique', width: '6rem', cell: ({ alert }) => alert.mitre_techniques[0] ?? quiet('–') },
  rule: { head: 'Rule', width: 'minmax(0, 1fr)', cell: ({ alert }) => shown(alert.rule_id ?? '–', 120) },
  source: { head: 'Source', width: '6rem', cell: ({ alert }) => shown(alert.connector_type ?? '–', 60) },
  age: {
    ...{ head: 'Age', width: '3.75rem', isNarrow: true },
    cell: ({ alert, nowMs }) => <Age at={alert.event_time ?? alert.first_seen} nowMs={nowMs} />,
  },
  raised: { head: 'Raised', width: '4rem', cell: ({ alert, nowMs }) => <Age at={alert.created_at} nowMs={nowMs} /> },
} as const satisfies Record<string, ColumnOfQueue>

export type ColumnName = keyof typeof COLUMNS
export const USUAL: readonly ColumnName[] = [
  ...(['severity', 'title', 'entity', 'risk', 'status', 'verdict', 'owner', 'sla', 'count', 'age'] as const),
]
/** The only columns for which there is room beside an open alert. */
const BESIDE: readonly ColumnName[] = ['severity', 'title', 'risk', 'age']

/**
 * The chosen columns, with the title in any case. Where no alert has a target, the column of targets leaves its room to
 * the others. Whether an alert is open beside them only hides some by style.
 */
export function columnsOf(names: readonly string[], hasTargets: boolean) {
  const known = names.filter((name): name is ColumnName => Object.hasOwn(COLUMNS, name))
  const chosen = known.length === 0 ? USUAL : known
  const all = chosen.includes('title') ? chosen : (['title', ...chosen] as const)
  return all
    .filter((name) => hasTargets || name !== 'sla')
    .map((name) => ({ name, isBeside: BESIDE.includes(name), ...(COLUMNS[name] as ColumnOfQueue) }))
}

function entityOf({ affected_hosts: hosts, affected_users: users, affected_ips: ips }: Row['alert']) {
  const names = [...hosts, ...users, ...ips]
  const [first] = names
  if (first === undefined) return quiet('–')
  return (
    <>
      <bdi className="mono">{shown(first, 80)}</bdi>
      {names.length > 1 && quiet(` +${names.length - 1}`)}
    </>
  )
}

function ownerOf({ alert, me, names }: Row): ReactNode {
  const { assigned_to_id: id } = alert
  if (id === null) return quiet('unassigned')
  return id === me ? 'you' : shown(names.get(id) ?? 'somebody else', 40)
}

function stateOf({ status, snoozed_until: until }: Row['alert'], nowMs: number): string {
  if (until !== null && Date.parse(until) > nowMs) return 'snoozed'
  return status.replace('_', ' ')
}
