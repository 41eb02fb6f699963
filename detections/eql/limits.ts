import { KEYS_MAX } from '../window/compile.ts'

/** Limits of a rule file or a query. Real queries stay far below; each overrun is a fault that names the limit. */
export const EQL_LIMITS = {
  fileChars: 1024 * 1024,
  /** The longest public rule has 20,000 characters. */
  queryChars: 256 * 1024,
  /** Parentheses, calls, `not` and subqueries inside one another. */
  depth: 48,
  /** Tests and parts of expressions of a query. */
  nodes: 20_000,
  /** Events of a sequence, those of `with runs` counted each. */
  steps: 64,
  runs: 100,
  joinKeys: KEYS_MAX,
  maxSpanMs: 30 * 24 * 3600 * 1000,
} as const
