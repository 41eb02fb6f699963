export const COMPLIANCE_LIMITS = {
  /**
   * Records, files and reviews of a tenant.
   * @bound compliance evidence of a tenant -> 409
   */
  evidence: 20_000,
  /** @bound size of an attachment of compliance evidence -> 422 */
  payloadBytes: 65_536,
  /** @bound size of a file of compliance evidence -> 413 */
  fileBytes: 5 * 1024 * 1024,
  /** @bound files of one evidence -> 409 */
  files: 10,
  /**
   * Days of points that one answer has.
   * @bound monthly points of the compliance history -> they are deleted
   */
  historyDays: 3660,
  /**
   * Points of each day are kept for so long, then the last one of each month, and none past `historyDays`.
   * @bound daily points of the compliance history -> only the last point of a month is kept
   */
  dailyDays: 400,
  /**
   * Evidence that is older says nothing about now.
   * @bound age of compliance evidence -> it no longer counts
   */
  evidenceDays: 365,
  /** Days of alerts and cases that a measure looks at. */
  periodDays: 30,
  /** Least share of due alerts that were triaged in time. */
  triagedShare: 0.95,
  /** A head of the audit log that is older was not followed by another for too long, where entries wait. */
  dormantDays: 90,
  /** Techniques that rules in force name. */
  techniques: 50,
  exerciseDays: 90,
  detectedShare: 0.8,
  tabletopDays: 365,
  feedHours: 48,
  retentionDays: 365,
  /** Newest entries of the audit log that are verified for the days that they span. */
  auditEntries: 20_000,
} as const
