import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { text } from '../../../stores/postgres/columns.ts'
import type { OperatorTx, TenantTx } from '../../../stores/postgres/pool.ts'
import { type HoldSubject, LEGAL_HOLDS, type LegalHold } from './legal-hold.ts'
import { GOVERNANCE_LIMITS } from './limits.ts'
import { retentionLock } from './retention/lock.ts'

export type NewHold = Pick<LegalHold, 'name' | 'matter_ref' | 'subject_kind' | 'subject_value' | 'notes' | 'placed_by'>

/** Null past the bound of a tenant. */
export function insertHold(tx: TenantTx, hold: NewHold): Promise<LegalHold | null> {
  const sql = /* sql */ `
    INSERT INTO legal_holds (name, matter_ref, subject_kind, subject_value, notes, placed_by)
    SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM legal_holds) < $7 RETURNING ${LEGAL_HOLDS.columns}`
  const { name, matter_ref, subject_kind, subject_value, notes, placed_by } = hold
  const params = [name, matter_ref, subject_kind, subject_value, notes, placed_by, GOVERNANCE_LIMITS.holds]
  return tx.maybeOne(LEGAL_HOLDS.read, sql, params)
}

/** Newest first, all of them or only those that are in force. */
export function holds(tx: TenantTx, isLive: boolean | null): Promise<LegalHold[]> {
  const sql = /* sql */ `
    SELECT ${LEGAL_HOLDS.columns} FROM legal_holds WHERE $1::boolean IS NULL OR (released_at IS NULL) = $1
    ORDER BY placed_at DESC, id DESC`
  return tx.many(LEGAL_HOLDS.read, sql, [isLive])
}

export function lockHold(tx: TenantTx, id: string): Promise<LegalHold | null> {
  return tx.maybeOne(
    LEGAL_HOLDS.read,
    /* sql */ `SELECT ${LEGAL_HOLDS.columns} FROM legal_holds WHERE id = $1 FOR UPDATE`,
    [id],
  )
}

export function markReleased(tx: TenantTx, id: string, by: string, reason: string): Promise<LegalHold | null> {
  const sql = /* sql */ `
    UPDATE legal_holds SET released_at = clock_timestamp(), released_by = $2, release_reason = $3, kept_since = NULL
    WHERE id = $1 RETURNING ${LEGAL_HOLDS.columns}`
  return tx.maybeOne(LEGAL_HOLDS.read, sql, [id, by, reason])
}

/**
 * The oldest live hold over any of these subjects. A hold over a case also covers the cases merged into it. With
 * `tenant`, a hold over the whole tenant counts too.
 */
export function holdOver(
  tx: TenantTx,
  subjects: readonly HoldSubject[],
  { tenant = true } = {},
): Promise<LegalHold | null> {
  const sql = /* sql */ `
    WITH RECURSIVE subjects AS (SELECT kind, lower(value) AS value FROM unnest($1::text[], $2::text[]) AS s (kind, value)),
    family AS (
      SELECT id FROM cases WHERE id::text IN (SELECT value FROM subjects WHERE kind = 'case')
      UNION SELECT c.id FROM cases c JOIN family f ON c.merged_into_id = f.id)
    SELECT ${LEGAL_HOLDS.columns} FROM legal_holds h WHERE released_at IS NULL AND (
      subject_kind = 'tenant' AND $3
      OR EXISTS (SELECT FROM subjects s WHERE s.kind = h.subject_kind AND s.value = lower(h.subject_value))
      OR subject_kind = 'case' AND lower(subject_value) IN (SELECT id::text FROM family))
    ORDER BY placed_at, id LIMIT 1`
  const params = [subjects.map(({ kind }) => kind), subjects.map(({ value }) => value), tenant]
  return tx.maybeOne(LEGAL_HOLDS.read, sql, params)
}

/** Tenants with a live hold, or with days of their own for events. */
export function tenantsOutOfRetention(tx: OperatorTx): Promise<TenantId[]> {
  const sql = /* sql */ `
    SELECT tenant_id FROM legal_holds WHERE released_at IS NULL
    UNION SELECT tenant_id FROM tenant_retention WHERE raw_events_days IS NOT NULL ORDER BY tenant_id`
  return tx.many((row) => tenantId(text(row, 'tenant_id')), sql)
}

/** The engine drops nothing of the tenant's any more, and no run of retention is under way that did not see its holds. */
export async function markKept(tx: TenantTx): Promise<void> {
  const sql = /* sql */ `
    UPDATE legal_holds SET kept_since = clock_timestamp() WHERE released_at IS NULL AND kept_since IS NULL
      AND (SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)))`
  await tx.run(sql, [retentionLock(tx.tenantId)])
}
