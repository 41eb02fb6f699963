/** Writes the alerts of fusion to Postgres, one transaction for each tenant. */

import { recordSightings } from '../../control/detect/intel/index.ts'
import { upsertFusedAlerts } from '../../control/soc/alerts/index.ts'
import type { AlertsPort } from '../../pipeline/sinks/alerts/sink.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { tenantId } from '../../platform/tenant.ts'
import type { AlertDraft } from '../../schemas/alert-draft.ts'
import { type Postgres, withTenant } from '../../stores/postgres/pool.ts'
import { writeTakeable } from './row-faults.ts'

export function fusedAlerts(pool: Postgres, metrics: Metrics, log: Log): AlertsPort {
  const written = metrics.counter('svc_fused_alerts_total', 'alerts of fusion by outcome', ['outcome'])
  const refused = metrics.counter('svc_fused_alerts_refused_total', 'alerts dropped: rejected by Postgres')
  return {
    write(tenant, drafts) {
      const write = async (some: readonly AlertDraft[]) => {
        const counts = await withTenant(pool, tenantId(tenant), async (tx) => {
          const done = await upsertFusedAlerts(tx, some)
          await recordSightings(tx, some)
          return done
        })
        for (const [outcome, count] of Object.entries(counts)) if (count > 0) written.inc(count, { outcome })
      }
      return writeTakeable(drafts, write, ({ alert_id: alert }, err) => {
        refused.inc(1)
        log.error({ err, tenant, alert }, 'alert dropped: rejected by Postgres')
      })
    },
  }
}
