/** Labels decisions and takes back grants that do not hold any more, for every tenant that has either. */
import { tenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { eachTenant } from '../../identity/tenants/index.ts'
import { type MutationDeps, performIn, platformIn, type RecordAct } from '../../platform/acting/index.ts'
import { drawSample } from './closure-audit.ts'
import { type Demotion, demoteWhatFell } from './grants.ts'
import { labelFromAlerts } from './shadow-store.ts'
import { labelVerbDecisions } from './verb-store.ts'

export type WatchGrantsDeps = {
  /** Signs in as the owner, because it reads the decisions of all tenants. */
  readonly pool: Postgres
  readonly audit: RecordAct
  readonly nowMs: () => number
}

const POLL_MS = 60_000
const DRAW_MS = 3_600_000

/** Labels shadow decisions, demotes grants whose figures fell, and samples closed alerts for review. */
export function grantWorkers(deps: WatchGrantsDeps): Worker[] {
  const once = async () => {
    await watchGrantsOnce(deps)
    return false
  }
  const draw = async () => {
    await drawClosureAudits(deps.pool)
    return false
  }
  return [
    { name: 'autonomy grants', everyMs: POLL_MS, once },
    { name: 'closure audits', everyMs: DRAW_MS, once: draw },
  ]
}

/** Draws alerts for blind judgement in every active tenant. Returns their number. */
export async function drawClosureAudits(pool: Postgres): Promise<number> {
  let drawn = 0
  for await (const { id, status } of eachTenant(pool))
    if (status === 'active') drawn += await withTenant(pool, id, (tx) => drawSample(tx))
  return drawn
}

export async function watchGrantsOnce({ pool, audit, nowMs }: WatchGrantsDeps): Promise<void> {
  const tenants = await withOperator(pool, 'tenants with shadow decisions', (tx) => {
    const sql = /* sql */ `
      SELECT tenant_id FROM svc_shadow_decisions WHERE resolved_at IS NULL
      UNION SELECT tenant_id FROM verb_decisions WHERE label IS NULL
      UNION SELECT tenant_id FROM autonomy_grants WHERE state = 'granted'`
    return tx.many((row) => tenantId(text(row, 'tenant_id')), sql)
  })
  for (const tenant of tenants)
    await withTenant(pool, tenant, async (tx) => {
      await labelFromAlerts(tx)
      await labelVerbDecisions(tx)
      await recheckGrants(tx, { audit }, nowMs())
    })
}

/** Each demotion is in the audit log with the figures as they were. */
export async function recheckGrants(
  tx: TenantTx,
  acting: Pick<MutationDeps, 'audit'>,
  nowMs: number,
): Promise<Demotion[]> {
  const demoted = await demoteWhatFell(tx, nowMs)
  for (const { grant, breaches } of demoted)
    await performIn(
      tx,
      acting,
      platformIn(tx.tenantId, 'autonomy'),
      { records: ['autonomy:demoted'] },
      async (_, note) => {
        const { scopeKind: scope_kind, scopeKey: scope_key, capability, evidence } = grant
        note({
          ...{ resource: 'autonomy_grant', resourceId: grant.id },
          changes: { scope_kind, scope_key, capability, breaches, evidence },
        })
      },
    )
  return demoted
}
