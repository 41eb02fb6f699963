import { noSuch } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { revokeById } from './token-store.ts'

/** Final; false when it was revoked before. Throws `not_found` for a token the tenant does not have. */
export async function revokeToken(tx: TenantTx, tokenId: string): Promise<boolean> {
  const isNew = await revokeById(tx, tokenId)
  if (isNew === null) throw noSuch('token', tokenId)
  return isNew
}
