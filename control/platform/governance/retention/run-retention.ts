/**
 * Runs retention once a day for the tenants that the engine's own retention leaves alone. Holds are read before each
 * class, and a run and the mark `kept_since` of a hold exclude one another: whatever a hold marks as kept, no run removes.
 */
import { type TenantId, tenantId } from '../../../../platform/tenant.ts'
import type { Worker } from '../../../../platform/workers.ts'
import { HELD_TABLES } from '../../../../stores/clickhouse/retention.ts'
import { whileLocked } from '../../../../stores/postgres/advisory-lock.ts'
import { text } from '../../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../../stores/postgres/pool.ts'
import type { LegalHold } from '../legal-hold.ts'
import { type HeldSubjects, heldSubjects } from './held-subjects.ts'
import type { LakeRetention } from './lake-retention.ts'
import { retentionLock } from './lock.ts'
import { forgetRuns, insertRun, type RetentionDecision, retentionOf } from './retention.ts'

export type ExpiredRecords = { readonly removed: number; readonly kept: number; readonly hold: LegalHold | null }

export type RetentionDeps = {
  /** Pool of the owner: due tenants are read over all of them. */
  readonly pool: Postgres
  readonly lake: LakeRetention
  /** Removes events before this time from the archive, except those that match RE2 `held`. */
  readonly expireArchive: (tenant: TenantId, before: Date, held: string) => Promise<Omit<ExpiredRecords, 'hold'>>
  /** Removes alerts of before that are resolved or closed, each behind its own question for holds. */
  readonly expireAlerts: (tenant: TenantId, before: Date) => Promise<ExpiredRecords>
  readonly record: (tx: TenantTx, changes: Readonly<Record<string, number>>) => Promise<void>
  readonly nowMs: () => number
}

const LOOK_MS = 60_000
const DAY_MS = 86_400_000

export function retentionWorkers(deps: RetentionDeps): Worker[] {
  return [{ name: 'retention', everyMs: LOOK_MS, once: () => runRetentionOnce(deps) }]
}

/** False when no tenant is due. */
export async function runRetentionOnce(deps: RetentionDeps): Promise<boolean> {
  const tenant = await withOperator(deps.pool, 'tenants due for retention', async (tx) => {
    const sql = /* sql */ `
      SELECT tenant_id FROM (SELECT tenant_id FROM tenant_retention
        UNION SELECT tenant_id FROM legal_holds WHERE released_at IS NULL) own
      WHERE NOT EXISTS (SELECT FROM retention_runs r
        WHERE r.tenant_id = own.tenant_id AND r.ran_at > clock_timestamp() - interval '1 day')
      ORDER BY tenant_id LIMIT 1`
    return tx.maybeOne((row) => tenantId(text(row, 'tenant_id')), sql)
  })
  if (tenant === null) return false
  await runRetention(deps, tenant)
  return true
}

/** Gives a decision for each class. Throws `conflict` while another run works for the tenant. */
export function runRetention(deps: RetentionDeps, tenant: TenantId): Promise<readonly RetentionDecision[]> {
  const busy = `another run of retention works for ${tenant}`
  return whileLocked(deps.pool, retentionLock(tenant), busy, async () => {
    const decisions: RetentionDecision[] = []
    const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(deps.pool, tenant, work)
    const retention = await inTenant(retentionOf)
    const days = await deps.lake.days()
    const beforeOf = (count: number) => new Date(deps.nowMs() - count * DAY_MS)
    const decide = async (name: string, before: Date, remove: (held: HeldSubjects) => Promise<ExpiredRecords>) => {
      const held = await inTenant(heldSubjects)
      decisions.push(
        held.whole === null
          ? { class: name, before, detail: null, ...(await remove(held)) }
          : { class: name, before, removed: 0, kept: null, hold: held.whole, detail: held.detail },
      )
    }
    const refusedBy = (held: HeldSubjects, { removed, kept }: Omit<ExpiredRecords, 'hold'>): ExpiredRecords => {
      return { removed, kept, hold: kept > 0 ? held.hold : null }
    }
    for (const table of HELD_TABLES) {
      const own = table === 'events' ? (retention.raw_events_days ?? days.events) : days[table]
      const before = beforeOf(own)
      await decide(table, before, async (held) => refusedBy(held, await deps.lake.expire(tenant, table, before, held)))
    }
    if (retention.archive_days !== null) {
      const before = beforeOf(retention.archive_days)
      await decide('archive', before, async (held) =>
        refusedBy(held, await deps.expireArchive(tenant, before, held.pattern)),
      )
    }
    if (retention.alerts_days !== null) {
      const before = beforeOf(retention.alerts_days)
      await decide('alerts', before, () => deps.expireAlerts(tenant, before))
    }
    await inTenant(async (tx) => {
      for (const decision of decisions) await insertRun(tx, decision)
      await forgetRuns(tx)
      const removed = decisions.filter((one) => one.removed > 0).map((one) => [one.class, one.removed] as const)
      if (removed.length > 0) await deps.record(tx, Object.fromEntries(removed))
    })
    return decisions
  })
}
