/**
 * The stop of everything that automation does by itself. While it holds no grant holds, triage closes nothing, no model is
 * asked about alerts and cases, and what a grant alone has cleared is not carried out. What is taken back by its timer
 * still is.
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
  /** Null: nobody has used it. */
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

/** Null: it is not. */
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

/** Actions that only a grant has cleared and that nobody has begun: they do not wait for the end of the stop. */
export async function withdrawGranted(tx: TenantTx): Promise<number> {
  const sql = /* sql */ `
    UPDATE response_actions SET status = 'rejected', reason = 'cancelled', detail = 'automation was stopped', deadline = NULL,
      ended_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE by_grant AND status = 'approved'`
  return tx.run(sql)
}
