/**
 * Starts scheduled playbooks. Time is divided into slots of the interval, and the slot is the key of its run, so that
 * each slot has one run.
 */
import type { TenantId } from '../../../platform/tenant.ts'
import { tenantId } from '../../../platform/tenant.ts'
import { int, text } from '../../../stores/postgres/columns.ts'
import { type OperatorTx, type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { byItself, startRun } from './start-run.ts'

type Scheduled = {
  readonly tenant: TenantId
  readonly id: string
  readonly everyMinutes: number
  readonly name: string
}

const MINUTE_MS = 60_000

/** Slots that this process has begun, so that it does not ask for each again until the next one. */
export type BegunSlots = Map<string, number>

/** Gives how many runs began. */
export async function startByClock(pool: Postgres, begun: BegunSlots, nowMs: number): Promise<number> {
  const scheduled = await withOperator(pool, 'playbooks by the clock', scheduledPlaybooks)
  let count = 0
  for (const { tenant, id, everyMinutes, name } of scheduled) {
    const slot = Math.floor(nowMs / (everyMinutes * MINUTE_MS))
    const key = `${tenant}/${id}`
    if (begun.get(key) === slot) continue
    const from = new Date(slot * everyMinutes * MINUTE_MS)
    const run = await withTenant(pool, tenant, (tx) =>
      startRun(tx, {
        ...{ playbookId: id, kind: 'schedule', key: `schedule/${everyMinutes}/${slot}`, dryRun: false },
        trigger: { schedule: { every_minutes: everyMinutes, from: from.toISOString() } },
        ...{ requester: byItself(name), caseId: null, alertId: null, parentRunId: null, depth: 0 },
      }),
    )
    begun.set(key, slot)
    if (run !== null) count++
  }
  const known = new Set(scheduled.map(({ tenant, id }) => `${tenant}/${id}`))
  for (const key of begun.keys()) if (!known.has(key)) begun.delete(key)
  return count
}

function scheduledPlaybooks(tx: OperatorTx): Promise<Scheduled[]> {
  const sql = /* sql */ `
    SELECT p.tenant_id, p.id, (p.document -> 'trigger' ->> 'every_minutes')::int AS every, p.document ->> 'name' AS name
    FROM playbooks p JOIN tenants t ON t.id = p.tenant_id AND t.status = 'active'
    WHERE p.enabled AND p.deleted_at IS NULL AND p.document -> 'trigger' ->> 'on' = 'schedule'
      AND p.document -> 'trigger' ->> 'every_minutes' IS NOT NULL
    ORDER BY p.tenant_id, p.id`
  return tx.many(
    (row) => ({
      tenant: tenantId(text(row, 'tenant_id')),
      id: text(row, 'id'),
      everyMinutes: int(row, 'every'),
      name: text(row, 'name'),
    }),
    sql,
  )
}
