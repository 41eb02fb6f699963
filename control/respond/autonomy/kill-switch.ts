/**
 * The kill switch for all automatic actions. While it is on, no grant applies, triage closes nothing, no model is
 * called about alerts and cases, and actions approved only by a grant are not executed. Timed rollbacks still run.
 */
import { orNull, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, table } from '../../../stores/postgres/table.ts'

export const STOP = table('AutonomyStop', {
  stopped: column.bool(),
  reason: column.text(),
  set_by: column.text(),
  set_at: column.time(),
})
export type Stop = ReturnType<typeof STOP.read>

export type KillSwitch = {
  /** Null: never used. */
  readonly tenant: Stop | null
  readonly installation: Stop | null
  /** Null: automation is not stopped. */
  readonly stopped_because: string | null
}

export async function killSwitch(tx: TenantTx): Promise<KillSwitch> {
  const tenant = await tx.maybeOne(STOP.read, /* sql */ `SELECT ${STOP.columns} FROM autonomy_stops`)
  const installation = await tx.maybeOne(STOP.read, /* sql */ `SELECT ${STOP.columns} FROM autonomy_stop_of_all`)
  return { tenant, installation, stopped_because: await stoppedBecause(tx) }
}

/** Null while automation is not stopped. */
export async function stoppedBecause(tx: TenantTx): Promise<string | null> {
  const sql = /* sql */ `SELECT svc_autonomy_stop(svc_tenant()) AS reason`
  return tx.maybeOne((row) => orNull(text, row, 'reason'), sql)
}

export async function setKillSwitch(tx: TenantTx, stopped: boolean, reason: string, by: string): Promise<KillSwitch> {
  const sql = /* sql */ `
    INSERT INTO autonomy_stops (stopped, reason, set_by) VALUES ($1, $2, $3)
    ON CONFLICT (tenant_id) DO UPDATE SET stopped = $1, reason = $2, set_by = $3, set_at = clock_timestamp()`
  await tx.run(sql, [stopped, reason, by])
  if (stopped) await withdrawGranted(tx)
  return killSwitch(tx)
}

/**
 * Withdraws actions that only a grant approved and that have not started, those of one verb or all: what approved them no
 * longer holds.
 */
export async function withdrawGranted(
  tx: TenantTx,
  why = 'automation was stopped',
  verb: string | null = null,
): Promise<number> {
  const sql = /* sql */ `
    UPDATE response_actions SET status = 'rejected', reason = 'cancelled', detail = $1, deadline = NULL,
      ended_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE by_grant AND status = 'approved' AND ($2::text IS NULL OR action_type = $2)`
  return tx.run(sql, [why, verb])
}
