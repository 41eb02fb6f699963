/** Limits of a running query; each overrun ends it with an error that names the limit. */
export const RUN_LIMITS = {
  /** Units of work: about one for each row per operator, and for each part of its expressions. */
  steps: 20_000_000,
  /** Values held at once, approximately: rows that are sorted, joined or grouped, and entries of lists and sets. */
  cells: 5_000_000,
  /**
   * Rows of the result.
   * @bound result rows of a KQL query -> an error that names the limit, never a partial result
   */
  rows: 500_000,
  /** Compiled parts of the query; the definition of a name counts each time the name is used. */
  parts: 50_000,
  /** Nesting of functions and tables, and of operators. */
  depth: 200,
  /** Columns of a table. */
  columns: 1000,
  /** Characters of one text. */
  textChars: 1024 * 1024,
  /** Nesting of lists and bags. */
  jsonDepth: 64,
  /** Entries of one list or bag that a function creates. */
  listEntries: 100_000,
  /** Different regular expressions in one query, including those that come from the data. */
  regexes: 1000,
} as const

/** Limits that one run may raise or lower. */
export type RunAllowance = {
  readonly steps: number
  readonly cells: number
  readonly parts: number
  readonly rows: number
}
