/** The dependencies of the realtime service. It opens nothing itself. */
import type { AccessChanges, IdentifyDeps } from '../../control/identity/accounts/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Sealer } from '../../platform/seal.ts'
import type { RequestWindows } from '../../stores/redis/request-windows.ts'
import type { Driver } from '../../stream/driver.ts'
import type { AirgapStatus, ApiDeps } from '../deps.ts'
import type { RealtimeLimits } from './limits.ts'
import type { UsedTickets } from './used-tickets.ts'

export type RealtimeDeps = {
  readonly driver: Driver
  /** Rechecks the bearer of a stream and its current permissions. */
  readonly identify: IdentifyDeps
  /** Streams are checked at once when access changes; without it at the next regular check. */
  readonly accessChanges?: AccessChanges | undefined
  /** Seals cursors. */
  readonly sealer: Sealer
  readonly used: UsedTickets
  readonly windows: RequestWindows
  readonly limits: RealtimeLimits
  /** Origins whose pages may connect, beside the service's own. */
  readonly corsOrigins: readonly string[]
  /** Token that a forwarding API shows; null: an API is trusted no more than any client. */
  readonly internalToken: string | null
  readonly trustedProxies: readonly string[]
  readonly airgap: AirgapStatus
  readonly subsystems: ApiDeps['subsystems']
  readonly figures?: ApiDeps['figures']
  readonly disabled: ReadonlySet<string>
  readonly metrics: Metrics
  readonly log: Log
  readonly nowMs: () => number
}
