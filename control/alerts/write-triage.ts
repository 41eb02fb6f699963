/** What triage says of an alert, and the closing of one that it is sure of. What people decided stays. */
import { assert } from '../../platform/assert.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import type { Actor } from './actor.ts'
import { ALERT_COLUMNS, type Alert, toAlert } from './alert.ts'
import { lockAlerts, updateDisposition } from './alert-store.ts'
import { changeAlert } from './change-alert.ts'
import { noteDone } from './history-store.ts'
import { announceUpdated } from './outbox.ts'
import { insertVerdict } from './verdict-store.ts'
import type { Disposition } from './words.ts'

export type TriageGiven = {
  /** 0 to 1: how likely it is an attack. */
  readonly score: number
  readonly summary: string
  readonly recommendations: readonly string[]
}

/** Null when the alert is gone. */
export async function writeTriage(tx: TenantTx, actor: Actor, id: string, given: TriageGiven): Promise<Alert | null> {
  if ((await lockAlerts(tx, [id])).length === 0) return null
  const sql = /* sql */ `
    UPDATE alerts SET ai_score = $2, ai_summary = $3, ai_recommendations = $4, updated_at = clock_timestamp()
    WHERE id = $1 RETURNING ${ALERT_COLUMNS}`
  const written = await tx.maybeOne(toAlert, sql, [id, given.score, given.summary, given.recommendations])
  assert(written !== null, 'a locked alert is there to be changed')
  await announceUpdated(tx, [written])
  await noteDone(tx, id, actor, { action: 'triaged', changes: { ai_score: given.score } })
  return written
}

/** Closes what triage is sure is none. False for an alert that a person has taken, judged or moved. */
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
  const given = { alertId: alert.id, originalVerdict: null, correctedVerdict: disposition, reason, copiedFromId: null }
  await insertVerdict(tx, actor, { ...given, reasonCode: 'missing_context' }, null)
  await updateDisposition(tx, [alert.id], disposition)
  await changeAlert(tx, actor, alert.id, { status: 'resolved', reason }, nowMs)
  return true
}
