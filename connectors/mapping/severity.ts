/** OCSF `severity_id` for the words that senders use: 1 informational to 5 critical, 0 unknown. */
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
    // Priorities of Opsgenie, PagerDuty and ticket systems.
    p1: 5,
    p2: 4,
    p3: 3,
    p4: 2,
    p5: 1,
    // FireEye's spellings.
    minr: 2,
    majr: 4,
    critical: 5,
    crit: 5,
    severe: 5,
    fatal: 5,
    emergency: 5,
    emerg: 5,
    alert: 5,
    panic: 5,
    err: 4,
    trace: 1,
    verbose: 1,
  }),
)

/** `kCritical`, `SEVERITY_HIGH`, `1 - Critical`: the names of values of enumerations. */
const ENUMERATED = /^(?:k(?=[A-Z])|SEVERITY[_-]|[1-9] ?- ?(?=[A-Z]))/

/** The severity id of a word; 0 for an unknown word and for anything else. */
export function severityId(value: unknown): number {
  if (typeof value !== 'string') return 0
  return LADDER.get(value.toLowerCase()) ?? LADDER.get(value.replace(ENUMERATED, '').toLowerCase()) ?? 0
}

/** The severity id of a number, also as text, that is OCSF's own; 0 for any other number. */
export function severityNumber(value: unknown): number {
  const number = typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && (number === 99 || (Number.isInteger(number) && number >= 0 && number <= 6))
    ? number
    : 0
}
