import { bytes, orNull, type Row, text } from '../../stores/postgres/columns.ts'
import type { OperatorTx, TenantTx } from '../../stores/postgres/pool.ts'

/** Somebody the log speaks of; once erased, only the reference is left. */
export type StoredSubject = {
  readonly ref: string
  readonly subject: string | null
  readonly keySealed: Buffer | null
}

export function subjectsNamed(tx: TenantTx, subjects: readonly string[]): Promise<StoredSubject[]> {
  const sql = /* sql */ `SELECT ref, subject, key_sealed FROM audit_subjects WHERE subject = ANY ($1)`
  return tx.many(toSubject, sql, [subjects])
}

export function subjectsReferredTo(tx: TenantTx, refs: readonly string[]): Promise<StoredSubject[]> {
  const sql = /* sql */ `SELECT ref, subject, key_sealed FROM audit_subjects WHERE ref = ANY ($1::uuid[])`
  return tx.many(toSubject, sql, [refs])
}

/** References of those whose id holds the pattern (of LIKE), at most `limit`. */
export function refsLike(tx: TenantTx, pattern: string, limit: number): Promise<string[]> {
  const sql = /* sql */ `SELECT ref FROM audit_subjects WHERE subject ILIKE $1 ORDER BY ref LIMIT $2`
  return tx.many((row) => text(row, 'ref'), sql, [pattern, limit])
}

/** Leaves alone who is there already; waits for another transaction that is adding the same subject. */
export async function addSubjects(tx: TenantTx, added: readonly StoredSubject[]): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO audit_subjects (ref, subject, key_sealed)
    SELECT ref, subject, key_sealed FROM unnest($1::uuid[], $2::text[], $3::bytea[]) AS s (ref, subject, key_sealed)
    ON CONFLICT ON CONSTRAINT audit_subjects_subject DO NOTHING`
  await tx.run(sql, [added.map((s) => s.ref), added.map((s) => s.subject), added.map((s) => s.keySealed)])
}

/** How many of them there were. */
export function destroySubjects(tx: TenantTx, subjects: readonly string[]): Promise<number> {
  const sql = /* sql */ `
    UPDATE audit_subjects SET subject = NULL, key_sealed = NULL, erased_at = clock_timestamp() WHERE subject = ANY ($1)`
  return tx.run(sql, [subjects])
}

export type WrappedKey = { readonly tenantId: string; readonly ref: string; readonly keySealed: Buffer }

/** Of all tenants in the order of their references, a page at a time, locked. */
export function wrappedKeysAfter(tx: OperatorTx, ref: string, limit: number): Promise<WrappedKey[]> {
  const sql = /* sql */ `
    SELECT tenant_id, ref, key_sealed FROM audit_subjects WHERE ref > $1::uuid AND key_sealed IS NOT NULL
    ORDER BY ref LIMIT $2 FOR UPDATE`
  const toKey = (row: Row) => ({
    tenantId: text(row, 'tenant_id'),
    ref: text(row, 'ref'),
    keySealed: bytes(row, 'key_sealed'),
  })
  return tx.many(toKey, sql, [ref, limit])
}

export function replaceWrappedKeys(tx: OperatorTx, keys: readonly WrappedKey[]): Promise<number> {
  const sql = /* sql */ `
    UPDATE audit_subjects s SET key_sealed = k.key_sealed
    FROM unnest($1::text[], $2::uuid[], $3::bytea[]) AS k (tenant_id, ref, key_sealed)
    WHERE s.tenant_id = k.tenant_id AND s.ref = k.ref`
  return tx.run(sql, [keys.map((k) => k.tenantId), keys.map((k) => k.ref), keys.map((k) => k.keySealed)])
}

function toSubject(row: Row): StoredSubject {
  return {
    ref: text(row, 'ref'),
    subject: orNull(text, row, 'subject'),
    keySealed: orNull(bytes, row, 'key_sealed'),
  }
}
