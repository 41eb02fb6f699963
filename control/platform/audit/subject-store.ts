import { text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'

/** A person named in the log; once erased, only the reference is left. */
export const AUDIT_SUBJECTS = tableInCamelCase('StoredSubject', {
  ref: column.text(),
  subject: column.orNull(column.text()),
  key_sealed: column.orNull(column.bytes()),
})
export type StoredSubject = RowOf<typeof AUDIT_SUBJECTS>

export function subjectsNamed(tx: TenantTx, subjects: readonly string[]): Promise<StoredSubject[]> {
  const sql = /* sql */ `SELECT ${AUDIT_SUBJECTS.columns} FROM audit_subjects WHERE subject = ANY ($1)`
  return tx.many(AUDIT_SUBJECTS.read, sql, [subjects])
}

export function subjectsReferredTo(tx: TenantTx, refs: readonly string[]): Promise<StoredSubject[]> {
  const sql = /* sql */ `SELECT ${AUDIT_SUBJECTS.columns} FROM audit_subjects WHERE ref = ANY ($1::uuid[])`
  return tx.many(AUDIT_SUBJECTS.read, sql, [refs])
}

/** References of people whose id holds the pattern (of LIKE), at most `limit`. */
export function refsLike(tx: TenantTx, pattern: string, limit: number): Promise<string[]> {
  const sql = /* sql */ `SELECT ref FROM audit_subjects WHERE subject ILIKE $1 AND subject NOT LIKE 'name:%' ORDER BY ref LIMIT $2`
  return tx.many((row) => text(row, 'ref'), sql, [pattern, limit])
}

/** Does not change existing subjects; waits for another transaction that is adding the same one. */
export async function addSubjects(
  tx: TenantTx,
  added: readonly (StoredSubject & { readonly longText: string | null })[],
): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO audit_subjects (ref, subject, key_sealed, long_text)
    SELECT ref, subject, key_sealed, long_text
    FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::text[]) AS s (ref, subject, key_sealed, long_text)
    ON CONFLICT ON CONSTRAINT audit_subjects_subject DO NOTHING`
  await tx.run(sql, [
    added.map((s) => s.ref),
    added.map((s) => s.subject),
    added.map((s) => s.keySealed),
    added.map((s) => s.longText),
  ])
}

/** Returns the number destroyed. */
export function destroySubjects(tx: TenantTx, subjects: readonly string[]): Promise<number> {
  const sql = /* sql */ `
    UPDATE audit_subjects SET subject = NULL, key_sealed = NULL, long_text = NULL, erased_at = clock_timestamp()
    WHERE subject = ANY ($1)`
  return tx.run(sql, [subjects])
}

/**
 * Destroys the keys of texts and addresses that match a pattern of Postgres. Returns the number destroyed.
 */
export function destroyNaming(tx: TenantTx, pattern: string): Promise<number> {
  const sql = /* sql */ `
    UPDATE audit_subjects SET subject = NULL, key_sealed = NULL, long_text = NULL, erased_at = clock_timestamp()
    WHERE subject ~ '^(name|email):'
      AND coalesce(long_text, regexp_replace(subject, '^(name|email):', '')) ~* $1`
  return tx.run(sql, [pattern])
}
