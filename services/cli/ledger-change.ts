/** The difference between two reads of the ledger. */
import type { LedgerRow } from '../../query/ledger.ts'

const COUNTS = ['received', 'stored', 'duplicate', 'rejected', 'dead_lettered', 'in_flight'] as const
export type Counts = Readonly<Record<(typeof COUNTS)[number], number>>

/** Rows of `after` less those of `before`; sources without new events are left out. */
export function changeOf(before: readonly LedgerRow[], after: readonly LedgerRow[]): LedgerRow[] {
  const earlier = new Map(before.map((row) => [`${row.tenant_id}\0${row.source}`, row]))
  return after
    .map((row) => ({ ...row, ...less(row, earlier.get(`${row.tenant_id}\0${row.source}`)) }))
    .filter((row) => row.received !== 0)
}

export function total(rows: readonly LedgerRow[]): Counts {
  const sum = (name: keyof Counts) => rows.reduce((all, row) => all + row[name], 0)
  return Object.fromEntries(COUNTS.map((name) => [name, sum(name)])) as Record<keyof Counts, number>
}

/** Reasons why events were refused, with the count of each; '' when all were taken. */
export function reasonsOf(rows: readonly Pick<LedgerRow, 'reasons'>[]): string {
  const sums = new Map<string, number>()
  for (const { reasons } of rows)
    for (const [reason, events] of Object.entries(reasons)) sums.set(reason, (sums.get(reason) ?? 0) + events)
  const named = [...sums].filter(([, events]) => events > 0).map(([reason, events]) => `${reason}: ${events}`)
  return named.join(', ')
}

/** `in_flight` is a current value and not a sum, so it is not subtracted. */
function less(row: LedgerRow, earlier: LedgerRow | undefined): Partial<LedgerRow> {
  if (!earlier) return {}
  const summed = [...COUNTS.filter((name) => name !== 'in_flight'), 'time_missing'] as const
  const reasons = Object.entries(row.reasons).map(([reason, n]) => [reason, n - (earlier.reasons[reason] ?? 0)])
  return {
    ...Object.fromEntries(summed.map((name) => [name, row[name] - earlier[name]])),
    reasons: Object.fromEntries(reasons),
  }
}
