/**
 * Takes due steps of escalation ladders, in any number of replicas. The due step is stored in the case; a taken step is
 * a unique row, written in one transaction with its notifications. A process that dies meanwhile has done nothing, and
 * another one takes the step.
 */
import { tenantId } from '../../../../platform/tenant.ts'
import type { Worker } from '../../../../platform/workers.ts'
import { text } from '../../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../../stores/postgres/pool.ts'
import { performIn, platformIn, type RecordAct } from '../../../platform/acting/index.ts'
import type { Case } from '../case.ts'
import { ESCALATION } from '../case-actor.ts'
import { caseByRef, updateCase } from '../case-store.ts'
import { announceCase } from '../outbox.ts'
import { insertEvent } from '../record-store.ts'
import { nextStepAt } from './ladder.ts'
import { notifyOfStep } from './notify-step.ts'
import { insertStep, type NewStep } from './policy-store.ts'

export type EscalationDeps = {
  /** Signs in as the owner, because it looks for due steps over all tenants. */
  readonly pool: Postgres
  readonly audit: RecordAct
  readonly nowMs: () => number
  readonly pollMs?: number
}

/**
 * Interval of the checks, and so the maximum delay of a step.
 * @bound delay of a step of an escalation = {}, or as long as no relay runs -> the step runs then
 */
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
  if (found?.escalateAt == null || found.escalateAt > now) return // another replica was faster, or somebody acknowledged the case
  const { escalation: ladder } = found
  let level = found.escalationLevel
  // When a step reaches nobody, the next step follows at once.
  let due = nextStepAt(ladder, level) === null ? null : found.escalateAt
  while (due !== null && due <= now) {
    const notify = ladder?.steps[level]?.notify ?? ''
    const step = { caseId: id, step: ++level, policyId: ladder?.policy_id ?? '', notify, dueAt: due }
    const isReached = !(await insertStep(tx, step, now)) || (await takeStep(tx, audit, found, step, now))
    const next = nextStepAt(ladder, level)
    due = next === null || isReached ? next : now
  }
  const escalateAt = found.mergedIntoId === null ? due : null
  await announceCase(tx, 'updated', [await updateCase(tx, found, { escalationLevel: level, escalateAt })])
}

/** False when the step reaches no one (the timeline says so): the next step then does not wait for an answer. */
async function takeStep(tx: TenantTx, audit: RecordAct, found: Case, step: NewStep, now: Date): Promise<boolean> {
  const { id, escalation: ladder } = found
  const { step: level, policyId, notify } = step
  const actor = platformIn(tx.tenantId, ESCALATION.id)
  return performIn(tx, { audit }, actor, { records: ['case:escalated'] }, async (_, note) => {
    const title = `escalated to level ${level}`
    const description = `${ladder?.policy}: nobody has taken this case; for ${notify}`
    await insertEvent(tx, id, ESCALATION, { type: 'escalation', title, description, at: now }, now)
    const reason = await notifyOfStep(tx, found, step, ladder?.policy ?? '', now)
    const failed = { title: `could not notify ${notify}`, description: reason, at: now }
    if (reason !== null) await insertEvent(tx, id, ESCALATION, { type: 'notification.failed', ...failed }, now)
    const unreached = reason === null ? {} : { unreached: reason }
    note({ resource: 'case', resourceId: id, changes: { level, policy_id: policyId, notify, ...unreached } })
    return reason === null
  })
}

/**
 * Makes the next step due now when every delivery of the last step failed: each mail was refused, each phone was busy.
 * Earlier steps do not count.
 */
export async function hastenEscalation(tx: TenantTx, caseId: string, nowMs: number): Promise<void> {
  const sql = /* sql */ `
    UPDATE cases c SET escalate_at = least(c.escalate_at, $2)
    WHERE c.id = $1 AND c.escalate_at IS NOT NULL AND NOT EXISTS (
      SELECT FROM notifications n JOIN notification_deliveries d ON d.notification_id = n.id
      WHERE n.about_kind = 'case' AND n.about_id = c.id::text AND n.kind = 'escalation'
        AND n.dedupe_key LIKE 'escalation/%/' || c.escalation_level AND d.status NOT IN ('failed', 'skipped'))`
  await tx.run(sql, [caseId, new Date(nowMs)])
}
