/** Ends expired suppressions. */
import { AppError } from '../../../../platform/errors.ts'
import type { Worker } from '../../../../platform/workers.ts'
import { type Postgres, withOperator, withTenant } from '../../../../stores/postgres/pool.ts'
import { platformIn, type RecordAct, record } from '../../../platform/acting/index.ts'
import { dueSuppressions, endSuppression, tenantsWithDueSuppressions } from './suppression.ts'

export type SuppressionDeps = {
  /** Signs in as the owner, because it looks for due suppressions over all tenants. */
  readonly pool: Postgres
  readonly audit: RecordAct
}

const POLL_MS = 15_000
const BY = 'expiry'

export function suppressionWorkers(deps: SuppressionDeps): Worker[] {
  const once = async () => (await expireSuppressionsOnce(deps, Date.now())) > 0
  return [{ name: 'rule suppressions', everyMs: POLL_MS, once }]
}

/** Returns the number ended. A failure does not stop the others: the first one is thrown after all were tried. */
export async function expireSuppressionsOnce({ pool, audit }: SuppressionDeps, nowMs: number): Promise<number> {
  const now = new Date(nowMs)
  const failures: unknown[] = []
  let ended = 0
  const tenants = await withOperator(pool, 'tenants with suppressions that are due', (tx) =>
    tenantsWithDueSuppressions(tx, now),
  )
  for (const tenant of tenants) {
    const actor = platformIn(tenant, BY)
    const ids = await withTenant(pool, tenant, (tx) => dueSuppressions(tx, now))
    for (const id of ids)
      await withTenant(pool, tenant, async (tx) => {
        const { rule_id, field } = await endSuppression(tx, id, BY, BY)
        const about = { resource: 'rule_suppression', resourceId: id, changes: { rule_id, field } }
        await record(tx, { audit }, actor, 'rule:suppression_ended', about)
        ended++
      }).catch((error: unknown) => {
        // Another replica, or a person, has ended it meanwhile.
        if (!(error instanceof AppError && error.code === 'conflict')) failures.push(error)
      })
  }
  if (failures.length > 0) throw failures[0]
  return ended
}
