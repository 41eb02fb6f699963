/** What the rules of a program did, and what they may cost. */

/** A program whose judging took longer than `ms` within `evaluations` is stopped. A pause of the machine is shorter. */
export type Budget = { readonly evaluations: number; readonly ms: number }
export const DEFAULT_BUDGET: Budget = { evaluations: 1024, ms: 500 }

export type RuleStatistics = {
  readonly hits: number
  /** How often the rule was a candidate. */
  readonly evaluations: number
  /** Mean time of an evaluation, of every 64th event; null when none was timed. */
  readonly meanUs: number | null
  /** Why the rule does not run; null when it does. */
  readonly disabled: string | null
}

export class ProgramStatistics {
  readonly hits: Float64Array
  readonly evaluations: Float64Array
  readonly timed: Float64Array
  readonly timedMs: Float64Array
  private readonly windowFrom: Float64Array
  private readonly windowMs: Float64Array
  private readonly budget: Budget

  constructor(programs: number, budget: Budget) {
    this.hits = new Float64Array(programs)
    this.evaluations = new Float64Array(programs)
    this.timed = new Float64Array(programs)
    this.timedMs = new Float64Array(programs)
    this.windowFrom = new Float64Array(programs)
    this.windowMs = new Float64Array(programs)
    this.budget = budget
  }

  /** True when the program has used up what it may in its present run of evaluations. */
  spend(program: number, ms: number): boolean {
    const evaluations = this.evaluations[program] as number
    if (evaluations - (this.windowFrom[program] as number) >= this.budget.evaluations) {
      this.windowFrom[program] = evaluations
      this.windowMs[program] = 0
    }
    this.windowMs[program] = (this.windowMs[program] as number) + ms
    return (this.windowMs[program] as number) > this.budget.ms
  }

  time(program: number, ms: number): void {
    this.timed[program] = (this.timed[program] as number) + 1
    this.timedMs[program] = (this.timedMs[program] as number) + ms
  }
}
