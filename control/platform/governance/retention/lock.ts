/** Name of the lock by which a run of retention and the mark `kept_since` of a hold exclude one another. */
export const retentionLock = (tenant: string) => `retention/${tenant}`
