import { AppError } from '../../../../platform/errors.ts'
import { tenantId } from '../../../../platform/tenant.ts'
import { type Postgres, type TenantTx, withSystem, withTenant } from '../../../../stores/postgres/pool.ts'
import { NOTHING_HIDDEN } from '../../../platform/governance/index.ts'
import { EndedCredential } from '../ended-credential.ts'
import type { Principal } from '../principal.ts'
import { PROVISIONER } from './manage-tokens.ts'
import { digestOf, isRawToken } from './token.ts'
import { tokenByDigest, touchToken, type UsableToken, usableToken } from './token-store.ts'

export type ProvisionerDeps = { readonly pool: Postgres; readonly nowMs: () => number }

/** A token's last use is written at most so often. */
const TOUCH_MS = 60_000

/** The directory behind a provisioning token. Throws `bad_credential`, in the same words for every reason. */
export async function identifyProvisioner({ pool, nowMs }: ProvisionerDeps, raw: string): Promise<Principal> {
  if (!isRawToken(raw)) throw refusedToken()
  const found = await withSystem(pool, 'provisioning token', (tx) => tokenByDigest(tx, digestOf(raw)))
  if (!found) throw refusedToken()
  const { id } = found
  const token = await withTenant(pool, tenantId(found.tenant), (tx) => usedToken(tx, id, nowMs()))
  if (!token) {
    const of = { kind: 'api_key', id, keyPrefix: null, tenantId: tenantId(found.tenant) } as const
    throw new EndedCredential(refusedToken().message, of)
  }
  return {
    kind: 'api_key',
    id,
    tenantId: tenantId(found.tenant),
    userId: null,
    email: null,
    permissions: PROVISIONER,
    hidden: NOTHING_HIDDEN, // a directory may read all that it wrote
    sessionId: null,
    keyPrefix: token.prefix,
    delegationId: null,
    expiresMs: token.expiresAt?.getTime() ?? null,
  }
}

async function usedToken(tx: TenantTx, id: string, nowMs: number): Promise<UsableToken | null> {
  const token = await usableToken(tx, id)
  if (token && (!token.lastUsedAt || nowMs - token.lastUsedAt.getTime() > TOUCH_MS)) await touchToken(tx, id)
  return token
}

export function refusedToken(): AppError {
  return new AppError('bad_credential', 'the provisioning token is not valid')
}
