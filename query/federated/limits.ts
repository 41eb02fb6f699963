/** Bounds of federated queries. Past one of them a query is refused, or the answer says what it leaves out. */
export const FEDERATED_LIMITS = {
  /** Rows of the whole answer, and of each source. */
  rows: 1000,
  rowsDefault: 200,
  /** Sources of one query, our own lake among them. */
  targets: 20,
  /** Days of the time that is asked for. */
  rangeDays: 31,
  /** Without a time range. */
  rangeHoursDefault: 24,
  timeoutSeconds: 120,
  timeoutSecondsDefault: 30,
  answerBytes: 32 * 1024 * 1024,
  /** Characters of the raw text of a row. */
  rawChars: 8192,
} as const
