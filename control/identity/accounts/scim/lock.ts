import type { TenantTx } from '../../../../stores/postgres/pool.ts'

/**
 * Serialises writers of a tenant's directory until their transactions end, because they check for names in use,
 * remaining capacity and a remaining administrator.
 */
export async function lockDirectory(tx: TenantTx): Promise<void> {
  await tx.many(() => null, /* sql */ `SELECT pg_advisory_xact_lock(7342, hashtext(svc_tenant()))`)
}
