import type { TenantId } from '../../platform/tenant.ts'

/** Counts per tenant; a tenant with zero is removed. */
export type TenantCounts = {
  /** False when it has `max` already; otherwise what gives the place back, once. */
  acquire(kind: string, tenant: TenantId, max: number): (() => void) | false
}

export function tenantCounts(): TenantCounts {
  const counts = new Map<string, number>()
  const change = (key: string, by: 1 | -1) => {
    const left = (counts.get(key) ?? 0) + by
    if (left === 0) counts.delete(key)
    else counts.set(key, left)
  }
  return {
    acquire(kind, tenant, max) {
      const key = `${kind}/${tenant}`
      if ((counts.get(key) ?? 0) >= max) return false
      change(key, 1)
      let isHeld = true
      return () => {
        if (isHeld) change(key, -1)
        isHeld = false
      }
    },
  }
}
