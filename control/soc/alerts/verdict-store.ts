import { int, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Actor } from './actor.ts'
import { ALERTS, type Alert } from './alert.ts'
import { requireReasonOf } from './verdict-reasons.ts'
import type { Disposition, ReasonCode, TriageVerdict } from './words.ts'

/** One verdict with its provenance. */
export const VERDICTS = tableInCamelCase('Verdict', {
  id: column.text(),
  alert_id: column.text(),
  /** Verdict of people before this one. */
  original_verdict: column.orNull(column.json<Disposition>()),
  /** Verdict of triage at that time. */
  agent_verdict: column.orNull(column.json<TriageVerdict>()),
  corrected_verdict: column.json<Disposition>(),
  reason: column.text(),
  reason_code: column.json<ReasonCode>(),
  decided_by_id: column.text(),
  decided_by_kind: column.json<Actor['kind']>(),
  /** The verdict that an entry of a bulk change repeats. */
  copied_from_id: column.orNull(column.text()),
  at: column.from('created_at', column.time()),
  undone_at: column.orNull(column.time()),
})
export type Verdict = RowOf<typeof VERDICTS>

export type NewVerdict = Pick<
  Verdict,
  'alertId' | 'originalVerdict' | 'agentVerdict' | 'correctedVerdict' | 'reason' | 'reasonCode' | 'copiedFromId'
>

/** The alerts that a confirmation token covers, and the time until which it does. */
export type Offer = { readonly ids: readonly string[]; readonly digest: Buffer; readonly expiresAt: Date }

/** Throws 422 for a reason that contradicts the verdict. */
export async function insertVerdict(
  tx: TenantTx,
  actor: Actor,
  verdict: NewVerdict,
  offer: Offer | null,
): Promise<Verdict> {
  requireReasonOf(verdict.correctedVerdict, verdict.reasonCode)
  const sql = /* sql */ `
    INSERT INTO alert_verdicts (alert_id, original_verdict, corrected_verdict, reason, reason_code, decided_by_id,
      decided_by_kind, copied_from_id, look_alike_ids, token_digest, token_expires_at, agent_verdict, decided_by_person)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING ${VERDICTS.columns}`
  return tx.one(VERDICTS.read, sql, [
    ...[verdict.alertId, verdict.originalVerdict, verdict.correctedVerdict, verdict.reason, verdict.reasonCode],
    ...[actor.id, actor.kind, verdict.copiedFromId],
    ...[offer?.ids ?? [], offer?.digest ?? null, offer?.expiresAt ?? null],
    ...[verdict.agentVerdict, actor.ownId ?? (actor.kind === 'human' ? actor.id : null)],
  ])
}

export type Offered = { readonly verdict: Verdict; readonly ids: readonly string[]; readonly isUsed: boolean } & {
  readonly expiresAt: Date
}

/** The verdict of this alert whose look-alikes the token confirms; nobody else uses it before this transaction ends. */
export function lockOffer(tx: TenantTx, alertId: string, digest: Buffer): Promise<Offered | null> {
  const sql = /* sql */ `
    SELECT ${VERDICTS.columns}, look_alike_ids, token_expires_at, token_used_at IS NOT NULL AS is_used FROM alert_verdicts
    WHERE alert_id = $1 AND token_digest = $2 FOR UPDATE`
  const toOffered = (row: Row) => ({
    verdict: VERDICTS.read(row),
    ids: row.look_alike_ids as readonly string[],
    isUsed: row.is_used === true,
    expiresAt: time(row, 'token_expires_at'),
  })
  return tx.maybeOne(toOffered, sql, [alertId, digest])
}

export async function useOffer(tx: TenantTx, verdictId: string): Promise<void> {
  await tx.run(/* sql */ `UPDATE alert_verdicts SET token_used_at = clock_timestamp() WHERE id = $1`, [verdictId])
}

/** Verdicts that hold, newest first. */
export function latestVerdicts(tx: TenantTx, alertId: string, limit: number): Promise<Verdict[]> {
  const sql = /* sql */ `
    SELECT ${VERDICTS.columns} FROM alert_verdicts WHERE alert_id = $1 AND undone_at IS NULL
    ORDER BY created_at DESC, id DESC LIMIT $2`
  return tx.many(VERDICTS.read, sql, [alertId, limit])
}

/** Locks the verdict and its copies, in order of alert, until this transaction ends. */
export function lockUnit(tx: TenantTx, verdictId: string): Promise<Verdict[]> {
  const sql = /* sql */ `
    SELECT ${VERDICTS.columns} FROM alert_verdicts WHERE id = $1 OR copied_from_id = $1 ORDER BY alert_id FOR UPDATE`
  return tx.many(VERDICTS.read, sql, [verdictId])
}

export async function markUndone(tx: TenantTx, actor: Actor, verdicts: readonly Verdict[]): Promise<void> {
  const sql = /* sql */ `
    UPDATE alert_verdicts SET undone_at = clock_timestamp(), undone_by_id = $2, undone_by_kind = $3
    WHERE id = ANY($1)`
  await tx.run(sql, [verdicts.map(({ id }) => id), actor.id, actor.kind])
}

/** Gives the standing verdict by alert: the latest that was not undone. */
export async function standingVerdicts(
  tx: TenantTx,
  alertIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const sql = /* sql */ `
    SELECT DISTINCT ON (alert_id) alert_id, id FROM alert_verdicts WHERE alert_id = ANY($1) AND undone_at IS NULL
    ORDER BY alert_id, created_at DESC, id DESC`
  const rows = await tx.many((row) => [text(row, 'alert_id'), text(row, 'id')] as const, sql, [alertIds])
  return new Map(rows)
}

/** Alerts of the same rule (without a rule: of the same connector type and title) whose verdict differs. */
export async function lookAlikes(tx: TenantTx, alert: Alert, verdict: Disposition, limit: number) {
  const sql = /* sql */ `
    WITH alike AS MATERIALIZED (
      SELECT id AS alike_id, created_at AS alike_at FROM alerts
      WHERE likeness = (SELECT likeness FROM alerts WHERE id = $1) AND id <> $1 AND disposition IS DISTINCT FROM $2),
    shown AS (SELECT alike_id FROM alike ORDER BY alike_at DESC, alike_id DESC LIMIT $3)
    SELECT ${ALERTS.columns}, (SELECT count(*) FROM alike) AS total FROM shown JOIN alerts ON id = alike_id
    ORDER BY created_at DESC, id DESC`
  const rows = await tx.many((row) => ({ alert: ALERTS.read(row), total: int(row, 'total') }), sql, [
    alert.id,
    verdict,
    limit,
  ])
  return { shown: rows.map((row) => row.alert), total: rows[0]?.total ?? 0 }
}
