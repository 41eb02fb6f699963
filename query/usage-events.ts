/** A tenant's events by day (UTC) of receipt, by the ledger and by the lake. */
import type { Reader } from '../stores/clickhouse/tenant-reader.ts'

/** Days as `2026-01-31`; the last one is inclusive. */
export type Days = { readonly start: string; readonly end: string }

export type EventsByDay = ReadonlyMap<string, number>

const LEDGER_SQL = /* sql */ `
SELECT toString(toDate(minute)) AS day, toString(sum(events)) AS events
FROM ledger
WHERE outcome = 'stored' AND toDate(minute) >= toDate({start:String}) AND toDate(minute) <= toDate({end:String})
GROUP BY day`

const LEDGER_TOTAL_SQL = /* sql */ `
SELECT '' AS day, toString(sum(events)) AS events
FROM ledger
WHERE outcome = 'stored' AND toDate(minute) >= toDate({start:String}) AND toDate(minute) <= toDate({end:String})`

const LAKE_SQL = /* sql */ `
SELECT '' AS day, toString(count()) AS events
FROM events
WHERE toDate(ingest_time) >= toDate({start:String}) AND toDate(ingest_time) <= toDate({end:String})`

type Row = { readonly day: string; readonly events: string }

export async function ledgerEventsByDay(reader: Reader, days: Days): Promise<EventsByDay> {
  const rows = await reader.query<Row>(LEDGER_SQL, days)
  return new Map(rows.map(({ day, events }) => [day, Number(events)]))
}

export async function ledgerEvents(reader: Reader, days: Days): Promise<number> {
  return totalOf(await reader.query<Row>(LEDGER_TOTAL_SQL, days))
}

/** Counted from the rows themselves. */
export async function lakeEvents(reader: Reader, days: Days): Promise<number> {
  return totalOf(await reader.query<Row>(LAKE_SQL, days))
}

const totalOf = ([row]: readonly Row[]) => Number(row?.events ?? 0)

const LEDGER_BETWEEN_SQL = /* sql */ `
SELECT '' AS day, toString(sum(events)) AS events
FROM ledger
WHERE outcome = 'stored' AND minute >= toDateTime({start:UInt32}, 'UTC') AND minute < toDateTime({end:UInt32}, 'UTC')`

/** Events stored between two times, to the minute of their receipt. */
export async function ledgerEventsBetween(reader: Reader, startMs: number, endMs: number): Promise<number> {
  const params = { start: Math.floor(startMs / 1000), end: Math.floor(endMs / 1000) }
  return totalOf(await reader.query<Row>(LEDGER_BETWEEN_SQL, params))
}
