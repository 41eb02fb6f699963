/** Bounds of reports. */
export const REPORT_LIMITS = {
  schedules: 100,
  users: 100,
  addresses: 50,
  nameChars: 120,
  /** Rows of each list of a report. */
  listed: 10,
  /** Newest alerts that are named beside an entity. */
  alertsOfEntity: 5,
  /** Days that a report may be about when a person asks for it. */
  daysMax: 92,
  keptDays: 400,
} as const
