/**
 * The meters of a tenant's usage, each computed from the table that records what it counts. A new one is a line here; one
 * whose table does not exist says so, and never 0.
 */

type Named = { readonly name: string; readonly counts: string; readonly table: string }

/** Rows of a table of the tenant by the day (UTC) of one of their columns. */
export type WindowMeter = Named & { readonly kind: 'window'; readonly timeColumn: string; readonly where: string }
/** Rows that there are now. */
export type PointMeter = Named & { readonly kind: 'now'; readonly where: string }
/** Of the lake. */
export type LakeMeter = Named & { readonly kind: 'lake' }
export type UnmeasuredMeter = Named & { readonly kind: 'unmeasured' }

export type Meter = WindowMeter | PointMeter | LakeMeter | UnmeasuredMeter

/** A model wrote something of the alert. */
const HAS_MODEL_OUTPUT = '(ai_summary IS NOT NULL OR ai_score IS NOT NULL OR cardinality(ai_recommendations) > 0)'

const alerts = (name: string, counts: string, where: string): WindowMeter => {
  return { name, counts, kind: 'window', table: 'alerts', timeColumn: 'created_at', where }
}
const now = (name: string, counts: string, table: string, where: string): PointMeter => {
  return { name, counts, kind: 'now', table, where }
}
const unmeasured = (name: string, counts: string, table: string): UnmeasuredMeter => {
  return { name, counts, kind: 'unmeasured', table }
}

export const METERS: readonly Meter[] = [
  { name: 'events_ingested', counts: 'events stored, by the day of their receipt', kind: 'lake', table: 'ledger' },
  alerts('alerts', 'alerts created in the window', 'true'),
  alerts('triages_model', 'alerts with model-generated triage output', HAS_MODEL_OUTPUT),
  alerts('triages_deterministic', 'alerts without model output', `NOT ${HAS_MODEL_OUTPUT}`),
  unmeasured('investigations', 'agent investigation runs started', 'investigations'),
  unmeasured('llm_tokens', 'prompt plus completion tokens', 'model_calls'),
  unmeasured('llm_cost_usd', 'measured model spend', 'model_calls'),
  unmeasured('actions', 'response actions recorded', 'actions'),
  unmeasured('actions_executed', 'response actions that reached a vendor', 'actions'),
  now('active_connectors', 'enabled data sources now', 'inbox_tokens', 'revoked_at IS NULL'),
  now('seats', 'active user accounts now', 'users', 'is_active'),
]

export function meterNamed(name: string): Meter | undefined {
  return METERS.find((meter) => meter.name === name)
}
