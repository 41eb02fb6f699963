import { AppError } from '../../../platform/errors.ts'
import { sameSecret } from '../../../platform/same-secret.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { type Postgres, type TenantTx, withSystem, withTenant } from '../../../stores/postgres/pool.ts'
import { type HiddenFields, hiddenFrom, NOTHING_HIDDEN } from '../../platform/governance/index.ts'
import { tenantByIdOrSlug } from '../tenants/index.ts'
import { isRawKey, keyDigest, permissionsOfScopes, prefixOf } from './api-key.ts'
import { keyByDigest, touchKey, type UsableKey, usableKey } from './api-key-store.ts'
import { accessOfUser } from './effective-permissions.ts'
import { EndedCredential } from './ended-credential.ts'
import { intersection, type PermissionSet, permissionSet } from './permissions.ts'
import type { Principal } from './principal.ts'
import { type LiveSession, liveSession } from './session-store.ts'
import { type Claims, ownerOf, readToken, refused } from './session-tokens.ts'
import type { SigningKeys } from './signing-keys.ts'
import { AGENTS_TOKEN_PERMISSIONS, SERVICE_TOKEN_PERMISSIONS } from './static-roles.ts'

/** The delegate of a delegation with its permissions. Null when it is over. */
export type Delegate = {
  readonly userId: string
  readonly email: string
  /** Role that the delegation gives in the tenant that it opens. */
  readonly role: string
  readonly permissions: PermissionSet
  /** In the home tenant of the user: sessions under the delegation that began before this time are refused as well. */
  readonly sessionsRevokedAt: Date | null
  readonly expiresMs: number
}

export type IdentifyDeps = {
  readonly pool: Postgres
  readonly keys: SigningKeys
  readonly nowMs: () => number
  /** Secrets of the installation's own services; each may name any active tenant. */
  readonly serviceTokens: readonly string[]
  /** Token of the agents service, which has permissions of its own. */
  readonly agentsToken?: string | null
  readonly delegate: (tenant: TenantId, delegationId: string) => Promise<Delegate | null>
}

/** A key's last use is written at most so often. */
const TOUCH_MS = 60_000

/** Throws `bad_credential`, in the same words for every reason. */
export async function identifyBearer(deps: IdentifyDeps, raw: string): Promise<Principal> {
  const { key } = await deps.keys.current()
  const claims = await readToken(key, 'access', raw, deps.nowMs())
  return identifySession(deps, claims).catch((error) => {
    throw isUnknown(error) ? new EndedCredential(error.message, ownerOf(claims.tenant, claims.subject)) : error
  })
}

/** The current user of a session. */
export type SessionClaims = Pick<Claims, 'tenant' | 'session' | 'subject' | 'expiresMs'>

/** The same for a session that was proven before: is it still good, and what does it allow now? */
export async function identifySession(deps: IdentifyDeps, claims: SessionClaims): Promise<Principal> {
  const session = await withTenant(deps.pool, claims.tenant, (tx) => ofSession(tx, claims))
  if (!session) throw refused()
  if (session.live.delegationId === null) return personOf(claims, session)
  return delegateOf(deps, claims, session.live, session.live.delegationId)
}

type Found = { readonly live: LiveSession; readonly permissions: PermissionSet; readonly hidden: HiddenFields }

async function ofSession(tx: TenantTx, claims: SessionClaims): Promise<Found | null> {
  const live = await liveSession(tx, claims.session)
  if (!live) return null
  if (live.userId === null || live.role === null)
    return { live, permissions: permissionSet([]), hidden: NOTHING_HIDDEN }
  if (live.userId !== claims.subject) return null
  return { live, ...(await accessOfUser(tx, { id: live.userId, role: live.role })) }
}

function personOf(claims: SessionClaims, { live, permissions, hidden }: Found): Principal {
  return {
    kind: 'user',
    id: claims.subject,
    tenantId: claims.tenant,
    userId: claims.subject,
    email: live.email,
    permissions,
    hidden,
    sessionId: claims.session,
    keyPrefix: null,
    delegationId: null,
    expiresMs: Math.min(claims.expiresMs, live.expiresAt.getTime()),
  }
}

