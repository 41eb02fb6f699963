import { assert } from '../../platform/assert.ts'
import { int, orNull, type Row, text, time } from '../../stores/postgres/columns.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import type { Actor } from './actor.ts'
import { ALERT_COLUMNS, type Alert, toAlert } from './alert.ts'
import type { Disposition, ReasonCode } from './words.ts'

/** One verdict with its provenance. */
export type Verdict = {
  readonly id: string
  readonly alertId: string
  readonly originalVerdict: Disposition | null
  readonly correctedVerdict: Disposition
  readonly reason: string
  readonly reasonCode: ReasonCode
  readonly decidedById: string
  readonly decidedByKind: Actor['kind']
  /** Of a bulk: the verdict it repeats. */
  readonly copiedFromId: string | null
  readonly at: Date
}

export type NewVerdict = Pick<Verdict, 'alertId' | 'originalVerdict' | 'correctedVerdict' | 'reason' | 'reasonCode'> & {
  readonly copiedFromId: string | null
}

/** What a confirmation token stands for: exactly these alerts, until then. */
export type Offer = { readonly ids: readonly string[]; readonly digest: Buffer; readonly expiresAt: Date }

const COLUMNS = `id, alert_id, original_verdict, corrected_verdict, reason, reason_code, decided_by_id, decided_by_kind,
  copied_from_id, created_at`

export async function insertVerdict(
  tx: TenantTx,
  actor: Actor,
  verdict: NewVerdict,
  offer: Offer | null,
): Promise<Verdict> {
  const sql = /* sql */ `
    INSERT INTO alert_verdicts (alert_id, original_verdict, corrected_verdict, reason, reason_code, decided_by_id,
      decided_by_kind, copied_from_id, look_alike_ids, token_digest, token_expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING ${COLUMNS}`
  const stored = await tx.maybeOne(toVerdict, sql, [
    ...[verdict.alertId, verdict.originalVerdict, verdict.correctedVerdict, verdict.reason, verdict.reasonCode],
    ...[actor.id, actor.kind, verdict.copiedFromId],
    ...[offer?.ids ?? [], offer?.digest ?? null, offer?.expiresAt ?? null],
  ])
  assert(stored !== null, 'an insert answers with its row')
  return stored
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

/** Newest first. */
export function latestVerdicts(tx: TenantTx, alertId: string, limit: number): Promise<Verdict[]> {
  const sql = /* sql */ `
    SELECT ${COLUMNS} FROM alert_verdicts WHERE alert_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`
  return tx.many(toVerdict, sql, [alertId, limit])
}

/** Alerts of the same rule, or without a rule of the same connector type and title, whose verdict is another. */
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
    correctedVerdict: text(row, 'corrected_verdict') as Disposition,
    reason: text(row, 'reason'),
    reasonCode: text(row, 'reason_code') as ReasonCode,
    decidedById: text(row, 'decided_by_id'),
    decidedByKind: text(row, 'decided_by_kind') as Actor['kind'],
    copiedFromId: orNull(text, row, 'copied_from_id'),
    at: time(row, 'created_at'),
  }
}
