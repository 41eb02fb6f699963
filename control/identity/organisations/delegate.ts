import { randomUUID } from 'node:crypto'
import { assert } from '../../../platform/assert.ts'
import { AppError, noSuch } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import {
  ACCESS_SECONDS,
  type Delegate,
  getUser,
  type Holder,
  insertDelegatedSession,
  isGrantable,
  normalEmail,
  permissionsOfRole,
  requireHeld,
  type SessionDeps,
  sessionsRevokedAt,
  signToken,
} from '../accounts/index.ts'
import { type Delegation, delegationById, insertDelegation, markRevoked } from './delegation.ts'

export type DelegationInput = {
  readonly email: string
  readonly role: string
  readonly reason: string
  readonly expiresInHours: number
}

/** Ninety days: no delegation is permanent. */
export const DELEGATION_HOURS_MAX = 2160
const HOUR_MS = 3_600_000

/**
 * Gives one user of the tenant's provider access. Throws `conflict` when it has no provider, 422 when the provider has
 * no such active user, `forbidden` for a role that the giver could not give to a user of its own.
 */
export async function giveDelegation(tx: TenantTx, principal: Holder, input: DelegationInput, nowMs: number) {
  const { userId, delegationId } = principal
  if (userId === null || delegationId !== null)
    throw new AppError('forbidden', 'only a user of this tenant lets others in')
  if (!isGrantable(input.role)) throw new AppError('forbidden', `the role ${input.role.slice(0, 60)} cannot be granted`)
  requireHeld(principal, permissionsOfRole(input.role), `delegating the role ${input.role}`)
  if (!(await hasProvider(tx))) throw new AppError('conflict', 'this tenant belongs to no organisation')
  const delegate = await providerUser(tx, normalEmail(input.email))
  if (!delegate) throw invalid('email', 'the provider of this tenant has no such active user')
  const delegation = await insertDelegation(tx, {
    ...delegate,
    role: input.role,
    reason: input.reason,
    grantedBy: userId,
    createdAt: new Date(nowMs),
    expiresAt: new Date(nowMs + input.expiresInHours * HOUR_MS),
  })
  assert(delegation !== null, 'an insert answers with its row')
  return delegation
}

/** Ends the sessions under it too, by what `liveDelegate` answers; false when it was revoked before. Throws `not_found`. */
export async function revokeDelegation(tx: TenantTx, id: string): Promise<boolean> {
  const isNew = await markRevoked(tx, id)
  if (isNew === null) throw noSuch('delegation', id)
  return isNew
}

/**
 * Ends a delegation that a user of the bound provider holds, in the customer's tenant, where `recordEntry` writes it down
 * too. False when it was revoked before. Throws `not_found` for a delegation of nobody here.
 */
export async function endHeldDelegation(
  pool: Postgres,
  home: TenantId,
  id: string,
  recordEntry: RecordEntry,
): Promise<{ readonly isNew: boolean; readonly customer: TenantId }> {
  const delegation = await withTenant(pool, home, (tx) => delegationById(tx, id))
  if (delegation?.homeTenant !== home) throw noSuch('delegation', id)
  const isNew = await withTenant(pool, delegation.tenantId, async (tx) => {
    const wasLive = await revokeDelegation(tx, id)
    if (wasLive) await recordEntry(tx, delegation)
    return wasLive
  })
  return { isNew, customer: delegation.tenantId }
}

export type EnteredTenant = {
  readonly accessToken: string
  readonly expiresInSeconds: number
  readonly tenantId: TenantId
  readonly role: string
}

/** Records the audit entry, in the customer's transaction. */
export type RecordEntry = (tx: TenantTx, delegation: Delegation) => Promise<void>

/**
 * An access token for the customer's tenant, without a refresh token: it ends after half an hour, or with the
 * delegation. Throws `not_found` for a delegation that is not the caller's or is over.
 */
export async function enterTenant(
  deps: SessionDeps,
  principal: Holder,
  id: string,
  recordEntry: RecordEntry,
): Promise<EnteredTenant> {
  const delegation = await withTenant(deps.pool, principal.tenantId, (tx) => delegationById(tx, id))
  const isOwn = delegation?.homeTenant === principal.tenantId && delegation.delegateId === principal.userId
  if (!delegation || !isOwn || principal.kind !== 'user' || principal.delegationId !== null || isOver(delegation, deps))
    throw noSuch('delegation', id)
  const expiresMs = Math.min(deps.nowMs() + ACCESS_SECONDS * 1000, delegation.expiresAt.getTime())
  const session = { id: randomUUID(), delegationId: id, expiresAt: new Date(expiresMs) }
  await withTenant(deps.pool, delegation.tenantId, async (tx) => {
    await insertDelegatedSession(tx, session)
    await recordEntry(tx, delegation)
  })
  const { key } = await deps.keys.current()
  const { tenantId: tenant, delegateId: subject } = delegation
  const token = { kind: 'access' as const, tenant, session: session.id, subject, tokenId: randomUUID(), expiresMs }
  const accessToken = await signToken(key, token, deps.nowMs())
  const expiresInSeconds = Math.floor((expiresMs - deps.nowMs()) / 1000)
  return { accessToken, expiresInSeconds, tenantId: tenant, role: delegation.role }
}

/** Checked at every request: null once the delegation has expired or was revoked, or its user has left the provider. */
export async function liveDelegate(
  pool: Postgres,
  tenant: TenantId,
  id: string,
  nowMs: number,
): Promise<Delegate | null> {
  const delegation = await withTenant(pool, tenant, (tx) => delegationById(tx, id))
  if (!delegation || delegation.tenantId !== tenant || isOver(delegation, { nowMs: () => nowMs })) return null
  const { homeTenant, delegateId, role } = delegation
  const [user, revokedAt] = await withTenant(pool, homeTenant, (tx) =>
    Promise.all([getUser(tx, delegateId), sessionsRevokedAt(tx, delegateId)]),
  )
  if (!user.isActive || !isGrantable(role)) return null
  return {
    userId: user.id,
    email: user.email,
    role,
    permissions: permissionsOfRole(role),
    sessionsRevokedAt: revokedAt,
    expiresMs: delegation.expiresAt.getTime(),
  }
}

function isOver({ revokedAt, expiresAt }: Delegation, { nowMs }: Pick<SessionDeps, 'nowMs'>): boolean {
  return revokedAt !== null || expiresAt.getTime() <= nowMs()
}

async function hasProvider(tx: TenantTx): Promise<boolean> {
  const sql = /* sql */ `SELECT organisation_id FROM organisation_tenants WHERE tenant_id = svc_tenant()`
  return (await tx.maybeOne(() => true, sql)) ?? false
}

/** Home tenant and id of an active user of the provider of the bound tenant. */
export function providerUser(tx: TenantTx, email: string) {
  return tx.maybeOne(
    (row) => ({ homeTenant: tenantId(text(row, 'home_tenant')), delegateId: text(row, 'id') }),
    /* sql */ `SELECT home_tenant, id FROM svc_provider_user($1)`,
    [email],
  )
}
