import { AppError } from '../../../platform/errors.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import type { Tenant } from './tenant.ts'
import { ownTenant, tenantsAfter } from './tenant-store.ts'

const PAGE = 500

/** A tenant's id is its slug. Null when there is none, also for a text that cannot be an id. */
export async function tenantByIdOrSlug(pool: Postgres, idOrSlug: string): Promise<Tenant | null> {
  const id = parsed(idOrSlug)
  return id === null ? null : withTenant(pool, id, ownTenant)
}

/** True when the tenant of the transaction exists; a tenant is never removed. */
export async function tenantExists(tx: TenantTx): Promise<boolean> {
  return (await ownTenant(tx)) !== null
}

/** All tenants, for the operator: `pool` signs in as the owner. A page a transaction, so memory stays bounded. */
export async function* eachTenant(pool: Postgres): AsyncGenerator<Tenant> {
  for (let after = ''; ; ) {
    const page = await withOperator(pool, 'list tenants', (tx) => tenantsAfter(tx, after, PAGE))
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last.id
  }
}

/**
 * Runs a statement in each tenant that removes up to `atOnce` records from before a time: its parameters. True when one of
 * them may have more.
 */
export async function forgetOlder(pool: Postgres, sql: string, before: Date, atOnce: number): Promise<boolean> {
  let isMore = false
  for await (const { id } of eachTenant(pool))
    if ((await withTenant(pool, id, (tx) => tx.run(sql, [before, atOnce]))) === atOnce) isMore = true
  return isMore
}

function parsed(text: string): TenantId | null {
  try {
    return tenantId(text)
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_tenant') return null
    throw error
  }
}
