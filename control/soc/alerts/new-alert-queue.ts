/** New alerts that wait for those who look at each once. */
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { text } from '../../../stores/postgres/columns.ts'
import type { OperatorTx, TenantTx } from '../../../stores/postgres/pool.ts'
import type { Alert } from './alert.ts'
import { alertOrNull } from './find-alert.ts'

const CONSUMERS = ['playbooks', 'triage', 'enrichment'] as const
export type ArrivalConsumer = (typeof CONSUMERS)[number]

const TENANTS_MAX = 500

/** The alert waits for every consumer. */
export async function queueArrival(tx: TenantTx, alertId: string): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO alert_arrivals (consumer, alert_id) SELECT unnest($2::text[]), $1 ON CONFLICT DO NOTHING`
  await tx.run(sql, [alertId, CONSUMERS])
}

/** Tenants with alerts that this consumer has not looked at. */
export function tenantsWithArrivals(tx: OperatorTx, consumer: ArrivalConsumer): Promise<TenantId[]> {
  const sql = /* sql */ `SELECT DISTINCT tenant_id FROM alert_arrivals WHERE consumer = $1 LIMIT ${TENANTS_MAX}`
  return tx.many((row) => tenantId(text(row, 'tenant_id')), sql, [consumer])
}

/**
 * Takes the oldest alerts that wait out of the queue. A query of its own locks them: behind `IN` a plan may run it for
 * each row, and then far more than `limit` are taken.
 */
export function takeArrivals(tx: TenantTx, consumer: ArrivalConsumer, limit: number): Promise<string[]> {
  const sql = /* sql */ `
    WITH oldest AS (
      SELECT alert_id AS oldest_id FROM alert_arrivals WHERE consumer = $1 ORDER BY arrived_at, alert_id LIMIT $2
      FOR UPDATE SKIP LOCKED)
    DELETE FROM alert_arrivals USING oldest WHERE consumer = $1 AND alert_id = oldest_id
    RETURNING alert_id`
  return tx.many((row) => text(row, 'alert_id'), sql, [consumer, limit])
}

/**
 * The alerts of these arrivals by id, each once, without those that are gone. An alert may have become part of another
 * while it waited: then it is the other one, which may have arrived itself.
 */
export async function arrivedAlerts(tx: TenantTx, ids: readonly string[]): Promise<Alert[]> {
  const alerts = new Map<string, Alert>()
  for (const id of ids.toSorted()) {
    const alert = await alertOrNull(tx, id)
    if (alert !== null) alerts.set(alert.id, alert)
  }
  return [...alerts.values()]
}

/** Behind those that wait. An alert that is gone, or came more than a day ago, does not come back. */
export async function putBackArrival(tx: TenantTx, consumer: ArrivalConsumer, alertId: string): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO alert_arrivals (consumer, alert_id)
    SELECT $1, id FROM alerts WHERE id = $2 AND created_at > clock_timestamp() - interval '1 day'
    ON CONFLICT DO NOTHING`
  await tx.run(sql, [consumer, alertId])
}
