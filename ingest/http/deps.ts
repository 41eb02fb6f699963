/** Dependencies of the ingest service. It opens none of them itself: `services/` chooses the implementations. */

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
  /** The format that the template's vendor sends; defaults to the template's name. */
  readonly sourceFormat?: string
  readonly tokenId: string
  readonly label?: string | null
  readonly hmacSecret: string | null
  /** Milliseconds since the epoch. */
  readonly revokedAt: number | null
  readonly tenantStatus: string
}

/** A rejection means that the credential could not be checked; it is then never accepted. */
export type Credentials = {
  findToken(raw: string): Promise<TokenRecord | null>
  tenantActive(id: TenantId): Promise<boolean>
}

export type RateDecision =
  | { readonly allowed: true }
  | {
      readonly allowed: false
      readonly retryAfterSeconds: number
      /** The batch is larger than the bucket, so waiting does not help. */
      readonly never: boolean
    }

/** Rate limits of a tenant's requests and events. A refusal takes nothing from either bucket. */
export type TokenBuckets = { consume(tenantId: TenantId, requests: number, events: number): Promise<RateDecision> }

export type IngestDeps = {
  /** Without it only the service token is known, and no tenant can be checked: pushes are refused with 503. */
  readonly credentials?: Credentials | undefined
  readonly serviceToken?: string | undefined
  /** Shared secret of the Kubernetes audit webhooks of all tenants. */
  readonly k8sSecret?: string | undefined
  /** Resolves when the records are durable. */
  readonly append: (outputs: readonly Output[]) => Promise<void>
  /** True when `append` uses no buffer after it has settled, so that their memory can be reused for later bodies. */
  readonly appendKeepsNothing?: boolean | undefined
  readonly partitions: (topic: string) => number
  readonly buckets: TokenBuckets
  /** Shared by the replicas, so that any of them can distinguish a resend from a new equal request. */
  readonly sharedRequests?: SharedRequests | undefined
  /** Lets a process without replicas distinguish the two after it was killed. */
  readonly requestJournal?: RequestJournal | undefined
  readonly limits?: Partial<IngestLimits> | undefined
  readonly metrics: Metrics
  readonly log: Log
  readonly now: () => number
  /** Checks behind `/health`, by subsystem name; a rejection means down. */
  readonly subsystems?: Readonly<Record<string, () => Promise<unknown>>> | undefined
}
