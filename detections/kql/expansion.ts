import { PATTERN_STEPS_MAX, REGEX_STEPS_MAX, regexSteps, tooManySteps } from '../plan/regex-steps.ts'
import { refuse } from './fault.ts'
import { KQL_LIMITS } from './limits.ts'

/**
 * Names are replaced by their definitions, recursively: a few lines that double a name can exceed all memory. So the
 * size of a query is counted while it is expanded.
 */
export class Expansion {
  #left: number = KQL_LIMITS.expanded
  #steps = 0

  /** Call it before a pattern is compiled. */
  regex(source: string, at: number): void {
    const own = regexSteps(source, PATTERN_STEPS_MAX)
    if (own > PATTERN_STEPS_MAX) refuse(at, tooManySteps(source))
    this.#steps += own
    if (this.#steps > REGEX_STEPS_MAX)
      refuse(at, `the regular expressions of the query have more than ${REGEX_STEPS_MAX} steps`)
  }

  spend(at: number): void {
    if (--this.#left < 0)
      refuse(at, `with its let statements expanded, the query has more than ${KQL_LIMITS.expanded} parts`)
  }
}
