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
  for (const meter of METERS) {
    if (meter.kind === 'window') byMeter.set(meter.name, await rowsByDay(tx, meter, days))
    if (meter.kind === 'lake' && lake) byMeter.set(meter.name, await ledgerEventsByDay(lake, days))
    if (meter.kind === 'now') now[meter.name] = await rowsNow(tx, meter)
  }
  const daily = eachDay(days).map((date) => {
    return { date, values: Object.fromEntries([...byMeter].map(([name, counts]) => [name, counts.get(date) ?? 0])) }
  })
  const totals = Object.fromEntries([...byMeter].map(([name, counts]) => [name, sum(counts.values())]))
  return { ...days, daily, totals, now, unmeasured: METERS.flatMap((meter) => unmeasuredOf(meter, lake !== null)) }
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

function unmeasuredOf(meter: Meter, hasLake: boolean): readonly Unmeasured[] {
  const { name, table, kind } = meter
  if (kind === 'unmeasured')
    return [{ meter: name, table, reason: `nothing is recorded yet: there is no table ${table}` }]
  if (kind !== 'lake' || hasLake) return []
  return [{ meter: name, table, reason: `the table ${table} is in the lake, and no lake is configured here` }]
}

// Names and conditions below are those of `meters.ts`; days are parameters.

const WITHIN = (column: string) =>
  `${column} >= $1::date::timestamp AT TIME ZONE 'UTC' AND ${column} < ($2::date + 1)::timestamp AT TIME ZONE 'UTC'`

async function rowsByDay(tx: TenantTx, { table, timeColumn, where }: WindowMeter, { start, end }: Days) {
  const rows = await tx.many(
    (row) => [text(row, 'day'), int(row, 'n')] as const,
    /* sql */ `SELECT to_char(${timeColumn} AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*) AS n
      FROM ${table} WHERE ${WITHIN(timeColumn)} AND ${where} GROUP BY day`,
    [start, end],
  )
  return new Map(rows)
}

async function rowsIn(tx: TenantTx, { table, timeColumn, where }: WindowMeter, { start, end }: Days): Promise<number> {
  const sql = /* sql */ `SELECT count(*) AS n FROM ${table} WHERE ${WITHIN(timeColumn)} AND ${where}`
  const [count = 0] = await tx.many((row) => int(row, 'n'), sql, [start, end])
  return count
}

async function rowsNow(tx: TenantTx, { table, where }: PointMeter): Promise<number> {
  const [count = 0] = await tx.many(
    (row) => int(row, 'n'),
    /* sql */ `SELECT count(*) AS n FROM ${table} WHERE ${where}`,
  )
  return count
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0)
