/**
 * Groups the rows of the queue, in the order of the first row of each group: sorted by risk, the riskiest group is
 * first.
 */
import type { Group } from './filter.ts'
import type { Alert } from './queries.ts'

export type RowGroup = { readonly name: string; readonly alerts: readonly Alert[] }

const NONE = 'none'

export function groupOf(alert: Alert, by: Group): string {
  switch (by) {
    case 'severity':
      return alert.severity
    case 'entity':
      return alert.affected_hosts[0] ?? alert.affected_users[0] ?? alert.affected_ips[0] ?? NONE
    case 'rule':
      return alert.rule_id ?? NONE
    case 'technique':
      return alert.mitre_techniques[0] ?? NONE
    case 'source':
      return alert.connector_type ?? NONE
  }
}

export function grouped(alerts: readonly Alert[], by: Group | undefined): RowGroup[] {
  if (by === undefined) return [{ name: '', alerts }]
  return [...Map.groupBy(alerts, (alert) => groupOf(alert, by))].map(([name, members]) => ({ name, alerts: members }))
}
