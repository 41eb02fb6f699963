import { AppError } from '../../../platform/errors.ts'
import type { Sealer } from '../../../platform/seal.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { withSystem } from '../../../stores/postgres/pool.ts'
import { PUSH_TOKEN_HMAC } from '../../platform/vault/index.ts'
import type { TokenDeps } from './mint-token.ts'
import { digestOf, isRawToken } from './token.ts'
import { credentialByDigest } from './token-store.ts'

/** The record of a presented token. The caller judges `revokedAt`, `tenantStatus` and the template. */
export type FoundToken = {
  readonly tenantId: TenantId
  readonly templateId: string
  readonly tokenId: string
  readonly label: string
  readonly hmacSecret: string | null
  readonly revokedAt: Date | null
  readonly tenantStatus: 'active' | 'suspended'
}

/** Null for a text that is no valid token. Throws `unavailable` when the database cannot be asked. */
export async function findToken({ pool, sealer }: TokenDeps, rawToken: string): Promise<FoundToken | null> {
  if (!isRawToken(rawToken)) return null
  const found = await withSystem(pool, 'token lookup', (tx) => credentialByDigest(tx, digestOf(rawToken)))
  if (!found) return null
  const tenant = tenantId(found.tenant)
  return {
    tenantId: tenant,
    templateId: found.templateId,
    tokenId: found.id,
    label: found.label,
    hmacSecret:
      found.hmacSealed &&
      opened(sealer, found.hmacSealed, PUSH_TOKEN_HMAC.context({ tenant_id: tenant, id: found.id })),
    revokedAt: found.revokedAt,
    tenantStatus: found.tenantStatus === 'active' ? 'active' : 'suspended',
  }
}

/** A secret that does not open means that the credential cannot be verified here, not that it needs no signature. */
function opened(sealer: Sealer, sealed: Buffer, context: string): string {
  try {
    return sealer.open(sealed, context)
  } catch (cause) {
    throw new AppError('unavailable', 'the credential cannot be verified here', { cause })
  }
}
