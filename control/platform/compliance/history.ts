/**
 * The daily status of tenants in each framework. A worker measures every tenant once a day (UTC) and stores the counts
 * with the result of each measure: automatically collected evidence, with its age.
 */
import { Type } from 'typebox'
import { isoDay } from '../../../platform/iso-time.ts'
import type { Log } from '../../../platform/log.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { tenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import type { LakeReader } from '../../../query/ledger.ts'
import { oneOf } from '../../../schemas/wire.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { column, table } from '../../../stores/postgres/table.ts'
import { NOTHING_HELD } from '../governance/index.ts'
import { CONTROL_STATES, complianceDashboard, type Dashboard, rounded } from './dashboard.ts'
import { FRAMEWORKS } from './frameworks/catalogue.ts'
import { COMPLIANCE_LIMITS } from './limits.ts'
import { MEASURE_IDS, MEASURE_STATES } from './measures/measure.ts'

const measuredSchema = Type.Array(
  Type.Object({ id: oneOf(MEASURE_IDS), status: oneOf(MEASURE_STATES), detail: Type.String() }),
)
type MeasuredThen = readonly { readonly id: string; readonly status: string; readonly detail: string }[]

export const COMPLIANCE_POINTS = table('CompliancePoint', {
  framework: column.text(),
  day: column.text({ description: 'UTC' }),
  score: column.orNull(column.number({ description: '0 to 100; null: nothing known' })),
  passing: column.int(),
  failing: column.int(),
  in_review: column.int(),
  unknown: column.int(),
  measured: column.json<MeasuredThen>(measuredSchema),
  measured_at: column.time(),
})

export type HistoryDeps = {
  /** Signs in as the owner, because it looks for due tenants over all tenants. */
  readonly pool: Postgres
  readonly lake: (tenant: TenantId) => LakeReader
  readonly retentionDays: number | null
  readonly nowMs: () => number
  readonly log: Log
}

const EVERY_MS = 10 * 60_000
const SELECTED = COMPLIANCE_POINTS.columns.replace('day', 'day::text AS day')

/** Measures tenants that have no point of today, one a turn. */
export function complianceWorkers(deps: HistoryDeps): Worker[] {
  return [{ name: 'compliance points', everyMs: EVERY_MS, once: () => measureNext(deps) }]
}

/** False when every tenant has the points of today. Two processes that measure one tenant keep the first points. */
export async function measureNext(deps: HistoryDeps): Promise<boolean> {
  const { pool, lake, retentionDays, nowMs, log } = deps
  const now = nowMs()
  const due = await withOperator(pool, 'tenants whose compliance is due', (tx) => {
    const sql = /* sql */ `
      SELECT t.id FROM tenants t
      WHERE t.status = 'active' AND (SELECT count(*) FROM compliance_points p WHERE p.tenant_id = t.id AND p.day = $1) < $2
      ORDER BY random() LIMIT 1` // random, so that one that cannot be measured does not block the others
    return tx.maybeOne((row) => tenantId(text(row, 'id')), sql, [isoDay(now), FRAMEWORKS.length])
  })
  if (due === null) return false
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(pool, due, work)
  const found: Dashboard[] = []
  for (const { id } of FRAMEWORKS)
    found.push(await complianceDashboard({ inTenant, reader: lake(due), retentionDays, nowMs: now, log }, id))
  await inTenant(async (tx) => {
    for (const one of found) await keepPoint(tx, one, now)
    await prunePoints(tx, now)
  })
  return true
}

async function keepPoint(tx: TenantTx, { framework, controls, score }: Dashboard, nowMs: number): Promise<void> {
  const counts = CONTROL_STATES.map((state) => controls.filter((one) => one.state === state).length)
  const results = new Map(controls.flatMap(({ measured }) => measured).map((one) => [one.id, one]))
  const measured = [...results.values()].map(({ id, state, detail }) => ({ id, status: state, detail }))
  const sql = /* sql */ `
    INSERT INTO compliance_points (framework, day, score, passing, failing, in_review, unknown, measured, measured_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`
  await tx.run(sql, [framework.id, isoDay(nowMs), rounded(score), ...counts, JSON.stringify(measured), new Date(nowMs)])
}

/** Points get coarser with age: of months that are long over the last one stays, and none past ten years. */
export async function prunePoints(tx: TenantTx, nowMs: number): Promise<number> {
  const daysAgo = (days: number) => isoDay(nowMs - days * 86_400_000)
  const sql = /* sql */ `
    DELETE FROM compliance_points p WHERE ${NOTHING_HELD} AND (p.day < $2 OR p.day < $1 AND EXISTS (
      SELECT FROM compliance_points later WHERE later.framework = p.framework AND later.day > p.day
        AND date_trunc('month', later.day) = date_trunc('month', p.day)))`
  return tx.run(sql, [daysAgo(COMPLIANCE_LIMITS.dailyDays), daysAgo(COMPLIANCE_LIMITS.historyDays)])
}

/** Oldest first. */
export function compliancePoints(tx: TenantTx, framework: string, days: number, nowMs: number) {
  const sql = /* sql */ `
    SELECT ${SELECTED} FROM compliance_points WHERE framework = $1 AND day > $2 ORDER BY day LIMIT $3`
  const from = isoDay(nowMs - days * 86_400_000)
  return tx.many(COMPLIANCE_POINTS.read, sql, [framework, from, COMPLIANCE_LIMITS.historyDays])
}
