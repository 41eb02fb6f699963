import type { Alert } from './queries.ts'

export type Row = {
  readonly alert: Alert
  readonly nowMs: number
  readonly me: string
  /** Names of people, by id. */
  readonly names: ReadonlyMap<string, string>
  /** Minutes to resolve an alert, by severity. */
  readonly targets: Readonly<Record<string, number>>
}

/** The time by which the alert must be resolved. Null when it is resolved, or when its severity has no target. */
export function dueOf({ alert, targets }: Pick<Row, 'alert' | 'targets'>): string | null {
  const minutes = targets[alert.severity]
  if (minutes === undefined || alert.resolved_at !== null) return null
  return new Date(Date.parse(alert.created_at) + minutes * 60_000).toISOString()
}
