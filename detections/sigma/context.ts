import { Budget } from './budget.ts'
import type { Placeholders } from './placeholders.ts'

/** State that is passed around while one rule is compiled. */
export type RuleContext = {
  readonly budget: Budget
  readonly placeholders: Placeholders
  /** Names of placeholders that have no value. */
  readonly unresolved: Set<string>
  /** The place in the document that is being read. A refusal leaves it standing, and so names its line. */
  readonly path: (string | number)[]
}

export function ruleContext(file: Budget, placeholders: Placeholders): RuleContext {
  return { budget: new Budget(file), placeholders, unresolved: new Set(), path: [] }
}
