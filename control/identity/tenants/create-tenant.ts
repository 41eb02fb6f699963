import { AppError } from '../../../platform/errors.ts'
import { tenantId } from '../../../platform/tenant.ts'
import { type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { announce } from '../../platform/broadcast/index.ts'
import { documentOf, type Tenant } from './tenant.ts'
import { insertOwnTenant, lockOwnTenant } from './tenant-store.ts'

const NAME_LENGTH_MAX = 200

/** Throws `bad_tenant` for an id that cannot be one, `conflict` when it exists. */
export async function createTenant(pool: Postgres, input: { id: string; name?: string }): Promise<Tenant> {
  const { tenant, created } = await withTenant(pool, tenantId(input.id), (tx) => ensureTenant(tx, input.name))
  if (!created) throw new AppError('conflict', `tenant ${tenant.id} exists already`)
  return tenant
}

/**
 * The tenant of the transaction, created when it is new and locked either way: simultaneous callers wait for each
 * other.
 */
export async function ensureTenant(tx: TenantTx, name?: string): Promise<{ tenant: Tenant; created: boolean }> {
  const called = name ?? tx.tenantId
  if (called.length < 1 || called.length > NAME_LENGTH_MAX)
    throw new AppError('bad_request', `a tenant's name has 1 to ${NAME_LENGTH_MAX} characters`)
  const made = await insertOwnTenant(tx, called)
  if (made) {
    await announce(tx, { kind: 'tenant', id: made.id, document: documentOf(made) })
    return { tenant: made, created: true }
  }
  const found = await lockOwnTenant(tx)
  if (!found) throw new AppError('unavailable', `tenant ${tx.tenantId} was removed meanwhile`)
  return { tenant: found, created: false }
}
