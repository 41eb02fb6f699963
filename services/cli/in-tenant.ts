import { tenantId } from '../../platform/tenant.ts'
import { openPostgres, type TenantTx, withTenant } from '../../stores/postgres/pool.ts'
import { targets } from './connect.ts'
import { requireTenant } from './known-tenant.ts'

/** Opens a connection and does something in a tenant that exists. */
export async function inTenant<T>(tenant: string, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  const pool = openPostgres({ url: targets().databaseUrl, poolSize: 1 })
  const id = tenantId(tenant)
  try {
    await requireTenant(pool, id)
    return await withTenant(pool, id, work)
  } finally {
    await pool.end()
  }
}
