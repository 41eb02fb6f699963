/** Selects active delegations, and one delegation for each tenant. */

export type Delegated = {
  readonly tenant_id: string
  readonly revoked_at: string | null
  readonly expires_at: string
}

export const TENANTS_MAX = 25

export function inForce<D extends Delegated>(delegations: readonly D[], nowMs: number): readonly D[] {
  return delegations.filter(
    ({ revoked_at: revoked, expires_at: until }) => revoked === null && Date.parse(until) > nowMs,
  )
}

/**
 * One delegation for each tenant, the one that lasts longest, for at most `TENANTS_MAX` tenants; `isCut` if there are
 * more.
 */
export function onePerTenant<D extends Delegated>(delegations: readonly D[], nowMs: number) {
  const longest = inForce(delegations, nowMs).toSorted((a, b) => Date.parse(b.expires_at) - Date.parse(a.expires_at))
  const byTenant = new Map<string, D>()
  for (const one of longest) if (!byTenant.has(one.tenant_id)) byTenant.set(one.tenant_id, one)
  const all = [...byTenant.values()]
  return { read: all.slice(0, TENANTS_MAX), isCut: all.length > TENANTS_MAX }
}
