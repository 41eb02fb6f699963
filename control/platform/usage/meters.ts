/**
 * The meters of a tenant's usage, each computed from the table that records it. A new one is a line here. Rows without
 * a figure are reported as unmeasured, and never count as 0.
 */
import { HAS_MODEL_OUTPUT } from '../../soc/alerts/index.ts'

type Named = { readonly name: string; readonly counts: string; readonly table: string }

/** Rows of a table of the tenant, or a sum over them, by the day (UTC) of one of their columns. */
export type WindowMeter = Named & {
  readonly kind: 'window'
  readonly timeColumn: string
  readonly where: string
  /** The rows, where they come from more than the table alone. */
  readonly rows?: string
  /** The column that is summed; null: the rows are counted. */
  readonly sum: string | null
}
/** Count of present rows. */
export type PointMeter = Named & { readonly kind: 'now'; readonly where: string }
/** Meter of the lake. */
export type LakeMeter = Named & { readonly kind: 'lake' }

export type Meter = WindowMeter | PointMeter | LakeMeter

/** Present alerts and those that people deleted. */
const CREATED_ALERTS = `(
  SELECT created_at, ${HAS_MODEL_OUTPUT} AS has_model_output FROM alerts
  UNION ALL SELECT created_at, has_model_output FROM deleted_alerts) AS created_alerts`

const alerts = (name: string, counts: string, where: string): WindowMeter => {
  return {
    name,
    counts,
    kind: 'window',
    table: 'alerts',
    rows: CREATED_ALERTS,
    timeColumn: 'created_at',
    where,
    sum: null,
  }
}
const actions = (name: string, counts: string, where: string): WindowMeter => {
  return { name, counts, kind: 'window', table: 'response_actions', timeColumn: 'created_at', where, sum: null }
}
const models = (name: string, counts: string, sum: string): WindowMeter => {
  return { name, counts, kind: 'window', table: 'model_calls', timeColumn: 'asked_at', where: 'true', sum }
}
const now = (name: string, counts: string, table: string, where: string): PointMeter => {
  return { name, counts, kind: 'now', table, where }
}

export const METERS: readonly Meter[] = [
  { name: 'events_ingested', counts: 'events stored, by the day of their receipt', kind: 'lake', table: 'ledger' },
  alerts('alerts', 'alerts created in the window', 'true'),
  alerts('triages_model', 'alerts with model-generated triage output', 'has_model_output'),
  alerts('triages_deterministic', 'alerts without model output', 'NOT has_model_output'),
  {
    ...{ name: 'investigations', counts: 'agent investigation runs started', kind: 'window', sum: null },
    ...{ table: 'investigation_runs', timeColumn: 'started_at', where: `kind = 'investigation'` },
  },
  models('llm_tokens', 'prompt plus completion tokens', 'prompt_tokens + completion_tokens'),
  models('llm_cost_usd', 'measured model spend', 'cost_usd'),
  actions('actions', 'response actions recorded', 'true'),
  actions(
    'actions_executed',
    'of those, the ones that reached a vendor',
    `outcome IS NOT NULL AND outcome <> 'simulated'`,
  ),
  now('active_connectors', 'enabled data sources now', 'connectors', 'enabled'),
  now('seats', 'active user accounts now', 'users', 'is_active'),
]

export function meterNamed(name: string): Meter | undefined {
  return METERS.find((meter) => meter.name === name)
}
