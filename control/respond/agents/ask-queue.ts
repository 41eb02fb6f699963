/** The queue of alerts to ask a model about, and the answers that alike alerts share. */
import { Type } from 'typebox'
import { type Row, text } from '../../../stores/postgres/columns.ts'
import { jobs, type Lease, NOW } from '../../../stores/postgres/jobs.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Fusion, TriageVerdict } from '../../soc/alerts/index.ts'
import type { Voice } from './combine.ts'
import type { EvidenceFacts } from './evidence.ts'

const ATTEMPTS_MAX = 3

/** An alert that is not closed, once; the newest score of the rules holds. */
export async function enqueue(
  tx: TenantTx,
  alertId: string,
  score: number,
  { verdict, confidence }: Voice,
): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO model_asks (alert_id, likeness, score, rules_verdict, rules_confidence)
    SELECT id, likeness, $2, $3, $4 FROM alerts WHERE id = $1 AND status NOT IN ('resolved', 'closed')
    ON CONFLICT (tenant_id, alert_id) DO UPDATE SET score = EXCLUDED.score, rules_verdict = EXCLUDED.rules_verdict,
      rules_confidence = EXCLUDED.rules_confidence`
  await tx.run(sql, [alertId, score, verdict, confidence])
}

export type Unread = { readonly alertId: string; readonly likeness: string; readonly fusion: Fusion | null }

/** Queued alerts whose events have not been read, the oldest first. */
export function unread(tx: TenantTx, limit: number): Promise<Unread[]> {
  const sql = /* sql */ `
    SELECT q.alert_id, q.likeness, a.fusion FROM model_asks q LEFT JOIN alerts a ON a.id = q.alert_id
    WHERE q.evidence IS NULL ORDER BY q.queued_at, q.alert_id LIMIT $1`
  const read = (row: Row) => {
    return { alertId: text(row, 'alert_id'), likeness: text(row, 'likeness'), fusion: row.fusion as Fusion | null } // JSON that fusion wrote
  }
  return tx.many(read, sql, [limit])
}

/** Queues the alert with its evidence. If another worker has queued it before, the earlier evidence stays. */
export async function putEvidence(tx: TenantTx, alertId: string, likeness: string, evidence: EvidenceFacts) {
  const sql = /* sql */ `
    UPDATE model_asks SET likeness = $2, evidence = $3 WHERE alert_id = $1 AND evidence IS NULL`
  await tx.run(sql, [alertId, likeness, JSON.stringify(evidence)])
}

const ASKS = tableInCamelCase('StoredAsk', {
  alert_id: column.uuid(),
  likeness: column.text(),
  /** The score of the rules, 0 to 1. */
  score: column.numeric(),
  rules: column.derived<Voice>(Type.Unknown(), (row) => ({
    verdict: text(row, 'rules_verdict') as TriageVerdict, // a word that triage wrote
    confidence: Number(row.rules_confidence),
  })),
  evidence: column.json<EvidenceFacts>(),
  attempts: column.int(),
  /** The run of an earlier attempt whose process died. */
  run_id: column.orNull(column.uuid()),
})
export type Ask = RowOf<typeof ASKS>

const ASK = `${ASKS.of('j')}, j.rules_verdict, j.rules_confidence`

/** Only one worker of a tenant chooses at a time, until its transaction ends. */
export async function lockAsks(tx: TenantTx): Promise<void> {
  await tx.run(/* sql */ `SELECT pg_advisory_xact_lock(hashtextextended('model_asks/' || svc_tenant(), 0))`)
}

/**
 * The oldest ask that no worker has, with no worker on an alert like it and no answer that it may share: one may have come
 * since `sharedAsks` looked. A claim counts as an attempt.
 */
export const MODEL_ASKS = jobs({
  table: 'model_asks',
  id: 'alert_id',
  until: 'lease_until',
  lease: 'lease',
  seconds: 120,
  tries: 'attempts',
  due: `j.evidence IS NOT NULL
    AND NOT EXISTS (SELECT FROM model_asks b
      WHERE b.tenant_id = j.tenant_id AND b.likeness = j.likeness AND b.lease_until > ${NOW})
    AND NOT EXISTS (SELECT FROM model_shares s
      WHERE s.tenant_id = j.tenant_id AND s.likeness = j.likeness AND s.fresh_until > ${NOW})`,
  order: 'j.queued_at, j.alert_id',
  since: 'queued_at',
  returning: ASK,
  read: ASKS.read,
})
export type Claimed = Ask & Lease

/** Asks that an alert like them has settled: a model answered on it, or failed to. */
export function sharedAsks(tx: TenantTx, limit: number, nowMs: number): Promise<Ask[]> {
  const sql = /* sql */ `
    SELECT ${ASK} FROM model_asks j JOIN model_shares s ON s.likeness = j.likeness AND s.fresh_until > $1
    WHERE j.evidence IS NOT NULL
    ORDER BY j.queued_at, j.alert_id LIMIT $2`
  return tx.many(ASKS.read, sql, [new Date(nowMs), limit])
}

export const isLastAttempt = ({ attempts }: Ask): boolean => attempts >= ATTEMPTS_MAX
/** True when it was claimed more often than the limit of tries. */
export const isSpent = ({ attempts }: Ask): boolean => attempts > ATTEMPTS_MAX

/** Stores the run of a claimed alert, for the process that claims it after a crash. */
export async function noteRun(tx: TenantTx, { alertId, lease }: Claimed, runId: string): Promise<void> {
  await tx.run(/* sql */ `UPDATE model_asks SET run_id = $3 WHERE alert_id = $1 AND lease = $2`, [
    alertId,
    lease,
    runId,
  ])
}

/** It may be claimed again after `until`. */
export async function putBack(tx: TenantTx, { alertId, lease }: Claimed, until: Date): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE model_asks SET lease = NULL, run_id = NULL, lease_until = $3 WHERE alert_id = $1 AND lease = $2`
  return (await tx.run(sql, [alertId, lease, until])) === 1
}

/**
 * Removes the alert from the queue. False when another worker has claimed it. Without a lease it is removed whoever
 * holds it.
 */
export async function takeAway(tx: TenantTx, ask: Ask | Claimed): Promise<boolean> {
  const lease = 'lease' in ask ? ask.lease : null
  const sql = /* sql */ `DELETE FROM model_asks WHERE alert_id = $1 AND ($2::uuid IS NULL OR lease = $2)`
  return (await tx.run(sql, [ask.alertId, lease])) === 1
}

const SHARES = tableInCamelCase('ModelShare', {
  run_id: column.uuid(),
  model: column.text(),
  /** Null when the model gave none, for this reason. */
  answer: column.json<unknown>(),
  reason: column.orNull(column.text()),
})
export type Share = RowOf<typeof SHARES>

export function shareOf(tx: TenantTx, likeness: string): Promise<Share | null> {
  return tx.maybeOne(SHARES.read, /* sql */ `SELECT ${SHARES.columns} FROM model_shares WHERE likeness = $1`, [
    likeness,
  ])
}

export async function share(tx: TenantTx, likeness: string, value: Share, freshUntil: Date): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO model_shares (likeness, run_id, model, answer, reason, fresh_until) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (tenant_id, likeness) DO UPDATE SET run_id = $2, model = $3, answer = $4, reason = $5, fresh_until = $6`
  const answer = value.answer === null ? null : JSON.stringify(value.answer)
  await tx.run(sql, [likeness, value.runId, value.model, answer, value.reason, freshUntil])
}
