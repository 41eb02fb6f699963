/**
 * Sort orders of alert lists. A page continues after the last alert of the page before: its sort key, creation time and
 * id.
 */
import type { MinutesBySeverity } from './queue.ts'

export const ALERT_SORTS = ['newest', 'oldest', 'risk', 'severity', 'event_newest', 'event_oldest', 'sla'] as const
export type AlertSort = (typeof ALERT_SORTS)[number]

/** Position of the last alert seen. Key and time are as Postgres writes them: a Date would lose the microseconds. */
export type AlertPosition = readonly [key: string, createdAt: string, id: string]

export type AlertOrder = {
  readonly sort: AlertSort
  /** Minutes to resolve by severity, which the order by due time needs. */
  readonly targets: MinutesBySeverity
}

export const NEWEST: AlertOrder = { sort: 'newest', targets: [] }

/** $24: targets, $25 to $27: position, $28: how many. */
const EVENT_TIME = /* sql */ `coalesce(event_time, first_seen)`
const DUE = /* sql */ `coalesce(created_at + ($24::int[])[severity] * interval '1 minute', 'infinity')`

type Order = {
  readonly key: string
  readonly type: 'timestamptz' | 'real' | 'smallint'
  readonly direction: 'ASC' | 'DESC'
}

const ORDERS: Readonly<Record<AlertSort, Order>> = {
  newest: { key: 'created_at', type: 'timestamptz', direction: 'DESC' },
  oldest: { key: 'created_at', type: 'timestamptz', direction: 'ASC' },
  risk: { key: 'coalesce(risk_score, -1)', type: 'real', direction: 'DESC' },
  severity: { key: 'severity', type: 'smallint', direction: 'DESC' },
  event_newest: { key: EVENT_TIME, type: 'timestamptz', direction: 'DESC' },
  event_oldest: { key: EVENT_TIME, type: 'timestamptz', direction: 'ASC' },
  sla: { key: DUE, type: 'timestamptz', direction: 'ASC' },
}

/** Parts of the SQL of a page; none of them comes from a caller. */
export function orderSql(sort: AlertSort) {
  const { key, type, direction } = ORDERS[sort]
  const than = direction === 'ASC' ? '>' : '<'
  const by = (of: string) => `${of} ${direction}, created_at ${direction}, id ${direction}`
  return {
    key,
    isAfter: (of: string) =>
      // Every statement names every parameter: the first condition is always true.
      `($24::int[] IS NULL OR true)
        AND ($25::${type} IS NULL OR (${of}, created_at, id) ${than} ($25::${type}, $26::timestamptz, $27::uuid))`,
    orderBy: by(key),
    orderByKey: by('sort_key'),
  }
}

/** True when the database can read the key of a cursor; it would fail on any other. */
export function isKeyOf(sort: AlertSort, key: string, isTime: (text: string) => boolean): boolean {
  const { type } = ORDERS[sort]
  if (type === 'real') return /^-?\d{1,3}(\.\d{1,9})?$/.test(key)
  if (type === 'smallint') return /^[1-5]$/.test(key)
  return isTime(key) || (sort === 'sla' && key === 'infinity')
}
