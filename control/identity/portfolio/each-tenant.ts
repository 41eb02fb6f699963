/**
 * Reads and changes of a provider's person over the tenants that gave it a delegation: in each by the rights of that
 * delegation, under its field rules, and on record in its audit log.
 */
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { type Actor, type MutationDeps, perform } from '../../platform/acting/index.ts'
import { type HiddenFields, hiddenFrom } from '../../platform/governance/index.ts'
import { isGrantable, type Permission, permissionSet, permissionsOfRole } from '../accounts/index.ts'
import { type Delegation, delegationById, delegationsInForce } from '../organisations/index.ts'
import { ownTenant } from '../tenants/index.ts'

export const PORTFOLIO_LIMITS = {
  /**
   * Maximum tenants of one person, by id; the answer says when more are left out.
   * @bound tenants in the portfolio of a person -> further ones, by id, are left out, and the answer says so
   */
  tenants: 500,
  /**
   * Tenants that one request works in at the same time.
   * @bound tenants that one request of a portfolio works in at once -> they wait
   */
  atOnce: 4,
} as const

export type PortfolioDeps = MutationDeps & { readonly pool: Postgres }

/** A tenant with the delegation that gives access to it, and the actor as they act there. */
export type Entrance = {
  readonly tenant: TenantId
  readonly delegation: Delegation
  readonly actor: Actor
}

/** `fault`: why nothing of this tenant is in the answer. */
export type Read<T> = { readonly entrance: Entrance } & ({ readonly value: T } | { readonly fault: string })

export type TenantWork<T> = (
  tx: TenantTx,
  tenant: { readonly name: string; readonly hidden: HiddenFields },
) => Promise<T>

/**
 * The live delegations of the actor among the wanted tenants, one each. `leftOff` is true when there are more. Throws
 * `forbidden`.
 */
export async function entrancesOf(
  deps: PortfolioDeps,
  actor: Actor,
  nowMs: number,
  wanted: readonly string[] | null = null,
): Promise<{ readonly entrances: readonly Entrance[]; readonly leftOff: boolean }> {
  const { kind, personId, delegationId } = actor
  if (kind !== 'user' || personId === null || delegationId !== null)
    throw new AppError('forbidden', 'this is for a person of the provider, signed in at home')
  const limit = PORTFOLIO_LIMITS.tenants
  const found = await withTenant(deps.pool, actor.tenantId, (tx) =>
    delegationsInForce(tx, personId, new Date(nowMs), limit + 1, wanted),
  )
  return { entrances: found.slice(0, limit).map((one) => entranceBy(actor, one)), leftOff: found.length > limit }
}

function entranceBy(actor: Actor, delegation: Delegation): Entrance {
  const { id: delegationId, tenantId, role } = delegation
  const permissions = isGrantable(role) ? permissionsOfRole(role) : permissionSet([])
  return { tenant: tenantId, delegation, actor: { ...actor, tenantId, delegationId, permissions, sessionId: null } }
}

/**
 * Does `work` in one tenant, recorded there as `action`. Throws `forbidden` without the permission, for a tenant that is
 * suspended, and for a delegation that has ended meanwhile.
 */
export function inTenant<T>(
  deps: PortfolioDeps,
  { actor, delegation }: Entrance,
  { needs, action, nowMs }: { readonly needs: Permission; readonly action: string; readonly nowMs: number },
  work: TenantWork<T>,
): Promise<T> {
  return perform(deps, actor, { needs, records: [action] }, async (tx, note) => {
    const [tenant, now, hidden] = await Promise.all([
      ownTenant(tx),
      delegationById(tx, delegation.id),
      hiddenFrom(tx, [delegation.role]),
    ])
    if (tenant?.status !== 'active') throw new AppError('forbidden', 'this tenant is suspended')
    if (now === null || now.revokedAt !== null || now.expiresAt.getTime() <= nowMs)
      throw new AppError('forbidden', 'the delegation has ended')
    note({ resource: 'delegation', resourceId: delegation.id, changes: { home_tenant: delegation.homeTenant } })
    return work(tx, { name: tenant.name, hidden })
  })
}

/** Runs in each tenant, a few at a time. A failure in one does not affect the others. */
export async function inEach<T>(
  entrances: readonly Entrance[],
  work: (entrance: Entrance) => Promise<T>,
): Promise<Read<T>[]> {
  const found: Read<T>[] = []
  const rest = entrances.entries()
  const worker = async () => {
    for (const [at, entrance] of rest) found[at] = await attempt(entrance, work)
  }
  await Promise.all(Array.from({ length: PORTFOLIO_LIMITS.atOnce }, worker))
  return found
}

async function attempt<T>(entrance: Entrance, work: (entrance: Entrance) => Promise<T>): Promise<Read<T>> {
  try {
    return { entrance, value: await work(entrance) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { entrance, fault: error.message }
  }
}

/** Tenants of which an answer has nothing, each with the reason. */
export function notRead(reads: readonly Read<unknown>[]): { tenant_id: string; reason: string }[] {
  return reads.flatMap((one) => ('fault' in one ? [{ tenant_id: one.entrance.tenant, reason: one.fault }] : []))
}
