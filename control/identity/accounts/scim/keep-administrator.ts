import { AppError } from '../../../../platform/errors.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { hasAdministrator } from './directory-role-store.ts'
import { lockDirectory } from './lock.ts'

/**
 * Applies one change of the directory at a time in a tenant. Throws `conflict`, and changes nothing, when no active
 * administrator would be left: a directory must not be able to lock everyone out.
 */
export async function changeDirectory<T>(tx: TenantTx, change: () => Promise<T>): Promise<T> {
  await lockDirectory(tx)
  const had = await hasAdministrator(tx)
  const changed = await change()
  if (had && !(await hasAdministrator(tx)))
    throw new AppError('conflict', 'the last active tenant_admin stays: make another one before')
  return changed
}
