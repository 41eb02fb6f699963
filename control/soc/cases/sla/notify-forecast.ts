/**
 * Notifies of cases that will likely miss a target, once for each target: the assignee, and people who subscribed.
 */
import { tenantId } from '../../../../platform/tenant.ts'
import type { Worker } from '../../../../platform/workers.ts'
import { text } from '../../../../stores/postgres/columns.ts'
import { type TenantTx, withOperator, withTenant } from '../../../../stores/postgres/pool.ts'
import { notify, notifySubscribers } from '../../notify/index.ts'
import { caseNumber } from '../case.ts'
import { type ForecastCase, forecastCases } from './forecast-cases.ts'
import type { BreachDeps } from './notify-breaches.ts'

const POLL_MS = 60_000
const CHANCE_MIN = 0.5
/** Before a target: earlier there is time for much to change. */
const AHEAD_MS = 4 * 3_600_000
const TENANTS = 200

export function forecastWorkers(deps: BreachDeps): Worker[] {
  const once = async () => {
    await notifyForecasts(deps)
    return false
  }
  return [{ name: 'SLA forecast', everyMs: POLL_MS, once }]
}

/** Notifies tenants that have a case whose target is near. Returns the number of cases. */
export async function notifyForecasts({ pool, nowMs }: BreachDeps): Promise<number> {
  const now = nowMs()
  const sql = /* sql */ `
    SELECT tenant_id FROM (
      SELECT tenant_id FROM cases WHERE ack_due_at BETWEEN $1 AND $2 AND acknowledged_at IS NULL AND merged_into_id IS NULL
      UNION
      SELECT tenant_id FROM cases WHERE resolve_due_at BETWEEN $1 AND $2 AND resolved_at IS NULL
        AND merged_into_id IS NULL) near
    ORDER BY random() LIMIT $3`
  const tenants = await withOperator(pool, 'targets that are near', (tx) =>
    tx.many((row) => tenantId(text(row, 'tenant_id')), sql, [new Date(now), new Date(now + AHEAD_MS), TENANTS]),
  )
  let count = 0
  for (const tenant of tenants) count += await withTenant(pool, tenant, (tx) => notifyOf(tx, now))
  return count
}

async function notifyOf(tx: TenantTx, nowMs: number): Promise<number> {
  const { cases } = await forecastCases(tx, nowMs)
  const likely = cases.filter(({ chance, dueMs }) => chance >= CHANCE_MIN && dueMs > nowMs && dueMs <= nowMs + AHEAD_MS)
  for (const one of likely) await notifyLikely(tx, one, nowMs)
  return likely.length
}

async function notifyLikely(tx: TenantTx, one: ForecastCase, nowMs: number): Promise<void> {
  const { id, number, title, severity, assigneeId, clock, dueMs, chance } = one
  const word = clock === 'ack' ? 'acknowledged' : 'resolved'
  const notification = {
    kind: 'sla_forecast',
    ...{ title: `${caseNumber(number)} will likely not be ${word} in time: ${title}`, severity, path: `/cases/${id}` },
    body: `The chance that it misses its target is ${Math.round(chance * 100)} %. It is due ${new Date(dueMs).toISOString()}.`,
    about: { kind: 'case', id },
  } as const
  const dedupeKey = `sla-forecast/${id}/${clock}`
  if (assigneeId !== null) {
    const receiver = { kind: 'users', userIds: [assigneeId], label: 'assignee' } as const
    await notify(tx, { ...notification, dedupeKey }, [receiver], nowMs)
  }
  await notifySubscribers(tx, { ...notification, dedupeKey: `${dedupeKey}/subscribers` }, nowMs)
}
