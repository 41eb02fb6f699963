/** Dependencies of the ingest service. It opens nothing itself: services/ decides what stands behind each of these. */

import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { SharedRequests } from '../../stores/redis/redis-requests.ts'
import type { Output } from '../../stream/driver.ts'
import type { IngestLimits } from './limits.ts'
import type { RequestJournal } from './request-memory.ts'

/** The stored record of a minted push or inbox token. */
export type TokenRecord = {
  readonly tenantId: TenantId
  /** `connector-push` for a push token, otherwise the inbox template. */
  readonly templateId: string
  /** The format that the template's vendor sends; the template's own name when left out. */
  readonly sourceFormat?: string
  readonly tokenId: string
  readonly label?: string | null
  readonly hmacSecret: string | null
  /** Milliseconds since the epoch. */
  readonly revokedAt: number | null
  readonly tenantStatus: string
}

/** A rejection means that the credential could not be checked, which is never taken for a good one. */
export type Credentials = {
  findToken(raw: string): Promise<TokenRecord | null>
  tenantActive(id: TenantId): Promise<boolean>
}

export type Taken =
  | { readonly allowed: true }
  | {
      readonly allowed: false
      readonly retryAfterSeconds: number
      /** The batch is larger than the bucket: waiting does not help. */
      readonly never: boolean
    }

/** Requests and events a tenant may push. A refusal takes nothing from either bucket. */
export type TokenBuckets = { take(tenantId: TenantId, requests: number, events: number): Promise<Taken> }

export type IngestDeps = {
  /** Without a store only the service token is known, and no tenant can be checked: pushes are refused with 503. */
  readonly credentials?: Credentials | undefined
  readonly serviceToken?: string | undefined
  /** Shared secret of the Kubernetes audit webhooks of all tenants. */
  readonly k8sSecret?: string | undefined
  /** Resolves when the records are durable. */
  readonly append: (outputs: readonly Output[]) => Promise<void>
  /** True when `append` looks at no buffer after it has settled: their memory is then used for later bodies. */
  readonly appendKeepsNothing?: boolean | undefined
  readonly partitions: (topic: string) => number
  readonly buckets: TokenBuckets
  /** Replicas share it: any of them can tell a resend from a repetition. */
  readonly sharedRequests?: SharedRequests | undefined
  /** A process without replicas uses it to tell the two apart after it was killed. */
  readonly requestJournal?: RequestJournal | undefined
  readonly limits?: Partial<IngestLimits> | undefined
  readonly metrics: Metrics
  readonly log: Log
  readonly now: () => number
  /** Checks behind `/health`, by subsystem name; a rejection means down. */
  readonly subsystems?: Readonly<Record<string, () => Promise<unknown>>> | undefined
}
