import type { Schemas } from '../api/client.ts'

/** The change that gives somebody's open alerts to whoever takes the shift over; null when none go along. */
export function alertsAlong(
  alerts: readonly { readonly id: string }[],
  isChosen: boolean,
  to: string,
): Schemas['AlertBulkChange'] | null {
  if (!isChosen || alerts.length === 0) return null
  return { alert_ids: alerts.map(({ id }) => id), change: { assigned_to_id: to } }
}
