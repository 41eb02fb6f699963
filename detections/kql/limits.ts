/** Limits of a query; each overrun is a fault that names the limit. */
export const KQL_LIMITS = {
  /** The longest public query has some 30,000 characters, and the parser takes time that grows with the length. */
  queryChars: 64 * 1024,
  /**
   * Operands and operators inside each other. A chain of `and` nests once an operand.
   * @bound a KQL query: characters; nesting; compiled parts = {queryChars}; {}; {expanded} -> a fault with file and
   * line
   */
  depth: 500,
  nodes: 20_000,
  /** Brackets inside each other. At 2,000 the parser takes two seconds, at 60,000 minutes. */
  brackets: 100,
  /** Names, operators and marks; the longest public query has 2,568. At 8,000 the parser takes a second. */
  words: 4_000,
  /** Constants and commas of lists; the longest public query has 954. */
  items: 10_000,
  /** Each operator nests around all before it. The longest public query has 296. */
  pipes: 400,
  /** Compiled parts; the definition of a name counts each time the name is used. */
  expanded: 50_000,
  /** Columns that one `parse` extracts: its pattern runs once for each needed column. */
  cuts: 64,
  /**
   * A file of rules.
   * @bound a file of KQL rules -> a fault with file and line
   */
  fileChars: 1024 * 1024,
  /** Rules of one file. */
  rules: 1024,
  /** Names that are replaced by constants. */
  lets: 100,
} as const
