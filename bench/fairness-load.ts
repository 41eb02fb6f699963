/** The load of tenants in `fairness` and `plain-door`. */
import type { Load } from './loud-tenant.ts'

export const QUIET_TENANTS = 20
/** Events in a batch of any tenant. */
export const BATCH_EVENTS = 20
/** Batches a second of each quiet tenant. */
export const NORMAL = 5
export const LOUD = { kind: 'rate', batchesPerSecond: 100 * NORMAL } as const satisfies Load
export const WARM_SECONDS = 5
