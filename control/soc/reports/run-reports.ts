/**
 * Makes due reports, in any number of replicas: a report, its messages and the time of the next one are written in one
 * transaction, so a process that dies leaves all of it or nothing.
 */
import type { Log } from '../../../platform/log.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { text, time } from '../../../stores/postgres/columns.ts'
import {
  type OperatorTx,
  type Postgres,
  type TenantTx,
  withOperator,
  withTenant,
} from '../../../stores/postgres/pool.ts'
import { forgetOlder } from '../../identity/tenants/index.ts'
import { platformIn, type RecordAct, record } from '../../platform/acting/index.ts'
import { NOTHING_HELD } from '../../platform/governance/index.ts'
import { notify, type Receiver } from '../notify/index.ts'
import { documentOf, type Ingest, ingestOf } from './figures.ts'
import { REPORT_LIMITS } from './limits.ts'
import { latestRun, nextRun, periodOf } from './period.ts'
import { keepReport, type Report } from './report.ts'
import { REPORT_SCHEDULES, type ReportSchedule } from './schedule.ts'

export type ReportDeps = {
  /** Signs in as the owner: schedules that are due are read over all tenants. */
  readonly pool: Postgres
  readonly lake?: (tenant: TenantId) => Reader
  readonly audit: RecordAct
  readonly log: Log
  readonly nowMs: () => number
}

const POLL_MS = 30_000
const AT_ONCE = 20
const OLD_AT_ONCE = 500

export function reportWorkers(deps: ReportDeps): Worker[] {
  return [
    { name: 'reports', everyMs: POLL_MS, once: () => makeDueReports(deps) },
    { name: 'old reports', everyMs: 3_600_000, once: () => forgetOld(deps) },
  ]
}

type Due = { readonly tenant: TenantId; readonly id: string; readonly runMs: number }

/** Makes due reports. A report that fails does not block the others. True when more are due. */
export async function makeDueReports(deps: ReportDeps): Promise<boolean> {
  const due = await withOperator(deps.pool, 'reports that are due', (tx) => dueSchedules(tx, new Date(deps.nowMs())))
  let failed: unknown = null
  for (const one of due)
    await makeReport(deps, one).catch((err: unknown) => {
      failed = err
      deps.log.warn({ err, tenant: one.tenant, schedule: one.id }, 'cannot create a scheduled report, retrying')
    })
  if (failed !== null) throw failed
  return due.length === AT_ONCE
}

function dueSchedules(tx: OperatorTx, now: Date): Promise<Due[]> {
  const sql = /* sql */ `
    SELECT s.tenant_id, s.id, s.next_run_at FROM report_schedules s
    JOIN tenants t ON t.id = s.tenant_id AND t.status = 'active'
    WHERE s.enabled AND s.next_run_at <= $1 ORDER BY random() LIMIT $2`
  return tx.many(
    (row) => ({
      ...{ tenant: tenantId(text(row, 'tenant_id')), id: text(row, 'id') },
      runMs: time(row, 'next_run_at').getTime(),
    }),
    sql,
    [now, AT_ONCE],
  )
}

async function makeReport(deps: ReportDeps, { tenant, id, runMs }: Due): Promise<void> {
  const { pool, lake, nowMs } = deps
  const read = /* sql */ `SELECT ${REPORT_SCHEDULES.columns} FROM report_schedules WHERE id = $1`
  const found = await withTenant(pool, tenant, (tx) => tx.maybeOne(REPORT_SCHEDULES.read, read, [id]))
  if (found === null) return
  const lastMs = latestRun(found, runMs, nowMs())
  const ingest = await ingestOf(lake, tenant, periodOf(found, lastMs))
  await withTenant(pool, tenant, async (tx) => {
    const locked = /* sql */ `${read} AND enabled AND date_trunc('milliseconds', next_run_at) = $2 FOR UPDATE SKIP LOCKED`
    const schedule = await tx.maybeOne(REPORT_SCHEDULES.read, locked, [id, new Date(runMs)])
    if (schedule !== null) await makeIn(tx, deps, schedule, lastMs, ingest)
  })
}

async function makeIn(
  tx: TenantTx,
  deps: ReportDeps,
  schedule: ReportSchedule,
  runMs: number,
  ingest: Ingest,
): Promise<void> {
  const nowMs = deps.nowMs()
  const { id, kind, name, time_zone: timeZone } = schedule
  const period = periodOf(schedule, runMs)
  const about = { scheduleId: id, kind, name, period, timeZone, madeBy: 'schedule' }
  const report = await keepReport(tx, about, await documentOf(tx, kind, period, ingest), nowMs)
  if (report !== null) await mailReport(tx, report, schedule, nowMs)
  const sql = /* sql */ `UPDATE report_schedules SET next_run_at = $2 WHERE id = $1`
  await tx.run(sql, [id, new Date(nextRun(schedule, Math.max(runMs, nowMs)))])
  if (report === null) return
  const changes = { schedule_id: id, kind, period_start: report.period_start, period_end: report.period_end }
  const actor = platformIn(tx.tenantId, 'reports')
  await record(tx, deps, actor, 'report:made', { resource: 'report', resourceId: report.id, changes })
}

/** Mails it to the people and addresses of its schedule. */
async function mailReport(
  tx: TenantTx,
  { id, title }: Report,
  { user_ids: userIds, addresses }: Pick<ReportSchedule, 'user_ids' | 'addresses'>,
  nowMs: number,
): Promise<void> {
  const receivers: Receiver[] = addresses.map((address) => ({ kind: 'address', address }))
  if (userIds.length > 0) receivers.push({ kind: 'users', userIds, label: 'readers of the report' })
  const about = { kind: 'report', id }
  await notify(
    tx,
    { kind: 'report', title, body: 'The report is ready.', path: `/reports/${id}`, about, dedupeKey: `report/${id}` },
    receivers,
    nowMs,
  )
}

/** Reports are kept for 400 days. */
function forgetOld({ pool, nowMs }: ReportDeps): Promise<boolean> {
  const before = new Date(nowMs() - REPORT_LIMITS.keptDays * 86_400_000)
  const sql = /* sql */ `
    DELETE FROM reports WHERE id IN (SELECT id FROM reports WHERE created_at < $1 LIMIT $2) AND ${NOTHING_HELD}`
  return forgetOlder(pool, sql, before, OLD_AT_ONCE)
}
