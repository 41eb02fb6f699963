import { Budget } from './budget.ts'
import type { Placeholders } from './placeholders.ts'

/** State that is passed around while one rule is compiled. */
export type RuleContext = {
  readonly budget: Budget
  readonly placeholders: Placeholders
  /** Names of placeholders that have no value. */
  readonly unresolved: Set<string>
  /** The current path in the document. A refusal leaves it unchanged, so that it names the line. */
  readonly path: (string | number)[]
}

export function ruleContext(file: Budget, placeholders: Placeholders): RuleContext {
  return { budget: new Budget(file), placeholders, unresolved: new Set(), path: [] }
}
