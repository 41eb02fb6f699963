/** Bounds of governance. */
export const GOVERNANCE_LIMITS = {
  /** Of a tenant, released ones included: a hold that was placed stays on record. */
  holds: 2_000,
  /** Of a tenant: each is looked for in every record that somebody is shown whom it hides something from. */
  fieldRules: 200,
} as const
