import { AppError } from '../../../../platform/errors.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { hasAdministrator } from './directory-role-store.ts'
import { lockDirectory } from './lock.ts'

/**
 * A change of the directory, one at a time in a tenant. Throws `conflict`, and nothing changes, when it would leave the
 * tenant without anybody active who may administer it: a directory must not lock everybody out, least of all unnoticed.
 */
export async function changeDirectory<T>(tx: TenantTx, change: () => Promise<T>): Promise<T> {
  await lockDirectory(tx)
  const had = await hasAdministrator(tx)
  const changed = await change()
  if (had && !(await hasAdministrator(tx)))
    throw new AppError('conflict', 'the last active tenant_admin stays: make another one before')
  return changed
}
