/**
 * Passes on changes of alerts and other entities: every process that shows them follows `svc.alerts.fused` itself,
 * from its end, and gives each tenant's changes to that tenant's subscribers.
 *
 * bound   `SUBSCRIBERS_MAX`; past it a subscription is refused with `unavailable`
 */

import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { EntityChange } from '../../schemas/entity-change.ts'
import type { Driver } from '../../stream/driver.ts'
import { followChanges } from './change-tail.ts'

export type FeedChange = {
  readonly tenantId: string
  readonly entityId: string
  /** ISO 8601, when it happened. */
  readonly at: string
  /** The entity as it then stood. */
  readonly document: Readonly<Record<string, unknown>>
}

export type ChangeFeed = {
  /**
   * Calls `onChange` once for each change of this kind (`alert_created`) in the tenant, in order; it must not throw.
   * Returns the function that unsubscribes.
   */
  subscribe(tenantId: TenantId, kind: string, onChange: Listener): () => void
}

type Listener = (change: FeedChange) => void

const SUBSCRIBERS_MAX = 10_000

/** `ended` resolves when `stop` aborted and following has stopped. */
export function openChangeFeed(driver: Driver, log: Log, stop: AbortSignal): ChangeFeed & { ended: Promise<void> } {
  const listeners = new Map<string, Set<Listener>>()
  let count = 0
  const receive = (change: EntityChange) => {
    const followers = listeners.get(topicOf(change.tenant_id, change.kind))
    if (!followers) return
    const feedChange = feedChangeOf(change)
    for (const listener of followers) listener(feedChange)
  }
  const { ended } = followChanges({ driver, log, stop, before: 0, onChange: receive })
  return {
    ended,
    subscribe(tenant, kind, onChange) {
      if (count >= SUBSCRIBERS_MAX)
        throw new AppError('unavailable', 'too many subscriptions', { retryAfterSeconds: 5 })
      const listener: Listener = (change) => onChange(change) // a new function, because the same one may subscribe twice
      const key = topicOf(tenant, kind)
      const following = listeners.get(key) ?? new Set()
      listeners.set(key, following.add(listener))
      count++
      return () => {
        if (!following.delete(listener)) return
        count--
        if (following.size === 0 && listeners.get(key) === following) listeners.delete(key)
      }
    },
  }
}

/** A space separates the parts, because no tenant id contains one. */
function topicOf(tenant: string, kind: string): string {
  return `${tenant} ${kind}`
}

function feedChangeOf({ tenant_id: tenantId, entity_id: entityId, at_ms: atMs, document }: EntityChange): FeedChange {
  return { tenantId, entityId, at: new Date(atMs).toISOString(), document: JSON.parse(document) }
}
