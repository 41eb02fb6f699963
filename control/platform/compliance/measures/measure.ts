/** Measurements of the running installation. */
import type { TenantTx } from '../../../../stores/postgres/pool.ts'

export const MEASURE_IDS = [
  'audit_chain',
  'audit_days',
  'log_retention',
  'sources',
  'sso',
  'second_factor',
  'dormant_users',
  'api_keys',
  'alerts_triaged',
  'cases_due',
  'detection_rules',
  'detection_tested',
  'threat_intel',
  'oncall',
  'tabletop',
  'backups',
] as const
export type MeasureId = (typeof MEASURE_IDS)[number]

/** `unknown`: there is no data to decide by. It is counted neither as pass nor as fail. */
export const MEASURE_STATES = ['pass', 'fail', 'unknown'] as const
export type MeasureState = (typeof MEASURE_STATES)[number]

export type Measured = { readonly state: MeasureState; readonly detail: string }

export type MeasureDeps = {
  readonly tx: TenantTx
  /** Days that the lake keeps events; null when this service has no such setting. */
  readonly retentionDays: number | null
  readonly nowMs: number
}

export type Measure = (deps: MeasureDeps) => Promise<Measured>

export const pass = (detail: string): Measured => ({ state: 'pass', detail })
export const fail = (detail: string): Measured => ({ state: 'fail', detail })
export const unknown = (detail: string): Measured => ({ state: 'unknown', detail })
export const judged = (holds: boolean, detail: string): Measured => (holds ? pass(detail) : fail(detail))
