/** A tenant's settings for risk alerts of entities. */
import { int } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'

export type RiskSettings = {
  readonly enabled: boolean
  /** A risk of 100. */
  readonly threshold: number
  /** Alerts of so many hours count. */
  readonly windowHours: number
}

/** Also the bounds of the table. */
export const THRESHOLD = { min: 20, max: 99 } as const
export const WINDOW_HOURS = { min: 1, max: 720 } as const
/** Five medium alerts of three days, or a dozen low ones. */
export const RISK_DEFAULTS: RiskSettings = { enabled: true, threshold: 70, windowHours: 72 }

export async function riskSettings(tx: TenantTx): Promise<RiskSettings> {
  const own = await tx.maybeOne(
    (row) => ({
      enabled: row.enabled === true,
      threshold: int(row, 'threshold'),
      windowHours: int(row, 'window_hours'),
    }),
    /* sql */ `SELECT enabled, threshold, window_hours FROM risk_settings`,
  )
  return own ?? RISK_DEFAULTS
}

/** Saves the settings, and queues every entity that was judged before to be judged again. */
export async function putRiskSettings(tx: TenantTx, to: RiskSettings, setBy: string): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO risk_settings (enabled, threshold, window_hours, set_by) VALUES ($1, $2, $3, $4)
    ON CONFLICT (tenant_id) DO UPDATE SET enabled = $1, threshold = $2, window_hours = $3, set_by = $4,
      set_at = clock_timestamp()`
  await tx.run(sql, [to.enabled, to.threshold, to.windowHours, setBy])
  await tx.run(/* sql */ `
    INSERT INTO risk_due (entity_type, entity) SELECT entity_type, entity FROM entity_risks`)
}
