/**
 * New alerts as the process hears of them: every process that shows alerts follows `svc.alerts.fused` itself, from its
 * end, and gives each tenant's alerts to that tenant's subscribers.
 *
 * bound   `SUBSCRIBERS_MAX`; past it a subscription is refused with `unavailable`
 */
import type { Driver } from '../../pipeline/runtime/driver.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { AlertChange } from '../../schemas/alert-change.ts'
import { followAlerts } from './alert-tail.ts'

export type FusedAlert = {
  readonly tenantId: string
  readonly alertId: string
  /** ISO 8601, when the alert was made. */
  readonly at: string
  readonly alert: Readonly<Record<string, unknown>>
}

export type AlertFeed = {
  /** `onAlert` is told of each new alert of the tenant once, in order; it does not throw. Returns what ends it. */
  subscribe(tenantId: TenantId, onAlert: (alert: FusedAlert) => void): () => void
}

type Listener = (alert: FusedAlert) => void

const SUBSCRIBERS_MAX = 10_000

/** `ended` resolves when `stop` aborted and following has stopped. */
export function openAlertFeed(driver: Driver, log: Log, stop: AbortSignal): AlertFeed & { ended: Promise<void> } {
  const listeners = new Map<string, Set<Listener>>()
  let count = 0
  const take = (change: AlertChange) => {
    const told = change.kind === 'alert_created' ? listeners.get(change.tenant_id) : undefined
    if (!told) return
    const alert = fusedAlert(change)
    for (const listener of told) listener(alert)
  }
  const { ended } = followAlerts({ driver, log, stop, before: 0, take })
  return {
    ended,
    subscribe(tenant, onAlert) {
      if (count >= SUBSCRIBERS_MAX)
        throw new AppError('unavailable', 'too many subscriptions', { retryAfterSeconds: 5 })
      const listener: Listener = (alert) => onAlert(alert) // the same function may subscribe twice
      const ofTenant = listeners.get(tenant) ?? new Set()
      listeners.set(tenant, ofTenant.add(listener))
      count++
      return () => {
        if (!ofTenant.delete(listener)) return
        count--
        if (ofTenant.size === 0 && listeners.get(tenant) === ofTenant) listeners.delete(tenant)
      }
    },
  }
}

function fusedAlert({ tenant_id: tenantId, alert_id: alertId, at_ms: atMs, document }: AlertChange): FusedAlert {
  return { tenantId, alertId, at: new Date(atMs).toISOString(), alert: JSON.parse(document) }
}
