import { AppError, noSuch } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { ocsfVersions } from '../../../schemas/ocsf/dictionary.ts'
import { type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { announce } from '../../platform/broadcast/index.ts'
import { checkCounts, documentOf, type IngestLimits, statusOf, type Tenant } from './tenant.ts'
import { lockOwnTenant, updateOwnLimits, updateOwnOcsfVersion, updateOwnStatus } from './tenant-store.ts'

export type LimitsChange = {
  readonly weight?: number
  readonly limits?: Partial<IngestLimits>
}

const WEIGHT_MAX = 1000

/** A suspended tenant's credentials are refused; what it has stored stays. Throws `not_found`. */
export function setTenantStatus(pool: Postgres, id: TenantId, status: string): Promise<Tenant> {
  return withTenant(pool, id, (tx) => changeStatus(tx, status))
}

/** The same for the tenant that the transaction is bound to. */
export async function changeStatus(tx: TenantTx, status: string): Promise<Tenant> {
  return announced(tx, await updateOwnStatus(tx, statusOf(status)))
}

/**
 * Sets the OCSF version in which the tenant's events are returned. Throws `not_found`, and `bad_request` for an unknown
 * version.
 */
export function setTenantOcsfVersion(pool: Postgres, id: TenantId, version: string): Promise<Tenant> {
  return withTenant(pool, id, async (tx) => (await pinOcsfVersion(tx, version)).tenant)
}

export type Pinned = { readonly from: string; readonly to: string; readonly tenant: Tenant }

/** The same for the tenant that the transaction is bound to, with the version it had. */
export async function pinOcsfVersion(tx: TenantTx, version: string): Promise<Pinned> {
  if (!ocsfVersions().includes(version))
    throw new AppError('bad_request', `OCSF versions are ${ocsfVersions().join(', ')}`)
  const found = await lockOwnTenant(tx)
  if (!found) throw missing(tx)
  const tenant = await announced(tx, await updateOwnOcsfVersion(tx, version))
  return { from: found.ocsfVersion, to: tenant.ocsfVersion, tenant }
}

/** Changes what is given and keeps the rest. Throws `not_found`, and `bad_request` for a number out of bounds. */
export function setTenantLimits(pool: Postgres, id: TenantId, change: LimitsChange): Promise<Tenant> {
  checkLimits(change)
  return withTenant(pool, id, (tx) => changeLimits(tx, change))
}

/** The same for the tenant that the transaction is bound to. */
export async function changeLimits(tx: TenantTx, change: LimitsChange): Promise<Tenant> {
  checkLimits(change)
  const found = await lockOwnTenant(tx)
  if (!found) throw missing(tx)
  return announced(tx, await updateOwnLimits(tx, merged(found, change)))
}

function checkLimits({ weight, limits }: LimitsChange): void {
  checkCounts({ weight }, WEIGHT_MAX)
  checkCounts({ ...limits })
}

function merged(found: Tenant, { weight, limits }: LimitsChange) {
  return { weight: weight ?? found.weight, limits: { ...found.limits, ...limits } }
}

async function announced(tx: TenantTx, tenant: Tenant | null): Promise<Tenant> {
  if (!tenant) throw missing(tx)
  await announce(tx, { kind: 'tenant', id: tenant.id, document: documentOf(tenant) })
  return tenant
}

function missing(tx: TenantTx): AppError {
  return noSuch('tenant', tx.tenantId)
}
