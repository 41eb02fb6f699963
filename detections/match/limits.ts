/** Bounds of the matcher. What happens at each is said beside it. */
export const MATCH_LIMITS = {
  /** Members and array items below this are not looked at. Intake dead-letters events that nest deeper. */
  depthMax: 64,
  /** Rows of one automaton that hold a target for every symbol, in cells of four bytes; further states are sparse. */
  denseCellsMax: 1 << 20,
  /** An automaton of no more cells than this has no sparse states. */
  smallCellsMax: 1 << 18,
  /** Tables that a kernel takes; with more, values are shown to tables outside of it, which is slower. */
  kernelBytesMax: 512 * 1024 ** 2,
  /** Tables for sets of log sources; the one unused for longest is dropped and built again when it is needed. */
  groupsMax: 256,
  /** Sets of keywords whose tables are shared by groups; past it all are forgotten, and groups keep what they have. */
  keywordTablesMax: 256,
  /** Log sources whose table is known; past it all are forgotten and found again. */
  logSourcesMax: 4096,
  /** Views whose getters are compiled; past it all are forgotten. Rules that ask for facts of a class see one for each. */
  viewsMax: 256,
  /** Literals that a regular expression's gate asks for; one with more has no gate. */
  gateLiteralsMax: 64,
  /** Conditions inside conditions; a rule with more is a fault. */
  nestingMax: 256,
} as const
