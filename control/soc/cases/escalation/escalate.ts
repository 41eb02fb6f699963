/**
 * Takes the steps of escalation ladders that are due, in any number of replicas: what is due stands in the case, a step
 * that was taken is a row that there can be one of, and both are written in one transaction with what followers are told.
 * Whoever is killed in between has done nothing; whoever comes next does it.
 */
import { tenantId } from '../../../../platform/tenant.ts'
import type { Worker } from '../../../../platform/workers.ts'
import { text } from '../../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../../stores/postgres/pool.ts'
import { performIn, platformIn, type RecordAct } from '../../../platform/acting/index.ts'
import { ESCALATION } from '../case-actor.ts'
import { caseByRef, updateCase } from '../case-store.ts'
import { announceCase } from '../outbox.ts'
import { insertEvent } from '../record-store.ts'
import { nextStepAt } from './ladder.ts'
import { notifyOfStep } from './notify-step.ts'
import { insertStep } from './policy-store.ts'

export type EscalationDeps = {
  /** Signs in as the owner: what is due is asked over all tenants at once. */
  readonly pool: Postgres
  readonly audit: RecordAct
  readonly nowMs: () => number
  readonly pollMs?: number
}

/** Most of what a step is late. */
const POLL_MS = 5_000
const BATCH = 500

/** Takes steps of escalation ladders that are due. */
export function escalationWorkers(deps: EscalationDeps): Worker[] {
  const once = async () => (await escalateOnce(deps)) >= BATCH
  return [{ name: 'case escalations', everyMs: deps.pollMs ?? POLL_MS, once }]
}

/** Everything that is due, in batches of 500 cases. Returns how many cases it looked at. */
export async function escalateOnce({ pool, audit, nowMs }: EscalationDeps): Promise<number> {
  const now = new Date(nowMs())
  const due = await withOperator(pool, 'escalation of cases', (tx) => {
    const sql = /* sql */ `
      SELECT tenant_id, id FROM cases WHERE escalate_at <= $1 ORDER BY escalate_at, id LIMIT $2`
    return tx.many((row) => ({ tenant: tenantId(text(row, 'tenant_id')), id: text(row, 'id') }), sql, [now, BATCH])
  })
  for (const { tenant, id } of due) await withTenant(pool, tenant, (tx) => escalateCase(tx, audit, id, now))
  return due.length
}

/** The steps of one case that are due: of several that were missed each is taken, in their order. */
async function escalateCase(tx: TenantTx, audit: RecordAct, id: string, now: Date): Promise<void> {
  const found = await caseByRef(tx, id, 'lock')
  if (found?.escalateAt == null || found.escalateAt > now) return // another replica was here, or somebody took the case
  const { escalation: ladder } = found
  let level = found.escalationLevel
  for (let at = nextStepAt(ladder, level); at !== null && at <= now; at = nextStepAt(ladder, level)) {
    const notify = ladder?.steps[level]?.notify ?? ''
    const step = { caseId: id, step: ++level, policyId: ladder?.policy_id ?? '', notify, dueAt: at }
    if (!(await insertStep(tx, step, now))) continue
    await performIn(
      tx,
      { audit },
      platformIn(tx.tenantId, ESCALATION.id),
      { records: ['case:escalated'] },
      async (_, note) => {
        const title = `escalated to level ${level}`
        const description = `${ladder?.policy}: nobody has taken this case; for ${notify}`
        await insertEvent(tx, id, ESCALATION, { type: 'escalation', title, description, at: now }, now)
        await notifyOfStep(tx, found, step, ladder?.policy ?? '', now)
        note({ resource: 'case', resourceId: id, changes: { level, policy_id: step.policyId, notify } })
      },
    )
  }
  const escalateAt = found.mergedIntoId === null ? nextStepAt(ladder, level) : null
  await announceCase(tx, 'updated', [await updateCase(tx, found, { escalationLevel: level, escalateAt })])
}
