import type { Schemas } from '../api/client.ts'

/** The change that assigns a person's open alerts to the next person on shift; null if none move. */
export function alertsAlong(
  alerts: readonly { readonly id: string }[],
  isChosen: boolean,
  to: string,
): Schemas['AlertBulkChange'] | null {
  if (!isChosen || alerts.length === 0) return null
  return { alert_ids: alerts.map(({ id }) => id), change: { assigned_to_id: to } }
}
