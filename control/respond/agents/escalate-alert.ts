/**
 * Opens and investigates a case for an alert that triage is sure is an attack. It does nothing for a class in shadow
 * mode, while automation is stopped, and for an alert that somebody has claimed.
 */
import { int } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type MutationDeps, performIn } from '../../platform/acting/index.ts'
import { type Alert, getAlert } from '../../soc/alerts/index.ts'
import { type CaseActor, openCase } from '../../soc/cases/index.ts'
import { stoppedBecause } from '../autonomy/index.ts'
import type { ModelDeps } from '../models/index.ts'
import { agentIn } from './agent-actor.ts'
import { startInvestigation } from './investigate.ts'
import type { Triage } from './triage.ts'

export type EscalateSettings = {
  /** 0 to 1: an alert that triage is at least so sure to be an attack becomes a case. Null or left out: none does. */
  readonly escalateFrom?: number | null
  /** When left out, a case is opened and not investigated. */
  readonly models?: Pick<ModelDeps, 'installation' | 'gate'>
}

/**
 * Cases that triage opens per tenant and hour; above it alerts stay in the queue, and the audit log says so.
 * @bound cases that triage opens for a tenant = {} an hour -> the alert stays in the queue, `alert:not_escalated` in
 * the audit log
 */
const CASES_MAX = 20
const TRIAGE: CaseActor = { id: 'triage', kind: 'automation', ownId: null }

export async function escalateIfSure(
  tx: TenantTx,
  acting: Pick<MutationDeps, 'audit'>,
  alertId: string,
  { verdict, confidence }: Pick<Triage, 'verdict' | 'confidence'>,
  { escalateFrom = null, models }: EscalateSettings,
  nowMs: number,
): Promise<void> {
  if (escalateFrom === null || verdict !== 'true_positive' || confidence < escalateFrom) return
  const alert = await getAlert(tx, alertId)
  if (isInHand(alert) || (await stoppedBecause(tx)) !== null) return
  if ((await openedLately(tx, nowMs)) >= CASES_MAX) {
    await performIn(tx, acting, agentIn(tx), { records: ['alert:not_escalated'] }, async (_, note) => {
      const changes = { confidence, reason: `triage opened ${CASES_MAX} cases within the hour` }
      note({ resource: 'alert', resourceId: alertId, changes })
    })
    return
  }
  const caseId = await performIn(tx, acting, agentIn(tx), { records: ['case:created'] }, async (_, note) => {
    const { title, severity, mitreTechniques } = alert
    const description = `Triage is sure that this is an attack (${confidence}; threshold ${escalateFrom}).`
    const made = await openCase(
      tx,
      TRIAGE,
      { title: title.slice(0, 300), severity, mitreTechniques, description, alertIds: [alertId] },
      nowMs,
    )
    note({ resource: 'case', resourceId: made.id, changes: { alert_ids: [alertId], confidence, by: 'triage' } })
    return made.id
  })
  if (models === undefined) return
  await performIn(tx, acting, agentIn(tx), { records: ['investigation:started'] }, async (_, note) => {
    const run = await startInvestigation(tx, caseId, TRIAGE.id, nowMs, models)
    note({ resource: 'case', resourceId: caseId, changes: { run_id: run.id } })
  })
}

const isInHand = ({ status, assignedToId, disposition, caseId }: Alert) =>
  status !== 'new' || assignedToId !== null || disposition !== null || caseId !== null

async function openedLately(tx: TenantTx, nowMs: number): Promise<number> {
  const sql = /* sql */ `SELECT count(*)::int AS count FROM cases WHERE created_by = $1 AND opened_at > $2`
  return (await tx.maybeOne((row) => int(row, 'count'), sql, [TRIAGE.id, new Date(nowMs - 3_600_000)])) ?? 0
}
