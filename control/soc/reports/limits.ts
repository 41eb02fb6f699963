/** Bounds of reports. */
export const REPORT_LIMITS = {
  schedules: 100,
  users: 100,
  /**
   * @bound schedules of reports of a tenant; people and addresses of one = {schedules}; {users} and {} -> 409 or 422
   */
  addresses: 50,
  nameChars: 120,
  /**
   * Rows of each list of a report.
   * @bound rows in a list of a report -> the first rows are shown
   */
  listed: 10,
  /** Newest alerts that are named beside an entity. */
  alertsOfEntity: 5,
  /**
   * Days that a report may be about when a person asks for it.
   * @bound days in a report -> 422
   */
  daysMax: 92,
  /** @bound age of reports -> they are deleted */
  keptDays: 400,
} as const
