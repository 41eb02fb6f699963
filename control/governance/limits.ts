/** Bounds of governance. */
export const GOVERNANCE_LIMITS = {
  /** Of a tenant, released ones included: a hold that was placed stays on record. */
  holds: 2_000,
} as const
