/** Limits of a running query; each overrun ends it with an error that names the limit. */
export const RUN_LIMITS = {
  /** Units of work: about one for each row that meets an operator and each part of its expressions. */
  steps: 20_000_000,
  /** Values held at once, roughly: rows that are sorted, joined or grouped, and entries of lists and sets. */
  cells: 5_000_000,
  /** Rows that come out. */
  rows: 500_000,
  /** Parts of the query that are compiled; a function or a table that `let` names counts wherever it is used. */
  parts: 50_000,
  /** Functions and tables inside each other, and operators inside each other. */
  depth: 200,
  /** Columns of a table. */
  columns: 1000,
  /** Characters of one text. */
  textChars: 1024 * 1024,
  /** Lists and bags inside each other. */
  jsonDepth: 64,
  /** Entries of one list or bag that a function makes. */
  listEntries: 100_000,
  /** Regular expressions that differ in one query, those that come out of the data included. */
  regexes: 1000,
} as const

/** Limits that one run may raise or lower. */
export type RunAllowance = {
  readonly steps: number
  readonly cells: number
  readonly parts: number
  readonly rows: number
}
