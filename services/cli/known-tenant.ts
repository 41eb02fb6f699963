/** Distinguishes a mistyped tenant from a tenant without events. */
import { tenantByIdOrSlug } from '../../control/identity/tenants/index.ts'
import { noSuch } from '../../platform/errors.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { openPostgres, type Postgres } from '../../stores/postgres/pool.ts'
import { targets } from './connect.ts'

/** Looks a tenant up in Postgres when the lake has no rows of it or cannot be read. Throws `not_found`. */
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
  if ((await tenantByIdOrSlug(pool, id)) === null) throw noSuch('tenant', id)
}
