import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Actor } from './actor.ts'
import { ALERT_COLUMNS, type Alert, toAlert } from './alert.ts'
import { requireReasonOf } from './verdict-reasons.ts'
import type { Disposition, ReasonCode, TriageVerdict } from './words.ts'

/** One verdict with its provenance. */
export type Verdict = {
  readonly id: string
  readonly alertId: string
  /** Verdict of people before this one. */
  readonly originalVerdict: Disposition | null
  /** Verdict of triage at that time. */
  readonly agentVerdict: TriageVerdict | null
  readonly correctedVerdict: Disposition
  readonly reason: string
  readonly reasonCode: ReasonCode
  readonly decidedById: string
  readonly decidedByKind: Actor['kind']
  /** The verdict that an entry of a bulk change repeats. */
  readonly copiedFromId: string | null
  readonly at: Date
  readonly undoneAt: Date | null
}

export type NewVerdict = Pick<
  Verdict,
  'alertId' | 'originalVerdict' | 'agentVerdict' | 'correctedVerdict' | 'reason' | 'reasonCode' | 'copiedFromId'
>

/** The alerts that a confirmation token covers, and the time until which it does. */
export type Offer = { readonly ids: readonly string[]; readonly digest: Buffer; readonly expiresAt: Date }

const COLUMNS = `id, alert_id, original_verdict, agent_verdict, corrected_verdict, reason, reason_code, decided_by_id, decided_by_kind,
  copied_from_id, created_at, undone_at`

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
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING ${COLUMNS}`
  return tx.one(toVerdict, sql, [
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
    SELECT ${COLUMNS}, look_alike_ids, token_expires_at, token_used_at IS NOT NULL AS is_used FROM alert_verdicts
    WHERE alert_id = $1 AND token_digest = $2 FOR UPDATE`
  const toOffered = (row: Row) => ({
    verdict: toVerdict(row),
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
    SELECT ${COLUMNS} FROM alert_verdicts WHERE alert_id = $1 AND undone_at IS NULL
    ORDER BY created_at DESC, id DESC LIMIT $2`
  return tx.many(toVerdict, sql, [alertId, limit])
}

/** Locks the verdict and its copies, in order of alert, until this transaction ends. */
export function lockUnit(tx: TenantTx, verdictId: string): Promise<Verdict[]> {
  const sql = /* sql */ `
    SELECT ${COLUMNS} FROM alert_verdicts WHERE id = $1 OR copied_from_id = $1 ORDER BY alert_id FOR UPDATE`
  return tx.many(toVerdict, sql, [verdictId])
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
    SELECT ${ALERT_COLUMNS}, (SELECT count(*) FROM alike) AS total FROM shown JOIN alerts ON id = alike_id
    ORDER BY created_at DESC, id DESC`
  const rows = await tx.many((row) => ({ alert: toAlert(row), total: int(row, 'total') }), sql, [
    alert.id,
    verdict,
    limit,
  ])
  return { shown: rows.map((row) => row.alert), total: rows[0]?.total ?? 0 }
}

function toVerdict(row: Row): Verdict {
  return {
    id: text(row, 'id'),
    alertId: text(row, 'alert_id'),
    originalVerdict: orNull(text, row, 'original_verdict') as Disposition | null, // words that this context wrote
    agentVerdict: orNull(text, row, 'agent_verdict') as TriageVerdict | null,
    correctedVerdict: text(row, 'corrected_verdict') as Disposition,
    reason: text(row, 'reason'),
    reasonCode: text(row, 'reason_code') as ReasonCode,
    decidedById: text(row, 'decided_by_id'),
    decidedByKind: text(row, 'decided_by_kind') as Actor['kind'],
    copiedFromId: orNull(text, row, 'copied_from_id'),
    at: time(row, 'created_at'),
    undoneAt: orNull(time, row, 'undone_at'),
  }
}
