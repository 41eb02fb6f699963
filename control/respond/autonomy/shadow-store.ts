/** Which classes are in shadow mode, and what the agent decided of their alerts. */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { TRAILING } from './thresholds.ts'

/** Class of alerts without a category. */
export const UNCLASSIFIED = 'unclassified'
export const EVERY_CLASS = '*'

export const SHADOW_MODES = tableInCamelCase('ShadowMode', {
  alert_class: column.text({ description: '* stands for every class without a flag of its own' }),
  enabled: column.bool(),
  set_by: column.text(),
  set_at: column.time(),
})
export type ShadowMode = RowOf<typeof SHADOW_MODES>

export function shadowModes(tx: TenantTx): Promise<ShadowMode[]> {
  const sql = /* sql */ `SELECT ${SHADOW_MODES.columns} FROM svc_shadow_modes ORDER BY alert_class`
  return tx.many(SHADOW_MODES.read, sql)
}

export function putShadowMode(
  tx: TenantTx,
  shadowMode: Pick<ShadowMode, 'alertClass' | 'enabled' | 'setBy'>,
): Promise<ShadowMode | null> {
  const sql = /* sql */ `
    INSERT INTO svc_shadow_modes (alert_class, enabled, set_by) VALUES ($1, $2, $3)
    ON CONFLICT (tenant_id, alert_class) DO UPDATE SET enabled = $2, set_by = $3, set_at = clock_timestamp()
    RETURNING ${SHADOW_MODES.columns}`
  return tx.maybeOne(SHADOW_MODES.read, sql, [shadowMode.alertClass, shadowMode.enabled, shadowMode.setBy])
}

/** True when alerts of the class are decided in the shadow, by its own row or that of every class. */
export async function isInShadow(tx: TenantTx, alertClass: string): Promise<boolean> {
  const sql = /* sql */ `
    SELECT enabled FROM svc_shadow_modes WHERE alert_class IN ($1, '*') ORDER BY alert_class = '*' LIMIT 1`
  return (await tx.maybeOne((row) => row.enabled === true, sql, [alertClass])) ?? false
}

export type NewDecision = {
  readonly alertId: string
  readonly alertClass: string
  readonly ruleId: string | null
  readonly source: string | null
  readonly model: string
  readonly verdict: string
  readonly confidence: number
  readonly evidenceSignature: string
  readonly decidedAt: Date
}

/** The latest decision on an alert counts, until the alert is closed. */
export async function keepDecision(tx: TenantTx, newDecision: NewDecision): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO svc_shadow_decisions (alert_id, alert_class, rule_id, source, model, verdict, confidence, evidence_signature,
      decided_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (tenant_id, alert_id) DO UPDATE SET model = $5, verdict = $6, confidence = $7, evidence_signature = $8,
      decided_at = $9
    WHERE svc_shadow_decisions.resolved_at IS NULL`
  const { alertId, alertClass, ruleId, source, model, verdict, confidence } = newDecision
  const params = [alertId, alertClass, ruleId, source, model, verdict, confidence]
  await tx.run(sql, [...params, newDecision.evidenceSignature, newDecision.decidedAt])
}

/** Decisions of alerts that people have closed since get their label. Gives how many. */
export function labelFromAlerts(tx: TenantTx): Promise<number> {
  const sql = /* sql */ `
    UPDATE svc_shadow_decisions d SET resolution_source = 'alert', resolved_at = coalesce(a.resolved_at, a.updated_at),
      resolved_by = (SELECT v.decided_by_id FROM alert_verdicts v WHERE v.alert_id = a.id AND v.undone_at IS NULL
        ORDER BY v.created_at DESC, v.id DESC LIMIT 1),
      analyst_disposition = CASE WHEN a.disposition IN ('true_positive', 'benign_true_positive', 'false_positive', 'benign')
        THEN a.disposition ELSE 'unlabeled' END
    FROM alerts a
    WHERE d.resolved_at IS NULL AND a.id = d.alert_id AND a.status IN ('resolved', 'closed')`
  return tx.run(sql)
}

const LABELLED = tableInCamelCase('LabelledDecision', {
  verdict: column.text(),
  label: column.from('analyst_disposition', column.text()),
  alert_class: column.text(),
  rule_id: column.orNull(column.text()),
  source: column.orNull(column.text()),
  model: column.text(),
})
export type LabelledDecision = RowOf<typeof LABELLED>

/** Newest first. Null for `alertClass`: all of them. */
export function labelledSince(tx: TenantTx, since: Date, alertClass: string | null): Promise<LabelledDecision[]> {
  const sql = /* sql */ `
    SELECT ${LABELLED.columns} FROM svc_shadow_decisions
    WHERE resolved_at >= $1 AND ($2::text IS NULL OR alert_class = $2) ORDER BY resolved_at DESC, id DESC`
  return tx.many(LABELLED.read, sql, [since, alertClass])
}

/** The most recent ones that have a label, however long ago. */
export function trailing(tx: TenantTx, alertClass: string | null): Promise<LabelledDecision[]> {
  const sql = /* sql */ `
    SELECT ${LABELLED.columns} FROM svc_shadow_decisions
    WHERE resolved_at IS NOT NULL AND analyst_disposition <> 'unlabeled' AND ($1::text IS NULL OR alert_class = $1)
    ORDER BY resolved_at DESC, id DESC LIMIT $2`
  return tx.many(LABELLED.read, sql, [alertClass, TRAILING])
}

export async function openDecisions(tx: TenantTx): Promise<number> {
  const sql = /* sql */ `SELECT count(*)::int AS open FROM svc_shadow_decisions WHERE resolved_at IS NULL`
  return (await tx.maybeOne((row) => row.open as number, sql)) ?? 0
}
