/**
 * Computes a tenant's usage on request from the tables that recorded it: no counter is kept that could differ from
 * them. A usage that cannot be measured says why.
 */
import { assert } from '../../../platform/assert.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Days, EventsByDay } from '../../../query/usage-events.ts'
import { lakeEvents, ledgerEvents, ledgerEventsByDay } from '../../../query/usage-events.ts'
import { overBounds } from '../../../stores/clickhouse/engine-calls.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { int, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { NO_LAKE } from '../acting/index.ts'
import { eachDay, monthDays, monthOf } from './days.ts'
import { entitlementsOf } from './entitlements.ts'
import { type LakeMeter, METERS, type Meter, type PointMeter, type WindowMeter } from './meters.ts'

export type Unmeasured = { readonly meter: string; readonly table: string; readonly reason: string }

export type Usage = Days & {
  /** Values of window meters by day; days without anything are there with 0. */
  readonly daily: readonly { readonly date: string; readonly values: Readonly<Record<string, number>> }[]
  readonly totals: Readonly<Record<string, number>>
  readonly now: Readonly<Record<string, number>>
  readonly unmeasured: readonly Unmeasured[]
}

export type Headroom = {
  readonly meter: string
  readonly allowance: number
  readonly period: 'month' | 'now'
  /** Null: not measured; the headroom is null too. */
  readonly used: number | null
  /** Below 0: used beyond the allowance. */
  readonly headroom: number | null
}

export type Reconciled = {
  readonly meter: string
  readonly summed: number
  readonly whole: number
  /** Events counted as rows of the lake. Null for meters that the lake has no rows of. */
  readonly lake: number | null
  readonly agrees: boolean
}

/** A figure from the lake, or the reason why it is missing. */
export type Metered<T> = { readonly figure: T } | { readonly reason: string }

/**
 * Events by day. Read before the transaction of the other meters begins: a lake that hangs must hold no connection of
 * Postgres. `lake` null: none is configured here.
 */
export function meteredEvents(lake: Reader | null, days: Days): Promise<Metered<EventsByDay>> {
  return metered(lake, (reader) => ledgerEventsByDay(reader, days))
}

/** The same events added up by day, in one statement, and counted row by row. */
export type EventCounts = { readonly byDay: EventsByDay; readonly whole: number; readonly rows: number }

export function meteredCounts(lake: Reader | null, days: Days): Promise<Metered<EventCounts>> {
  return metered(lake, async (reader) => ({
    byDay: await ledgerEventsByDay(reader, days),
    whole: await ledgerEvents(reader, days),
    rows: await lakeEvents(reader, days),
  }))
}

async function metered<T>(lake: Reader | null, ask: (reader: Reader) => Promise<T>): Promise<Metered<T>> {
  if (lake === null) return { reason: NO_LAKE }
  try {
    return { figure: await ask(lake) }
  } catch (error) {
    const refused = error instanceof AppError ? error : overBounds(error)
    if (refused?.code !== 'unavailable') throw error
    return { reason: refused.message }
  }
}

export async function usageOf(tx: TenantTx, events: Metered<EventsByDay>, days: Days): Promise<Usage> {
  const byMeter = new Map<string, ReadonlyMap<string, number>>()
  const now: Record<string, number> = {}
  const unmeasured: Unmeasured[] = []
  // The statements of all meters are sent together, and their figures are placed in the order of the meters.
  const readings = await Promise.all(
    METERS.map(async (meter) => ({ meter, ...(await readingOf(tx, meter, events, days)) })),
  )
  for (const { meter, missing, byDay, count } of readings) {
    const { name, table } = meter
    if (missing !== null) unmeasured.push({ meter: name, table, reason: missing })
    if (byDay !== null) byMeter.set(name, byDay)
    if (count !== null) now[name] = count
  }
  const daily = eachDay(days).map((date) => {
    return { date, values: Object.fromEntries([...byMeter].map(([name, counts]) => [name, counts.get(date) ?? 0])) }
  })
  const totals = Object.fromEntries([...byMeter].map(([name, counts]) => [name, sum(counts.values())]))
  return { ...days, daily, totals, now, unmeasured }
}

type Reading = {
  readonly missing: string | null
  readonly byDay: ReadonlyMap<string, number> | null
  readonly count: number | null
}

async function readingOf(tx: TenantTx, meter: Meter, events: Metered<EventsByDay>, days: Days): Promise<Reading> {
  const { missing, isWhole } = await missingOf(tx, meter, events, days)
  const reading = { missing, byDay: null, count: null }
  if (isWhole) return reading
  if (meter.kind === 'window') return { ...reading, byDay: await rowsByDay(tx, meter, days) }
  if (meter.kind === 'now') return { ...reading, count: await rowsNow(tx, meter) }
  return { ...reading, byDay: 'figure' in events ? events.figure : null }
}

/** The days of headroom: the calendar month. */
export const headroomDays = (nowMs: number): Days => monthDays(monthOf(nowMs))

