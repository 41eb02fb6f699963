/** Takes away old questions with their answers, and secrets and hosts that were revoked long ago. */
import type { Log } from '../../../platform/log.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { NOTHING_HELD } from '../../platform/governance/index.ts'
import { OSQUERY_LIMITS } from './node-store.ts'

export type UpkeepDeps = {
  /** Signs in as the owner, because it looks for expired rows over all tenants. */
  readonly pool: Postgres
  readonly log: Log
  readonly nowMs: () => number
}

const EVERY_MS = 600_000
/** Questions of one tenant in a turn, and secrets and hosts. */
const BATCH = 50
const HOSTS_BATCH = 1_000

export function osqueryWorkers(deps: UpkeepDeps): Worker[] {
  return [{ name: 'upkeep of osquery', everyMs: EVERY_MS, once: () => upkeepOnce(deps) }]
}

/** True when there may be more. */
export async function upkeepOnce({ pool, log, nowMs }: UpkeepDeps): Promise<boolean> {
  const before = new Date(nowMs() - OSQUERY_LIMITS.keptDays * 86_400_000)
  const tenants = await withOperator(pool, 'old questions to osquery hosts', (tx) => {
    const sql = /* sql */ `
      SELECT tenant_id FROM osquery_queries WHERE deadline < $1
      UNION SELECT tenant_id FROM osquery_secrets WHERE revoked_at < $1
      UNION SELECT tenant_id FROM osquery_nodes WHERE revoked_at < $1`
    return tx.many((row) => tenantId(text(row, 'tenant_id')), sql, [before])
  })
  let isMore = false
  const clean = async (tenant: TenantId) => {
    isMore = (await withTenant(pool, tenant, (tx) => removeOld(tx, before))) || isMore
  }
  for (const tenant of tenants)
    await clean(tenant).catch((err) => log.error({ err, tenant }, 'cannot remove old osquery queries'))
  return isMore
}

/** True when a batch was full. While a legal hold keeps the tenant nothing goes. */
async function removeOld(tx: TenantTx, before: Date): Promise<boolean> {
  const due = /* sql */ `
    SELECT id FROM osquery_queries WHERE deadline < $1 AND ${NOTHING_HELD} ORDER BY deadline LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`
  const ids = await tx.many((row) => text(row, 'id'), due, [before])
  await tx.run(/* sql */ `DELETE FROM osquery_answers WHERE query_id = ANY($1) AND ${NOTHING_HELD}`, [ids])
  await tx.run(/* sql */ `DELETE FROM osquery_queries WHERE id = ANY($1) AND ${NOTHING_HELD}`, [ids])
  const secrets = /* sql */ `DELETE FROM osquery_secrets WHERE revoked_at < $1 AND ${NOTHING_HELD}`
  await tx.run(secrets, [before])
  const nodes = /* sql */ `
    DELETE FROM osquery_nodes WHERE ${NOTHING_HELD} AND id IN (
      SELECT id FROM osquery_nodes n WHERE revoked_at < $1 AND NOT EXISTS (
        SELECT FROM osquery_answers a WHERE a.node_id = n.id) LIMIT ${HOSTS_BATCH})`
  return (await tx.run(nodes, [before])) === HOSTS_BATCH || ids.length === BATCH
}
