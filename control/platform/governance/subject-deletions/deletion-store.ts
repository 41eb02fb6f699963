import type { Placed, Position } from '../../../../platform/paging.ts'
import { type TenantId, tenantId } from '../../../../platform/tenant.ts'
import { placed, text } from '../../../../stores/postgres/columns.ts'
import { jobs, NOW } from '../../../../stores/postgres/jobs.ts'
import type { OperatorTx, TenantTx } from '../../../../stores/postgres/pool.ts'
import type { Certificate } from './certificate.ts'
import { SUBJECT_DELETIONS, type SubjectDeletion } from './subject-deletion.ts'

const { columns: COLUMNS, read } = SUBJECT_DELETIONS

type NewDeletion = Pick<
  SubjectDeletion,
  'subject_kind' | 'subject_value' | 'state' | 'reason' | 'blocked_by_hold_id' | 'requested_by'
>

export function insertDeletion(tx: TenantTx, made: NewDeletion): Promise<SubjectDeletion | null> {
  const sql = /* sql */ `
    INSERT INTO subject_deletions (subject_kind, subject_value, state, reason, blocked_by_hold_id, requested_by)
    VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${COLUMNS}`
  const { subject_kind, subject_value, state, reason, blocked_by_hold_id, requested_by } = made
  return tx.maybeOne(read, sql, [subject_kind, subject_value, state, reason, blocked_by_hold_id, requested_by])
}

/** Newest first. */
export function deletionsPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<SubjectDeletion>[]> {
  const sql = /* sql */ `
    SELECT ${COLUMNS}, requested_at::text AS position FROM subject_deletions
    WHERE ($1::timestamptz IS NULL OR (requested_at, id) < ($1::timestamptz, $2::uuid))
    ORDER BY requested_at DESC, id DESC LIMIT $3`
  return tx.many(placed(read), sql, [after?.[0] ?? null, after?.[1] ?? null, limit])
}

export function deletionById(tx: TenantTx, id: string): Promise<SubjectDeletion | null> {
  return tx.maybeOne(read, /* sql */ `SELECT ${COLUMNS} FROM subject_deletions WHERE id = $1 FOR UPDATE`, [id])
}

export function certificateOf(tx: TenantTx, id: string): Promise<Certificate | null> {
  const sql = /* sql */ `SELECT certificate FROM subject_deletions WHERE id = $1 AND certificate IS NOT NULL`
  return tx.maybeOne((row) => row.certificate as Certificate, sql, [id]) // JSON that `completeDeletion` wrote
}

export function markRefused(tx: TenantTx, id: string, notes: string): Promise<SubjectDeletion | null> {
  const sql = /* sql */ `
    UPDATE subject_deletions SET state = 'refused', notes = $2, completed_at = clock_timestamp()
    WHERE id = $1 AND state IN ('pending', 'blocked_by_hold') RETURNING ${COLUMNS}`
  return tx.maybeOne(read, sql, [id, notes])
}

export function tenantsWithDeletions(tx: OperatorTx): Promise<TenantId[]> {
  const sql = /* sql */ `
    SELECT DISTINCT tenant_id FROM subject_deletions WHERE completed_at IS NULL AND lease_until < clock_timestamp()
    ORDER BY tenant_id`
  return tx.many((row) => tenantId(text(row, 'tenant_id')), sql)
}

/** Requests without a worker, the oldest first. */
export const WAITING_DELETIONS = jobs({
  table: 'subject_deletions',
  until: 'lease_until',
  lease: 'lease',
  seconds: 600,
  due: `j.completed_at IS NULL AND j.lease_until < ${NOW}`,
  order: 'j.requested_at, j.id',
  since: 'requested_at',
  returning: COLUMNS,
  read,
})

/** Marks a request as blocked by a hold, and retries after 30 seconds, because the hold may be released. */
export async function markBlocked(tx: TenantTx, id: string, holdId: string): Promise<void> {
  const sql = /* sql */ `
    UPDATE subject_deletions SET state = 'blocked_by_hold', blocked_by_hold_id = $2,
      lease = NULL, lease_until = clock_timestamp() + interval '30 seconds' WHERE id = $1`
  await tx.run(sql, [id, holdId])
}

export async function markBegun(tx: TenantTx, id: string): Promise<void> {
  const sql = /* sql */ `UPDATE subject_deletions SET state = 'in_progress', blocked_by_hold_id = NULL WHERE id = $1`
  await tx.run(sql, [id])
}

export async function noteFailure(tx: TenantTx, id: string, notes: string): Promise<void> {
  const sql = /* sql */ `
    UPDATE subject_deletions SET notes = $2, lease = NULL, lease_until = clock_timestamp() + interval '30 seconds'
    WHERE id = $1`
  await tx.run(sql, [id, notes])
}

type Counts = Readonly<Record<string, number>>

/** Adds to what this attempt and those before it have changed, and gives the sums. */
export async function addCounts(tx: TenantTx, id: string, counts: Counts): Promise<Counts> {
  const sql = /* sql */ `
    UPDATE subject_deletions SET affected_counts = (
      SELECT coalesce(jsonb_object_agg(s.name, s.n), '{}') FROM (
        SELECT c.key AS name, sum(c.value::bigint) AS n FROM (
          SELECT key, value FROM jsonb_each_text(affected_counts)
          UNION ALL SELECT key, value FROM jsonb_each_text($2::jsonb)) c GROUP BY c.key) s)
    WHERE id = $1 RETURNING affected_counts`
  const sums = await tx.maybeOne((row) => row.affected_counts as Counts, sql, [id, JSON.stringify(counts)])
  return sums ?? counts
}

/** Stores how many rows of the lake are to be deleted: the maximum over this attempt and interrupted ones. */
export async function planLake(tx: TenantTx, id: string, now: Counts): Promise<Counts> {
  const sql = /* sql */ `SELECT coalesce(lake_before, '{}') AS before FROM subject_deletions WHERE id = $1`
  const before = (await tx.maybeOne((row) => row.before as Counts, sql, [id])) ?? {}
  const most = Object.fromEntries(Object.entries(now).map(([table, n]) => [table, Math.max(n, before[table] ?? 0)]))
  await tx.run(/* sql */ `UPDATE subject_deletions SET lake_before = $2 WHERE id = $1`, [id, JSON.stringify(most)])
  return most
}

export async function forgetLakePlan(tx: TenantTx, id: string): Promise<void> {
  await tx.run(/* sql */ `UPDATE subject_deletions SET lake_before = NULL WHERE id = $1`, [id])
}

export async function completeDeletion(tx: TenantTx, id: string, certificate: Certificate): Promise<void> {
  const sql = /* sql */ `
    UPDATE subject_deletions SET state = 'completed', completed_at = clock_timestamp(), notes = NULL, certificate = $2
    WHERE id = $1`
  await tx.run(sql, [id, JSON.stringify(certificate)])
}
