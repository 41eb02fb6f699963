/** Writes touches of decoys in events to Postgres, in separate transactions per tenant. */
import { touchByEvents } from '../../control/detect/honeytokens/index.ts'
import type { TouchesPort } from '../../pipeline/sinks/touches/sink.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { tenantId } from '../../platform/tenant.ts'
import type { Signal } from '../../schemas/signal.ts'
import { type Postgres, withTenant } from '../../stores/postgres/pool.ts'
import { writeTakeable } from './row-faults.ts'

/** Touches in one transaction: a flood of touches locks the row of a decoy no longer than this many take. */
const AT_ONCE = 1_000

export function eventTouches(
  pool: Postgres,
  metrics: Metrics,
  log: Log,
  input: { readonly isNotified: boolean },
): TouchesPort {
  const written = metrics.counter('svc_event_touches_total', 'events that used a honeytoken')
  const refused = metrics.counter(
    'svc_event_touches_refused_total',
    'honeytoken triggers dropped: rejected by Postgres',
  )
  return {
    async write(tenant, signals) {
      const write = async (some: readonly Signal[]) =>
        written.inc(await withTenant(pool, tenantId(tenant), (tx) => touchByEvents(tx, some, input)))
      for (let at = 0; at < signals.length; at += AT_ONCE)
        await writeTakeable(signals.slice(at, at + AT_ONCE), write, ({ signal_id: signal }, err) => {
          refused.inc(1)
          log.error({ err, tenant, signal }, 'honeytoken trigger dropped: rejected by Postgres')
        })
    },
  }
}
