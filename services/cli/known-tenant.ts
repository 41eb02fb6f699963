/** A slip of the pen is not a tenant that has nothing. */
import { tenantByIdOrSlug } from '../../control/identity/tenants/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { openPostgres, type Postgres } from '../../stores/postgres/pool.ts'
import { targets } from './connect.ts'

/** Where the lake has told nothing of a tenant, or cannot. Throws `not_found`. */
export async function knownTenant(id: TenantId): Promise<void> {
  const pool = openPostgres({ url: targets().databaseUrl, poolSize: 1 })
  try {
    await requireTenant(pool, id)
  } finally {
    await pool.end()
  }
}

/** Throws `not_found`. */
export async function requireTenant(pool: Postgres, id: TenantId): Promise<void> {
  if ((await tenantByIdOrSlug(pool, id)) === null) throw new AppError('not_found', `no tenant ${id}`)
}
