/** Writes the verdict of triage on an alert, and closes an alert that triage is sure of. Decisions of people stay. */
import { assert } from '../../../platform/assert.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Actor } from './actor.ts'
import { ALERTS, type Alert } from './alert.ts'
import { lockAlerts } from './alert-store.ts'
import { changeAlert } from './change-alert.ts'
import { noteDone } from './history-store.ts'
import { announceUpdated } from './outbox.ts'
import { insertVerdict } from './verdict-store.ts'
import type { Disposition, TriageVerdict } from './words.ts'

export type TriageInput = {
  /** 0 to 1: how likely it is an attack. */
  readonly score: number
  readonly summary: string
  readonly recommendations: readonly string[]
  /** The ledger run with the reasoning. */
  readonly runId: string
  /** Undefined keeps the present verdict, because triage gave none. */
  readonly verdict?: { readonly word: TriageVerdict; readonly confidence: number }
}

/** Null when the alert is gone. */
export async function writeTriage(tx: TenantTx, actor: Actor, id: string, context: TriageInput): Promise<Alert | null> {
  if ((await lockAlerts(tx, [id])).length === 0) return null
  const sql = /* sql */ `
    UPDATE alerts SET ai_score = $2, ai_summary = $3, ai_recommendations = $4, ai_verdict = coalesce($5, ai_verdict),
      ai_confidence = coalesce($6, ai_confidence), updated_at = clock_timestamp()
    WHERE id = $1 RETURNING ${ALERTS.columns}`
  const { score, summary, recommendations, verdict, runId: run_id } = context
  const params = [id, score, summary, recommendations, verdict?.word ?? null, verdict?.confidence ?? null]
  const written = await tx.maybeOne(ALERTS.read, sql, params)
  assert(written !== null, 'a locked alert is there to be changed')
  await announceUpdated(tx, [written])
  const judged = verdict === undefined ? {} : { verdict: verdict.word, confidence: verdict.confidence }
  await noteDone(tx, id, actor, { action: 'triaged', changes: { ai_score: score, run_id, ...judged } })
  return written
}

/** Closes an alert that triage is sure is no attack. False for an alert that a person has taken, judged or moved. */
export async function closeByTriage(
  tx: TenantTx,
  actor: Actor,
  alert: Alert,
  disposition: Extract<Disposition, 'false_positive' | 'benign'>,
  reason: string,
  nowMs: number,
): Promise<boolean> {
  const isUntouched = alert.status === 'new' && alert.assignedToId === null && alert.disposition === null
  if (!isUntouched || alert.caseId !== null) return false
  if (!(await putDisposition(tx, alert, disposition))) return false
  const verdict = { alertId: alert.id, originalVerdict: null, agentVerdict: disposition, copiedFromId: null }
  await insertVerdict(
    tx,
    actor,
    { ...verdict, correctedVerdict: disposition, reason, reasonCode: 'missing_context' },
    null,
  )
  await changeAlert(tx, actor, alert.id, { status: 'resolved', reason }, nowMs)
  return true
}

/** The statement itself changes nothing for alerts in shadow mode, or while automation is stopped, whoever calls it. */
async function putDisposition(tx: TenantTx, { id, category }: Alert, disposition: Disposition): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE alerts SET disposition = $2, updated_at = clock_timestamp()
    WHERE id = $1 AND disposition IS NULL AND svc_autonomy_stop(svc_tenant()) IS NULL AND NOT coalesce(
      (SELECT enabled FROM svc_shadow_modes WHERE alert_class IN (coalesce($3, 'unclassified'), '*')
       ORDER BY alert_class = '*' LIMIT 1), false)`
  return (await tx.run(sql, [id, disposition, category])) === 1
}
