import { noSuch } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { revokeById } from './token-store.ts'

/** Final; revoking again changes nothing. Throws `not_found` for a token the tenant does not have. */
export async function revokeToken(tx: TenantTx, tokenId: string): Promise<void> {
  if (!(await revokeById(tx, tokenId))) throw noSuch('token', tokenId)
}
