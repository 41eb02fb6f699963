/** Notifies of missed targets of cases, once each: the assignee, and people who subscribed. */
import { tenantId } from '../../../../platform/tenant.ts'
import type { Worker } from '../../../../platform/workers.ts'
import { type Row, text } from '../../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../../stores/postgres/pool.ts'
import { notify, notifySubscribers } from '../../notify/index.ts'
import { CASES, caseNumber } from '../case.ts'

export type BreachDeps = {
  /** Signs in as the owner, because it looks for missed targets over all tenants. */
  readonly pool: Postgres
  readonly nowMs: () => number
}

const POLL_MS = 15_000
const BATCH = 200
/** A breach older than an hour (after a stop of the process) is only listed and not notified. */
const LATE_MS = 3_600_000

export function breachWorkers(deps: BreachDeps): Worker[] {
  return [{ name: 'missed targets', everyMs: POLL_MS, once: async () => (await notifyBreaches(deps)) >= BATCH }]
}

/** Gives how many it notified of. */
export async function notifyBreaches({ pool, nowMs }: BreachDeps): Promise<number> {
  const now = nowMs()
  const sql = /* sql */ `
    SELECT tenant_id, id, clock FROM (
      SELECT tenant_id, id, 'acknowledged' AS clock, ack_due_at AS due_at FROM cases
      WHERE ack_due_at BETWEEN $1 AND $2 AND acknowledged_at IS NULL AND merged_into_id IS NULL
      UNION ALL
      SELECT tenant_id, id, 'resolved', resolve_due_at FROM cases
      WHERE resolve_due_at BETWEEN $1 AND $2 AND resolved_at IS NULL AND merged_into_id IS NULL
      UNION ALL
      SELECT tenant_id, id, 'closed', close_due_at FROM cases
      WHERE close_due_at BETWEEN $1 AND $2 AND closed_at IS NULL AND merged_into_id IS NULL) late
    WHERE NOT EXISTS (SELECT FROM notification_breaches b WHERE b.tenant_id = late.tenant_id AND b.case_id = late.id
      AND b.clock = late.clock)
    ORDER BY due_at LIMIT $3`
  const toLate = (row: Row) => ({
    tenant: tenantId(text(row, 'tenant_id')),
    id: text(row, 'id'),
    clock: text(row, 'clock'),
  })
  const late = await withOperator(pool, 'targets that cases missed', (tx) =>
    tx.many(toLate, sql, [new Date(now - LATE_MS), new Date(now), BATCH]),
  )
  for (const { tenant, id, clock } of late) await withTenant(pool, tenant, (tx) => notifyBreach(tx, id, clock, now))
  return late.length
}

async function notifyBreach(tx: TenantTx, id: string, clock: string, nowMs: number): Promise<void> {
  const claim = /* sql */ `
    INSERT INTO notification_breaches (case_id, clock, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
  if ((await tx.run(claim, [id, clock, new Date(nowMs)])) === 0) return // another replica was here
  const found = await tx.maybeOne(CASES.read, `SELECT ${CASES.columns} FROM cases WHERE id = $1`, [id])
  if (found === null) return
  const { number, title, severity, assigneeId } = found
  const notification = {
    kind: 'sla_breach',
    ...{ title: `${caseNumber(number)} was not ${clock} in time: ${title}`, severity },
    ...{ body: 'Its target has passed.', path: `/cases/${id}`, about: { kind: 'case', id } },
  } as const
  if (assigneeId !== null) {
    const receiver = { kind: 'users', userIds: [assigneeId], label: 'assignee' } as const
    await notify(tx, { ...notification, dedupeKey: `sla/${id}/${clock}` }, [receiver], nowMs)
  }
  await notifySubscribers(tx, { ...notification, dedupeKey: `sla/${id}/${clock}/subscribers` }, nowMs)
}
