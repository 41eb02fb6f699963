import { KEYS_MAX } from '../window/compile.ts'

/** Limits of a rule file or a query. Real queries stay far below; each overrun is a fault that names the limit. */
export const EQL_LIMITS = {
  /** @bound a file of EQL rules -> a fault with file and line */
  fileChars: 1024 * 1024,
  /** The longest public rule has 20,000 characters. */
  queryChars: 256 * 1024,
  /**
   * Parentheses, calls, `not` and subqueries inside one another.
   * @bound an EQL query: characters; nesting; tests and parts of expressions = {queryChars}; {}; {nodes} -> a fault
   * with file and line
   */
  depth: 48,
  /** Tests and parts of expressions of a query. */
  nodes: 20_000,
  /** Events of a sequence, those of `with runs` counted each. */
  steps: 64,
  runs: 100,
  joinKeys: KEYS_MAX,
  maxSpanMs: 30 * 24 * 3600 * 1000,
} as const
