/** Bounds of the matcher, each with what happens beyond it. */
export const MATCH_LIMITS = {
  /** Deeper members and array items are ignored. Intake dead-letters events that nest deeper. */
  depthMax: 64,
  /**
   * Cells of four bytes for dense rows of one automaton, which have a target for every symbol; further states are
   * sparse.
   */
  denseCellsMax: 1 << 20,
  /** An automaton with at most this many cells has no sparse states. */
  smallCellsMax: 1 << 14,
  /**
   * Memory for tables in a kernel; beyond it values are matched by tables outside, which is slower.
   * @bound memory for the tables of rules in a kernel = {:bytes} -> further values are matched by tables outside, which
   * is slower
   */
  kernelBytesMax: 512 * 1024 ** 2,
  /** Tables for sets of log sources; the least recently used one is dropped and rebuilt when needed. */
  groupsMax: 256,
  /** Sets of keywords whose tables groups share; beyond it the cache is cleared, and groups keep their tables. */
  keywordTablesMax: 256,
  /** Log sources whose group is cached; beyond it the cache is cleared. */
  logSourcesMax: 4096,
  /**
   * Views whose getters are compiled; beyond it the cache is cleared. With rules that need facts there is one view per
   * class.
   */
  viewsMax: 256,
  /** Literals in a regular expression's gate; an expression with more has no gate. */
  gateLiteralsMax: 64,
  /**
   * Nesting of conditions; a rule beyond it is a fault.
   * @bound nesting of the conditions of a rule -> a fault that names the rule
   */
  nestingMax: 256,
} as const
