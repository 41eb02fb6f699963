import { AppError } from '../../platform/errors.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { type Postgres, withTenant } from '../../stores/postgres/pool.ts'
import type { InboxToken } from './token.ts'
import { revokeById, tokensPage } from './token-store.ts'

export const PAGE_MAX = 500

/** Newest first, revoked ones included. `before` is the id of the last token of the page before. */
export function listTokens(pool: Postgres, tenant: TenantId, page: { limit?: number; before?: string } = {}) {
  const limit = page.limit ?? 50
  if (!Number.isInteger(limit) || limit < 1 || limit > PAGE_MAX)
    throw new AppError('bad_request', `limit is a whole number from 1 to ${PAGE_MAX}`)
  return withTenant<InboxToken[]>(pool, tenant, (tx) => tokensPage(tx, limit, page.before ?? null))
}

/** Final; revoking again changes nothing. Throws `not_found` for a token the tenant does not have. */
export async function revokeToken(pool: Postgres, tenant: TenantId, tokenId: string): Promise<void> {
  const revoked = await withTenant(pool, tenant, (tx) => revokeById(tx, tokenId))
  if (!revoked) throw new AppError('not_found', `no token ${tokenId}`)
}
