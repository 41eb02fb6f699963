/** Retention periods of a tenant by class of records, and the results of retention runs. */
import type { Placed, Position } from '../../../../platform/paging.ts'
import { placed } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../../stores/postgres/table.ts'
import type { LegalHold } from '../legal-hold.ts'

export const RETENTION = table('TenantRetention', {
  raw_events_days: column.orNull(
    column.int({ description: 'days after receipt that events stay in the lake; null: default of the installation' }),
  ),
  archive_days: column.orNull(
    column.int({ description: 'days after receipt that events stay in the archive; null: indefinitely' }),
  ),
  alerts_days: column.orNull(
    column.int({ description: 'days after creation that resolved or closed alerts are kept; null: indefinitely' }),
  ),
})
export type Retention = RowOf<typeof RETENTION>
export const AS_INSTALLED: Retention = { raw_events_days: null, archive_days: null, alerts_days: null }

export const RETENTION_RUNS = table('RetentionRun', {
  id: column.uuid(),
  class: column.text({ description: 'table of the lake, archive, or alerts' }),
  before: column.time({ description: 'time before which records were due for removal' }),
  removed: column.int(),
  kept: column.orNull(
    column.int({ description: 'number of records kept by a legal hold; null: not counted, all were kept' }),
  ),
  hold_id: column.orNull(column.uuid({ description: 'legal hold that prevented the removal; null: none' })),
  detail: column.orNull(column.text()),
  ran_at: column.time(),
})
export type RetentionRun = RowOf<typeof RETENTION_RUNS>

/** Result for one class of records. `hold` is the one that prevented the removal of some or all of them. */
export type RetentionDecision = {
  readonly class: string
  readonly before: Date
  readonly removed: number
  /** Null: not counted, and nothing was removed. */
  readonly kept: number | null
  readonly hold: LegalHold | null
  readonly detail: string | null
}

export async function retentionOf(tx: TenantTx): Promise<Retention> {
  const sql = /* sql */ `SELECT ${RETENTION.columns} FROM tenant_retention`
  return (await tx.maybeOne(RETENTION.read, sql)) ?? AS_INSTALLED
}

export async function putRetention(tx: TenantTx, retention: Retention, by: string): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO tenant_retention (raw_events_days, archive_days, alerts_days, updated_by) VALUES ($1, $2, $3, $4)
    ON CONFLICT (tenant_id) DO UPDATE SET raw_events_days = $1, archive_days = $2, alerts_days = $3, updated_by = $4,
      updated_at = clock_timestamp()`
  await tx.run(sql, [retention.raw_events_days, retention.archive_days, retention.alerts_days, by])
}

/**
 * Runs of a tenant that are kept.
 * @bound kept retention runs -> the oldest are deleted
 */
export const RUNS_MAX = 5_000

export async function insertRun(tx: TenantTx, { hold, ...decision }: RetentionDecision): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO retention_runs (class, before, removed, kept, hold_id, detail) VALUES ($1, $2, $3, $4, $5, $6)`
  const { before, removed, kept, detail } = decision
  await tx.run(sql, [decision.class, before, removed, kept, hold?.id ?? null, detail])
}

export async function forgetRuns(tx: TenantTx): Promise<void> {
  const sql = /* sql */ `
    DELETE FROM retention_runs WHERE id IN (SELECT id FROM retention_runs ORDER BY ran_at DESC, id DESC OFFSET $1)`
  await tx.run(sql, [RUNS_MAX])
}

/** Newest first. */
export function retentionRunsPage(
  tx: TenantTx,
  limit: number,
  after: Position | null,
): Promise<Placed<RetentionRun>[]> {
  const sql = /* sql */ `
    SELECT ${RETENTION_RUNS.columns}, ran_at::text AS position FROM retention_runs
    WHERE ($1::timestamptz IS NULL OR (ran_at, id) < ($1::timestamptz, $2::uuid))
    ORDER BY ran_at DESC, id DESC LIMIT $3`
  return tx.many(placed(RETENTION_RUNS.read), sql, [after?.[0] ?? null, after?.[1] ?? null, limit])
}
