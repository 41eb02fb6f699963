/** What the rules of a program did, and what they may cost. */

/** A program whose judging took longer than `ms` within `evaluations` is stopped. A pause of the machine is shorter. */
export type Budget = { readonly evaluations: number; readonly ms: number }
export const DEFAULT_BUDGET: Budget = { evaluations: 1024, ms: 500 }

export type RuleStatistics = {
  readonly hits: number
  /** How often the rule was a candidate. */
  readonly evaluations: number
  /**
   * Mean time of an evaluation: of the last 16 that were timed, which are those of every 64th event, without the longest
   * eighth, because a pause of the machine falls into one now and then. Null when none was timed.
   */
  readonly meanUs: number | null
  /** Why the rule does not run; null when it does. */
  readonly disabled: string | null
}

const SAMPLES = 16
const LONGEST_PART = 8

export class ProgramStatistics {
  readonly hits: Float64Array
  readonly evaluations: Float64Array
  private readonly timed: Float64Array
  /** `SAMPLES` a program, the oldest is overwritten. */
  private readonly samplesMs: Float32Array
  private readonly windowFrom: Float64Array
  private readonly windowMs: Float64Array
  private readonly budget: Budget

  constructor(programs: number, budget: Budget) {
    this.hits = new Float64Array(programs)
    this.evaluations = new Float64Array(programs)
    this.timed = new Float64Array(programs)
    this.samplesMs = new Float32Array(programs * SAMPLES)
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
    const count = this.timed[program] as number
    this.samplesMs[program * SAMPLES + (count % SAMPLES)] = ms
    this.timed[program] = count + 1
  }

  meanUs(program: number): number | null {
    const count = Math.min(SAMPLES, this.timed[program] as number)
    if (count === 0) return null
    const samples = this.samplesMs.slice(program * SAMPLES, program * SAMPLES + count).sort()
    const kept = samples.subarray(0, count - Math.floor(count / LONGEST_PART))
    return (kept.reduce((sum, ms) => sum + ms, 0) / kept.length) * 1000
  }
}
