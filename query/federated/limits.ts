/** Limits of federated queries. Beyond a limit a query is refused, or the answer says what it left out. */
export const FEDERATED_LIMITS = {
  /**
   * Rows of the whole answer, and of each source.
   * @bound rows of a federated query -> `truncated`
   */
  rows: 1000,
  rowsDefault: 200,
  /**
   * Sources of one query, our own lake included.
   * @bound sources of a federated query -> 422
   */
  targets: 20,
  /**
   * Longest time range, in days.
   * @bound time span of a federated query -> 422
   */
  rangeDays: 31,
  /** Hours that are searched without a time range. */
  rangeHoursDefault: 24,
  /** @bound time of a source of a federated query -> `timed_out` */
  timeoutSeconds: 120,
  timeoutSecondsDefault: 30,
  /** @bound size of a response to a federated query -> `failed` */
  answerBytes: 32 * 1024 * 1024,
  /** Characters of the raw text of a row. */
  rawChars: 8192,
} as const
