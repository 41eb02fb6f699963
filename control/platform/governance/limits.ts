/** Bounds of governance. */
export const GOVERNANCE_LIMITS = {
  /**
   * Holds of a tenant, released ones included: a hold that was placed stays on record.
   * @bound a tenant's legal holds, including released ones -> 409
   */
  holds: 2_000,
  /** Maximum rules of a tenant: each is applied to every record shown to a user with hidden fields. */
  fieldRules: 200,
  /** Hosts of a tenant whose regions are declared. */
  destinations: 500,
} as const
