/** `svc ocsf pin`: sets the OCSF version in which a tenant's events are returned. */
import { setTenantOcsfVersion, tenantByIdOrSlug } from '../../control/identity/tenants/index.ts'
import { requireFound } from '../../platform/errors.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openPostgres, type Postgres } from '../../stores/postgres/pool.ts'
import { targets } from './connect.ts'

export async function runPin({ tenant, version }: { tenant: string; version: string }): Promise<void> {
  await withTenants((pool) => setTenantOcsfVersion(pool, tenantId(tenant), version))
}

/** Throws `not_found`. */
export async function pinnedVersion(tenant: string): Promise<string> {
  const found = requireFound(await withTenants((pool) => tenantByIdOrSlug(pool, tenant)), 'tenant', tenant)
  return found.ocsfVersion
}

async function withTenants<T>(work: (pool: Postgres) => Promise<T>): Promise<T> {
  const pool = openPostgres({ url: targets().databaseUrl, poolSize: 1 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
