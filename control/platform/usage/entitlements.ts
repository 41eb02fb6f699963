/** The allowance of a tenant on a meter. */
import { AppError, noSuch } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { int, text } from '../../../stores/postgres/columns.ts'
import { asTenant, type Postgres, type TenantTx, withOperator } from '../../../stores/postgres/pool.ts'
import { METERS, meterNamed } from './meters.ts'

export type Entitlement = { readonly meter: string; readonly allowance: number }

export function entitlementsOf(tx: TenantTx): Promise<readonly Entitlement[]> {
  return tx.many(
    (row) => ({ meter: text(row, 'meter'), allowance: int(row, 'allowance') }),
    /* sql */ `SELECT meter, allowance FROM entitlements ORDER BY meter`,
  )
}

/** Writes the change to the audit log. */
export type RecordEntitlement = (tx: TenantTx) => Promise<void>

/** `allowance` null: no bound. Throws `bad_request` for an unknown meter, and `not_found` for an unknown tenant. */
export async function setEntitlement(
  owner: Postgres,
  tenant: TenantId,
  { meter, allowance }: { readonly meter: string; readonly allowance: number | null },
  record: RecordEntitlement,
): Promise<void> {
  if (meterNamed(meter) === undefined)
    throw new AppError('bad_request', `meters are ${METERS.map(({ name }) => name).join(', ')}, not ${meter}`)
  await withOperator(owner, 'set an entitlement', async (tx) => {
    const known = await tx.many((row) => text(row, 'id'), /* sql */ `SELECT id FROM tenants WHERE id = $1`, [tenant])
    if (known.length === 0) throw noSuch('tenant', tenant)
    await tx.run(/* sql */ `DELETE FROM entitlements WHERE tenant_id = $1 AND meter = $2`, [tenant, meter])
    if (allowance !== null) {
      const sql = /* sql */ `INSERT INTO entitlements (tenant_id, meter, allowance) VALUES ($1, $2, $3)`
      await tx.run(sql, [tenant, meter, allowance])
    }
    await asTenant(tx, tenant, record)
  })
}
