/**
 * What a tenant has used, computed when it is asked from the tables that recorded it: no counter is kept that could
 * differ from them. What cannot be measured says why.
 */
import type { Days } from '../../query/usage-events.ts'
import { lakeEvents, ledgerEvents, ledgerEventsByDay } from '../../query/usage-events.ts'
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'
import { int, text } from '../../stores/postgres/columns.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { eachDay, monthDays, monthOf } from './days.ts'
import { entitlementsOf } from './entitlements.ts'
import { METERS, type Meter, type PointMeter, type WindowMeter } from './meters.ts'

export type Unmeasured = { readonly meter: string; readonly table: string; readonly reason: string }

export type Usage = Days & {
  /** Of meters of the window; days without anything are there with 0. */
  readonly daily: readonly { readonly date: string; readonly values: Readonly<Record<string, number>> }[]
  readonly totals: Readonly<Record<string, number>>
  readonly now: Readonly<Record<string, number>>
  readonly unmeasured: readonly Unmeasured[]
}

export type Headroom = {
  readonly meter: string
  readonly allowance: number
  readonly period: 'month' | 'now'
  /** Null: not measured, and so is the headroom. */
  readonly used: number | null
  /** Below 0: used beyond the allowance. */
  readonly headroom: number | null
}

export type Reconciled = {
  readonly meter: string
  readonly summed: number
  readonly whole: number
  /** Of events: rows of the lake, counted. Null for meters that the lake has no rows of. */
  readonly lake: number | null
  readonly agrees: boolean
}

/** `lake` null: none is configured here. */
export async function usageOf(tx: TenantTx, lake: Reader | null, days: Days): Promise<Usage> {
  const byMeter = new Map<string, ReadonlyMap<string, number>>()
  const now: Record<string, number> = {}
  const unmeasured: Unmeasured[] = []
  for (const meter of METERS) {
    const { missing, isWhole } = await missingOf(tx, meter, lake !== null, days)
    if (missing !== null) unmeasured.push({ meter: meter.name, table: meter.table, reason: missing })
    if (isWhole) continue
    if (meter.kind === 'window') byMeter.set(meter.name, await rowsByDay(tx, meter, days))
    if (meter.kind === 'lake' && lake) byMeter.set(meter.name, await ledgerEventsByDay(lake, days))
    if (meter.kind === 'now') now[meter.name] = await rowsNow(tx, meter)
  }
  const daily = eachDay(days).map((date) => {
    return { date, values: Object.fromEntries([...byMeter].map(([name, counts]) => [name, counts.get(date) ?? 0])) }
  })
  const totals = Object.fromEntries([...byMeter].map(([name, counts]) => [name, sum(counts.values())]))
  return { ...days, daily, totals, now, unmeasured }
}

/** What is left of each allowance in the calendar month, or now. */
export async function headroomOf(tx: TenantTx, lake: Reader | null, nowMs: number): Promise<readonly Headroom[]> {
  const allowances = await entitlementsOf(tx)
  if (allowances.length === 0) return []
  const { totals, now } = await usageOf(tx, lake, monthDays(monthOf(nowMs)))
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

/** Each meter of the window by day and summed, and as one question over all of it; of events also the rows themselves. */
export async function reconciled(tx: TenantTx, lake: Reader | null, days: Days): Promise<readonly Reconciled[]> {
  const { totals } = await usageOf(tx, lake, days)
  const found: Reconciled[] = []
  for (const meter of METERS) {
    const summed = totals[meter.name]
    if (summed === undefined || (meter.kind !== 'window' && meter.kind !== 'lake')) continue
    const isLake = meter.kind === 'lake' && lake !== null
    const whole = meter.kind === 'window' ? await rowsIn(tx, meter, days) : lake ? await ledgerEvents(lake, days) : 0
    const rows = isLake ? await lakeEvents(lake, days) : null
    const agrees = summed === whole && (rows === null || rows === whole)
    found.push({ meter: meter.name, summed, whole, lake: rows, agrees })
  }
  return found
}

/** Why there is no figure (`isWhole`), or what it leaves out. */
type Missing = { readonly missing: string | null; readonly isWhole: boolean }

async function missingOf(tx: TenantTx, meter: Meter, hasLake: boolean, days: Days): Promise<Missing> {
  const { table } = meter
  if (meter.kind === 'lake' && !hasLake)
    return { missing: `the table ${table} is in the lake, and no lake is configured here`, isWhole: true }
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

/** In millionths, so that sums of parts of a cent are the same in any order. */
const figureOf = (sum: string | null) =>
  sum === null ? 'count(*)' : `coalesce(sum(round((${sum})::numeric, 6)), 0)::float8`

async function rowsByDay(tx: TenantTx, { table, timeColumn, where, sum }: WindowMeter, { start, end }: Days) {
  const rows = await tx.many(
    (row) => [text(row, 'day'), Number(row.n)] as const,
    /* sql */ `SELECT to_char(${timeColumn} AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, ${figureOf(sum)} AS n
      FROM ${table} WHERE ${WITHIN(timeColumn)} AND ${where} GROUP BY day`,
    [start, end],
  )
  return new Map(rows)
}

async function rowsIn(tx: TenantTx, meter: WindowMeter, { start, end }: Days): Promise<number> {
  const { table, timeColumn, where, sum } = meter
  const sql = /* sql */ `SELECT ${figureOf(sum)} AS n FROM ${table} WHERE ${WITHIN(timeColumn)} AND ${where}`
  const [count = 0] = await tx.many((row) => Number(row.n), sql, [start, end])
  return count
}

async function rowsNow(tx: TenantTx, { table, where, and }: PointMeter): Promise<number> {
  const [count = 0] = await tx.many(
    (row) => int(row, 'n'),
    /* sql */ `SELECT count(*) AS n FROM ${table} WHERE ${where}`,
  )
  return count + (and === null ? 0 : await rowsNow(tx, and))
}

/** To millionths, as the parts are. */
const sum = (numbers: Iterable<number>) => Math.round([...numbers].reduce((all, one) => all + one, 0) * 1e6) / 1e6
