import type { TenantTx } from '../../../../stores/postgres/pool.ts'

/**
 * Writers of a tenant's directory take turns until their transactions end: they judge names that are taken, room that is
 * left, and whether an administrator is.
 */
export async function lockDirectory(tx: TenantTx): Promise<void> {
  await tx.many(() => null, /* sql */ `SELECT pg_advisory_xact_lock(7342, hashtext(svc_tenant()))`)
}
