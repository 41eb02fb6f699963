/** Closed findings of each connector, and the decisions that they label. */
import type { Closure } from '../../../../connectors/closures/closures.ts'
import { type Row, text } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../../stores/postgres/table.ts'
import { UNLABELED } from '../figures.ts'
import { NAMED_AT_ONCE } from './settings.ts'

export const SWEEP_STATES = ['ok', 'idle', 'blocked', 'transient'] as const

export const SWEEPS = tableInCamelCase('Sweep', {
  connector_id: column.text(),
  state: column.word(SWEEP_STATES),
  reason: column.orNull(column.text()),
  /** Vendor's time up to which was read. */
  watermark_at: column.orNull(column.time()),
  continue_at: column.orNull(column.time()),
  /** Time when the connector was last saved, as the sweep read it. */
  saved_at: column.time(),
  last_run_at: column.orNull(column.time()),
  next_run_at: column.time(),
  /** Those that two windows share as often. */
  closures_read: column.int(),
  closures_matched: column.int(),
})
export type Sweep = RowOf<typeof SWEEPS>

export function sweeps(tx: TenantTx): Promise<Sweep[]> {
  return tx.many(SWEEPS.read, /* sql */ `SELECT ${SWEEPS.columns} FROM closure_sweeps ORDER BY connector_id`)
}

/** Null when another replica has it, or had it since. */
export function claimSweep(
  tx: TenantTx,
  { id, savedAt }: { readonly id: string; readonly savedAt: Date },
  now: Date,
  nextRunAt: Date,
): Promise<Sweep | null> {
  const sql = /* sql */ `
    INSERT INTO closure_sweeps (connector_id, state, saved_at, next_run_at) VALUES ($1, 'idle', $2, $4)
    ON CONFLICT (tenant_id, connector_id) DO UPDATE SET next_run_at = $4, saved_at = $2
    WHERE closure_sweeps.next_run_at <= $3 OR closure_sweeps.saved_at <> $2
    RETURNING ${SWEEPS.columns}`
  return tx.maybeOne(SWEEPS.read, sql, [id, savedAt, now, nextRunAt])
}

export type SweepEnd = Pick<Sweep, 'state' | 'reason' | 'watermarkAt' | 'continueAt' | 'nextRunAt'> & {
  readonly ranAt: Date
  readonly read: number
  readonly matched: number
}

export async function endSweep(tx: TenantTx, connectorId: string, end: SweepEnd): Promise<void> {
  const sql = /* sql */ `
    UPDATE closure_sweeps SET state = $2, reason = $3, watermark_at = coalesce($4, watermark_at), continue_at = $5,
      next_run_at = $6, last_run_at = $7, closures_read = closures_read + $8, closures_matched = closures_matched + $9
    WHERE connector_id = $1`
  const { state, reason, watermarkAt, continueAt, nextRunAt, ranAt, read, matched } = end
  await tx.run(sql, [connectorId, state, reason, watermarkAt, continueAt, nextRunAt, ranAt, read, matched])
}

/** Decisions that are open get their label. Gives how many. */
export function labelFromVendor(tx: TenantTx, connectorId: string, closures: readonly Closure[]): Promise<number> {
  const sql = /* sql */ `
    UPDATE svc_shadow_decisions d SET resolution_source = 'siem', resolved_at = c.closed_at, resolved_by = c.closed_by,
      analyst_disposition = c.label, vendor_disposition = c.word
    FROM (
      SELECT DISTINCT ON (external_id) * FROM jsonb_to_recordset($2::jsonb)
        AS of_vendor (external_id text, closed_at timestamptz, closed_by text, label text, word text)
      ORDER BY external_id, closed_at DESC) c
    WHERE d.source = $1 AND d.external_id = c.external_id AND d.resolved_at IS NULL`
  const rows = closures.map(({ externalId, closedAtMs, closedBy, label, word }) => ({
    ...{ external_id: externalId, closed_at: new Date(closedAtMs), closed_by: closedBy, word },
    label: label ?? UNLABELED,
  }))
  return tx.run(sql, [connectorId, JSON.stringify(rows)])
}

export type UnnamedDecision = { readonly id: string; readonly eventUids: readonly string[] }

/** Open decisions about this connector's findings whose vendor id is not known yet. */
export function unnamedDecisions(tx: TenantTx, connectorId: string): Promise<UnnamedDecision[]> {
  const sql = /* sql */ `
    SELECT d.id, ARRAY(
      SELECT DISTINCT uid FROM jsonb_array_elements(a.fusion -> 'evidence') link,
        jsonb_array_elements_text(link -> 'event_uids') uid LIMIT 100) AS uids
    FROM svc_shadow_decisions d JOIN alerts a ON a.id = d.alert_id
    WHERE d.resolved_at IS NULL AND d.external_id IS NULL AND a.metadata -> 'sources' ? $1
    ORDER BY d.decided_at DESC LIMIT $2`
  const toUnnamed = (row: Row) => ({ id: text(row, 'id'), eventUids: row.uids as string[] })
  return tx.many(toUnnamed, sql, [connectorId, NAMED_AT_ONCE])
}

/** The first of two alerts about one finding keeps the name. */
export async function nameDecision(tx: TenantTx, id: string, connectorId: string, externalId: string): Promise<void> {
  const sql = /* sql */ `
    UPDATE svc_shadow_decisions SET source = $2, external_id = $3 WHERE id = $1 AND NOT EXISTS (
      SELECT FROM svc_shadow_decisions WHERE source = $2 AND external_id = $3)`
  await tx.run(sql, [id, connectorId, externalId])
}
