/** The current source ledger: received events and their outcomes, by tenant and source. */
export type LedgerRow = {
  readonly tenant_id: string
  readonly source: string
  readonly received: number
  readonly stored: number
  readonly duplicate: number
  readonly rejected: number
  readonly dead_lettered: number
  readonly in_flight: number
  /** Stored events without a time of their own, which have that of receipt. */
  readonly time_missing: number
  readonly reasons: Readonly<Record<string, number>>
}

/** Runs statements over the lake: a tenant's reader or the operator's. */
export type LakeReader = { query<T>(sql: string): Promise<T[]> }

type Sum = { tenant_id: string; source: string; outcome: string; reason: string; events: string }

const SUMS = /* sql */ `
SELECT tenant_id, source, outcome, reason, toString(sum(events)) AS events
FROM ledger
WHERE tenant_id != '' -- no marks
GROUP BY tenant_id, source, outcome, reason
ORDER BY tenant_id, source, outcome, reason`

type Untimed = { tenant_id: string; source: string; events: string }

const UNTIMED = /* sql */ `
SELECT tenant_id, source, toString(count()) AS events
FROM events
WHERE time_missing = 1
GROUP BY tenant_id, source`

/** Durable batches that intake has not processed yet, by tenant and source. */
export type Backlog = readonly { readonly tenant_id: string; readonly source: string; readonly events: number }[]

/** `received = stored + duplicate + rejected + dead_lettered + in_flight`; a negative rest is a fault, and is shown. */
export async function ledgerRows(reader: LakeReader, backlog: Backlog): Promise<LedgerRow[]> {
  const rows = new Map<string, Mutable>()
  const [sums, untimed] = await Promise.all([reader.query<Sum>(SUMS), reader.query<Untimed>(UNTIMED)])
  for (const sum of sums) add(rowOf(rows, sum.tenant_id, sum.source), sum)
  for (const { tenant_id, source, events } of untimed) rowOf(rows, tenant_id, source).time_missing = Number(events)
  for (const waiting of backlog) rowOf(rows, waiting.tenant_id, waiting.source).received += waiting.events
  return [...rows.values()].map((row) => ({ ...row, in_flight: row.received - settled(row) }))
}

/** True when no events are in flight, as must be after a drain. */
export function isBalanced(rows: readonly LedgerRow[]): boolean {
  return rows.every((row) => row.in_flight === 0)
}

type Mutable = { -readonly [K in keyof LedgerRow]: LedgerRow[K] } & { reasons: Record<string, number> }

function settled(row: Mutable): number {
  return row.stored + row.duplicate + row.rejected + row.dead_lettered
}

function add(row: Mutable, { outcome, reason, events }: Sum): void {
  const count = Number(events)
  if (
    outcome === 'received' ||
    outcome === 'stored' ||
    outcome === 'duplicate' ||
    outcome === 'rejected' ||
    outcome === 'dead_lettered'
  ) {
    row[outcome] += count
  }
  if (reason !== '') row.reasons[reason] = (row.reasons[reason] ?? 0) + count
}

function rowOf(rows: Map<string, Mutable>, tenant: string, source: string): Mutable {
  const key = `${tenant}\0${source}`
  let row = rows.get(key)
  if (!row) {
    row = {
      tenant_id: tenant,
      source,
      received: 0,
      stored: 0,
      duplicate: 0,
      rejected: 0,
      dead_lettered: 0,
      in_flight: 0,
      time_missing: 0,
      reasons: {},
    }
    rows.set(key, row)
  }
  return row
}
