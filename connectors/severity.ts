/** OCSF `severity_id` of the words and numbers that senders use: 1 informational to 5 critical, 0 unknown. */
const LADDER = new Map(
  Object.entries({
    informational: 1,
    info: 1,
    information: 1,
    debug: 1,
    notice: 1,
    audit_success: 1,
    low: 2,
    minor: 2,
    warning: 2,
    medium: 3,
    moderate: 3,
    warn: 3,
    audit_failure: 3,
    high: 4,
    error: 4,
    major: 4,
    critical: 5,
    crit: 5,
    severe: 5,
    fatal: 5,
    emergency: 5,
  }),
)

export function severityId(value: unknown): number {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 && value <= 5 ? value : 0
  return typeof value === 'string' ? (LADDER.get(value.toLowerCase()) ?? 0) : 0
}
