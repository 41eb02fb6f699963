import type { OperatorTx, TenantTx } from '../../../stores/postgres/pool.ts'
import { type Tenant, type TenantStatus, toTenant } from './tenant.ts'

const COLUMNS = `id, name, status, weight, events_per_second, events_burst, requests_per_second, requests_burst,
  ocsf_version, created_at`

/** The tenant the transaction is bound to; null when no such tenant exists. */
export function ownTenant(tx: TenantTx): Promise<Tenant | null> {
  return tx.maybeOne(toTenant, /* sql */ `SELECT ${COLUMNS} FROM tenants`)
}

/** Reads and locks the tenant until this transaction ends. */
export function lockOwnTenant(tx: TenantTx): Promise<Tenant | null> {
  return tx.maybeOne(toTenant, /* sql */ `SELECT ${COLUMNS} FROM tenants FOR UPDATE`)
}

/** Null when the tenant exists already; waits for another transaction that is creating it. */
export function insertOwnTenant(tx: TenantTx, name: string): Promise<Tenant | null> {
  const sql = /* sql */ `INSERT INTO tenants (id, name) VALUES (svc_tenant(), $1) ON CONFLICT (id) DO NOTHING RETURNING ${COLUMNS}`
  return tx.maybeOne(toTenant, sql, [name])
}

export function updateOwnStatus(tx: TenantTx, status: TenantStatus): Promise<Tenant | null> {
  return tx.maybeOne(toTenant, /* sql */ `UPDATE tenants SET status = $1 RETURNING ${COLUMNS}`, [status])
}

export function updateOwnLimits(tx: TenantTx, to: Pick<Tenant, 'weight' | 'limits'>) {
  const { eventsPerSecond, eventsBurst, requestsPerSecond, requestsBurst } = to.limits
  const sql = /* sql */ `
    UPDATE tenants SET weight = $1, events_per_second = $2, events_burst = $3, requests_per_second = $4,
      requests_burst = $5 RETURNING ${COLUMNS}`
  const params = [to.weight, eventsPerSecond, eventsBurst, requestsPerSecond, requestsBurst]
  return tx.maybeOne(toTenant, sql, params)
}

export function updateOwnOcsfVersion(tx: TenantTx, version: string): Promise<Tenant | null> {
  return tx.maybeOne(toTenant, /* sql */ `UPDATE tenants SET ocsf_version = $1 RETURNING ${COLUMNS}`, [version])
}

/** All tenants in the order of their ids, a page at a time. */
export function tenantsAfter(tx: OperatorTx, id: string, limit: number): Promise<Tenant[]> {
  return tx.many(toTenant, /* sql */ `SELECT ${COLUMNS} FROM tenants WHERE id > $1 ORDER BY id LIMIT $2`, [id, limit])
}
