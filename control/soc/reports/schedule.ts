import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { isZone } from '../../../platform/zone-offset.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import { checkEmail, usersByIds } from '../../identity/accounts/index.ts'
import { REPORT_KINDS } from './document.ts'
import { REPORT_LIMITS } from './limits.ts'
import { FREQUENCIES, nextRun } from './period.ts'

export const REPORT_SCHEDULES = table('ReportSchedule', {
  id: column.uuid(),
  name: column.text(),
  kind: column.word(REPORT_KINDS),
  frequency: column.word(FREQUENCIES),
  weekday: column.int({ description: 'day of weekly reports; 1 is Monday' }),
  hour: column.int({ description: 'hour in `time_zone`' }),
  time_zone: column.text(),
  user_ids: column.texts({ description: 'users who receive the report by mail' }),
  addresses: column.texts({
    description: 'further addresses; the report for them omits fields that a field rule hides',
  }),
  enabled: column.bool(),
  created_by: column.text(),
  created_at: column.time(),
  next_run_at: column.time(),
})
export type ReportSchedule = RowOf<typeof REPORT_SCHEDULES>
export type ScheduleInput = Omit<ReportSchedule, 'id' | 'created_by' | 'created_at' | 'next_run_at'>

export function schedules(tx: TenantTx): Promise<ReportSchedule[]> {
  const sql = /* sql */ `
    SELECT ${REPORT_SCHEDULES.columns} FROM report_schedules ORDER BY lower(name), id LIMIT ${REPORT_LIMITS.schedules}`
  return tx.many(REPORT_SCHEDULES.read, sql)
}

/** Throws 422 for an unknown zone or person, and `conflict` past the maximum. */
export async function addSchedule(
  tx: TenantTx,
  sent: ScheduleInput,
  createdBy: string,
  nowMs: number,
): Promise<ReportSchedule> {
  await check(tx, sent)
  const sql = /* sql */ `
    INSERT INTO report_schedules (name, kind, frequency, weekday, hour, time_zone, user_ids, addresses, enabled,
      next_run_at, created_by, created_at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 WHERE (SELECT count(*) FROM report_schedules) < $13
    RETURNING ${REPORT_SCHEDULES.columns}`
  const params = [...valuesOf(sent, nowMs), createdBy, new Date(nowMs), REPORT_LIMITS.schedules]
  const added = await tx.maybeOne(REPORT_SCHEDULES.read, sql, params)
  if (added === null)
    throw new AppError('conflict', `a tenant has at most ${REPORT_LIMITS.schedules} schedules of reports`)
  return added
}

/** Changes a schedule and computes its next run from now. Returns null for an unknown schedule. */
export async function changeSchedule(
  tx: TenantTx,
  id: string,
  sent: ScheduleInput,
  nowMs: number,
): Promise<ReportSchedule | null> {
  await check(tx, sent)
  const sql = /* sql */ `
    UPDATE report_schedules SET name = $1, kind = $2, frequency = $3, weekday = $4, hour = $5, time_zone = $6,
      user_ids = $7, addresses = $8, enabled = $9, next_run_at = $10
    WHERE id = $11 RETURNING ${REPORT_SCHEDULES.columns}`
  return tx.maybeOne(REPORT_SCHEDULES.read, sql, [...valuesOf(sent, nowMs), id])
}

/** Reports that it made stay. */
export async function removeSchedule(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(/* sql */ `DELETE FROM report_schedules WHERE id = $1`, [id])) > 0
}

function valuesOf(sent: ScheduleInput, nowMs: number): unknown[] {
  const { name, kind, frequency, weekday, hour, time_zone, user_ids, addresses, enabled } = sent
  const next = new Date(nextRun(sent, nowMs))
  return [name, kind, frequency, weekday, hour, time_zone, user_ids, addresses, enabled, next]
}

/** Throws 422 for a name that is no zone. */
export function requireZone(zone: string): void {
  if (!isZone(zone)) throw invalid('time_zone', `${zone} is no time zone such as Europe/Zurich`)
}

async function check(tx: TenantTx, { time_zone, user_ids, addresses }: ScheduleInput): Promise<void> {
  requireZone(time_zone)
  for (const address of addresses) checkEmail(address)
  const known = await usersByIds(tx, user_ids)
  const missing = user_ids.find((id) => !known.has(id))
  if (missing !== undefined) throw invalid('user_ids', `${missing} is nobody of this tenant`)
}