async function delegateOf(
  deps: IdentifyDeps,
  claims: SessionClaims,
  { createdAt, expiresAt }: LiveSession,
  delegationId: string,
): Promise<Principal> {
  const delegate = await deps.delegate(claims.tenant, delegationId)
  if (!delegate || delegate.userId !== claims.subject) throw refused()
  if (delegate.sessionsRevokedAt !== null && createdAt <= delegate.sessionsRevokedAt) throw refused()
  return {
    kind: 'user',
    id: delegate.userId,
    tenantId: claims.tenant,
    userId: delegate.userId,
    email: delegate.email,
    permissions: delegate.permissions,
    hidden: await withTenant(deps.pool, claims.tenant, (tx) => hiddenFrom(tx, [delegate.role])),
    sessionId: claims.session,
    keyPrefix: null,
    delegationId,
    expiresMs: Math.min(claims.expiresMs, expiresAt.getTime(), delegate.expiresMs),
  }
}

/** A key has its scopes, and never more than its owner's current permissions. Throws `bad_credential`. */
export async function identifyKey(deps: IdentifyDeps, raw: string): Promise<Principal> {
  if (!isRawKey(raw)) throw unknownKey()
  const found = await withSystem(deps.pool, 'API key', (tx) => keyByDigest(tx, keyDigest(raw)))
  if (!found) throw unknownKey()
  const owner = { kind: 'api_key', id: found.id, keyPrefix: prefixOf(raw), tenantId: tenantId(found.tenant) } as const
  return identifyKnownKey(deps, owner.tenantId, found.id).catch((error) => {
    throw isUnknown(error) ? new EndedCredential(error.message, owner) : error
  })
}

/** The same for a key that was proven before. */
export async function identifyKnownKey(deps: IdentifyDeps, tenant: TenantId, id: string): Promise<Principal> {
  const principal = await withTenant(deps.pool, tenant, async (tx) => {
    const key = await usableKey(tx, id)
    if (!key) return null
    if (!key.lastUsedAt || deps.nowMs() - key.lastUsedAt.getTime() > TOUCH_MS) await touchKey(tx, id)
    return keyPrincipal(tx, id, key)
  })
  if (!principal) throw unknownKey()
  return principal
}

async function keyPrincipal(tx: TenantTx, id: string, key: UsableKey): Promise<Principal> {
  const owners = await accessOfUser(tx, { id: key.ownerId, role: key.role })
  return {
    kind: 'api_key',
    id,
    tenantId: tx.tenantId,
    userId: key.ownerId,
    email: key.email,
    permissions: intersection(permissionSet(permissionsOfScopes(key.scopes)), owners.permissions),
    hidden: owners.hidden,
    sessionId: null,
    keyPrefix: key.prefix,
    delegationId: null,
    expiresMs: key.expiresAt?.getTime() ?? null,
  }
}

function isUnknown(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'bad_credential'
}

function unknownKey(): AppError {
  return new AppError('bad_credential', 'the API key is not valid')
}

export type ServiceName = 'service' | 'agents'

/** Null: it is the token of no service. */
export function serviceOf({ agentsToken, serviceTokens }: IdentifyDeps, raw: string): ServiceName | null {
  if (serviceTokens.some((token) => sameSecret(raw, token))) return 'service'
  return agentsToken != null && sameSecret(raw, agentsToken) ? 'agents' : null
}

/** The service names the tenant it works for. Throws `forbidden` without one, or for a tenant that is not active. */
export async function identifyService(
  deps: Pick<IdentifyDeps, 'pool'>,
  declared: string | undefined,
  name: ServiceName = 'service',
): Promise<Principal> {
  const tenant = declared === undefined ? null : await tenantByIdOrSlug(deps.pool, declared)
  if (tenant?.status !== 'active')
    throw new AppError('forbidden', 'a service token needs X-Tenant-ID, and that tenant has to be active')
  return {
    kind: 'service',
    id: name,
    tenantId: tenant.id,
    userId: null,
    email: null,
    permissions: name === 'agents' ? AGENTS_TOKEN_PERMISSIONS : SERVICE_TOKEN_PERMISSIONS,
    hidden: await withTenant(deps.pool, tenant.id, (tx) => hiddenFrom(tx, ['api_service'])),
    sessionId: null,
    keyPrefix: null,
    delegationId: null,
    expiresMs: null,
  }
}
