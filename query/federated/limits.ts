/** Limits of federated queries. Beyond a limit a query is refused, or the answer says what it left out. */
export const FEDERATED_LIMITS = {
  /** Rows of the whole answer, and of each source. */
  rows: 1000,
  rowsDefault: 200,
  /** Sources of one query, our own lake included. */
  targets: 20,
  /** Longest time range, in days. */
  rangeDays: 31,
  /** Hours that are searched without a time range. */
  rangeHoursDefault: 24,
  timeoutSeconds: 120,
  timeoutSecondsDefault: 30,
  answerBytes: 32 * 1024 * 1024,
  /** Characters of the raw text of a row. */
  rawChars: 8192,
} as const
