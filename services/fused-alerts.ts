/** Where the alerts of fusion go: Postgres, each tenant's in a transaction of its own. */
import { upsertFusedAlerts } from '../control/alerts/index.ts'
import type { AlertsPort } from '../pipeline/sinks/alerts/sink.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { tenantId } from '../platform/tenant.ts'
import type { AlertDraft } from '../schemas/alert-draft.ts'
import { type Postgres, withTenant } from '../stores/postgres/pool.ts'

export function fusedAlerts(pool: Postgres, metrics: Metrics, log: Log): AlertsPort {
  const written = metrics.counter('svc_fused_alerts_total', 'alerts of fusion by what became of them', ['outcome'])
  const refused = metrics.counter('svc_fused_alerts_refused_total', 'drafts that the database does not take, ever')
  const write = async (tenant: string, drafts: readonly AlertDraft[]) => {
    const counts = await withTenant(pool, tenantId(tenant), (tx) => upsertFusedAlerts(tx, drafts))
    for (const [outcome, count] of Object.entries(counts)) if (count > 0) written.inc(count, { outcome })
  }
  const writeOrTell = async (tenant: string, draft: AlertDraft) => {
    try {
      await write(tenant, [draft])
    } catch (err) {
      if (!isOfTheRow(err)) throw err
      refused.inc(1)
      log.error({ err, tenant, alert: draft.alert_id }, 'an alert was not written')
    }
  }
  return {
    async write(tenant, drafts) {
      try {
        await write(tenant, drafts)
      } catch (err) {
        if (!isOfTheRow(err)) throw err
        // One that is not taken, or a tenant that is no more, does not keep the others waiting for ever.
        for (const draft of drafts) await writeOrTell(tenant, draft)
      }
    },
  }
}

/** SQLSTATE of what is wrong with the row itself: its data, its bounds, or a tenant that is no more. */
const OF_THE_ROW = /^(?:22|23|54)/

function isOfTheRow(err: unknown): boolean {
  const { code } = err as { code?: unknown }
  return err instanceof Error && typeof code === 'string' && OF_THE_ROW.test(code)
}