/** The rest of each allowance in the calendar month, or now. `events` are those of the month. */
export async function headroomOf(
  tx: TenantTx,
  events: Metered<EventsByDay>,
  nowMs: number,
): Promise<readonly Headroom[]> {
  const allowances = await entitlementsOf(tx)
  if (allowances.length === 0) return []
  const { totals, now } = await usageOf(tx, events, headroomDays(nowMs))
  return allowances.map(({ meter, allowance }) => {
    const isNow = METERS.some(({ name, kind }) => name === meter && kind === 'now')
    const used = totals[meter] ?? now[meter] ?? null
    return {
      meter,
      allowance,
      period: isNow ? 'now' : 'month',
      used,
      headroom: used === null ? null : allowance - used,
    }
  })
}

export type Reconciliation = { readonly meters: readonly Reconciled[]; readonly unmeasured: readonly Unmeasured[] }

/**
 * Compares each meter of the window by day and summed with one query over all of it; for events also with the rows
 * themselves.
 */
export async function reconciled(tx: TenantTx, counts: Metered<EventCounts>, days: Days): Promise<Reconciliation> {
  const byDay = 'figure' in counts ? { figure: counts.figure.byDay } : counts
  const { totals, unmeasured } = await usageOf(tx, byDay, days)
  const meters: Reconciled[] = []
  for (const meter of METERS) {
    const summed = totals[meter.name]
    if (summed === undefined || meter.kind === 'now') continue
    const { whole, rows } = await wholeOf(tx, meter, counts, days)
    const agrees = summed === whole && (rows === null || rows === whole)
    meters.push({ meter: meter.name, summed, whole, lake: rows, agrees })
  }
  return { meters, unmeasured }
}

async function wholeOf(tx: TenantTx, meter: WindowMeter | LakeMeter, counts: Metered<EventCounts>, days: Days) {
  if (meter.kind === 'window') return { whole: await rowsIn(tx, meter, days), rows: null }
  assert('figure' in counts, 'a meter without a figure has no sum either')
  return counts.figure
}

/** Why a meter has no figure (`isWhole`), or what its figure leaves out. */
type Missing = { readonly missing: string | null; readonly isWhole: boolean }

async function missingOf(tx: TenantTx, meter: Meter, events: Metered<unknown>, days: Days): Promise<Missing> {
  const { table } = meter
  if (meter.kind === 'lake' && 'reason' in events)
    return { missing: `the table ${table} is in the lake: ${events.reason}`, isWhole: true }
  if (meter.kind !== 'window' || meter.sum === null) return { missing: null, isWhole: false }
  const without = await rowsIn(tx, { ...meter, sum: null, where: `(${meter.where}) AND (${meter.sum}) IS NULL` }, days)
  if (without === 0) return { missing: null, isWhole: false }
  const all = await rowsIn(tx, { ...meter, sum: null }, days)
  const missing = `${without} of ${all} rows of ${table} do not say it`
  return without === all
    ? { missing, isWhole: true }
    : { missing: `${missing}; the figure is of the others`, isWhole: false }
}

// Names and conditions below are those of `meters.ts`; days are parameters.

const WITHIN = (column: string) =>
  `${column} >= $1::date::timestamp AT TIME ZONE 'UTC' AND ${column} < ($2::date + 1)::timestamp AT TIME ZONE 'UTC'`

/** Rounded to millionths, so that sums of fractions of a cent do not depend on their order. */
const figureOf = (sum: string | null) =>
  sum === null ? 'count(*)' : `coalesce(sum(round((${sum})::numeric, 6)), 0)::float8`

async function rowsByDay(
  tx: TenantTx,
  { table, rows: counted = table, timeColumn, where, sum }: WindowMeter,
  { start, end }: Days,
) {
  const rows = await tx.many(
    (row) => [text(row, 'day'), Number(row.n)] as const,
    /* sql */ `SELECT to_char(${timeColumn} AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, ${figureOf(sum)} AS n
      FROM ${counted} WHERE ${WITHIN(timeColumn)} AND ${where} GROUP BY day`,
    [start, end],
  )
  return new Map(rows)
}

async function rowsIn(tx: TenantTx, meter: WindowMeter, { start, end }: Days): Promise<number> {
  const { table, rows = table, timeColumn, where, sum } = meter
  const sql = /* sql */ `SELECT ${figureOf(sum)} AS n FROM ${rows} WHERE ${WITHIN(timeColumn)} AND ${where}`
  const [count = 0] = await tx.many((row) => Number(row.n), sql, [start, end])
  return count
}

async function rowsNow(tx: TenantTx, { table, where }: PointMeter): Promise<number> {
  const [count = 0] = await tx.many(
    (row) => int(row, 'n'),
    /* sql */ `SELECT count(*) AS n FROM ${table} WHERE ${where}`,
  )
  return count
}

/** Rounded to millionths, like the parts. */
const sum = (numbers: Iterable<number>) => Math.round([...numbers].reduce((all, one) => all + one, 0) * 1e6) / 1e6
