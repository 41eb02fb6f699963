/** Counts of a program's rules, and the budget for their cost. */

/**
 * A program that uses more than `work` (`plan/work.ts`), or longer than `ms`, within `evaluations` is stopped. The time
 * is that in which the thread ran (`rule-clock.ts`).
 */
export type Budget = {
  readonly evaluations: number
  readonly ms: number
  readonly work: number
  /**
   * Budget of all programs of one owner: when they exceed this work within `events`, the most expensive ones are
   * stopped together.
   */
  readonly together?: { readonly events: number; readonly work: number }
}
/** @bound work of a rule in 1,024 evaluations = {work} units -> the rule is stopped for its tenant and reported */
export const DEFAULT_BUDGET: Budget = { evaluations: 1024, ms: 500, work: 12_000_000 }
/**
 * Some two seconds.
 * @bound work of a tenant's own rules in 1,024 events = {work} units -> the most expensive ones are stopped
 */
const OWN_TOGETHER = { events: 1024, work: 50_000_000 } as const
/** Budget for a tenant's own rules. */
export const OWN_BUDGET: Budget = { ...DEFAULT_BUDGET, together: OWN_TOGETHER }

export type RuleStatistics = {
  readonly hits: number
  /** How often the rule was a candidate. */
  readonly evaluations: number
  /**
   * Mean time of an evaluation in microseconds: of the last 16 timed ones, which belong to every 64th event, without
   * the longest eighth, because a pause of the machine distorts some. Null when none was timed.
   */
  readonly meanUs: number | null
  /** Evaluations that were stopped because of their work limit; the rule counted as no match. */
  readonly unfinished: number
  /** Why the rule does not run; null when it runs. */
  readonly disabled: string | null
}

/** A program is expensive when it takes a 32nd of the work that one event may cost its owner: some 60 us. */
const DEAR_PART = 32
const NONE: readonly number[] = []

const SAMPLES = 16
const LONGEST_PART = 8

export class ProgramStatistics {
  readonly hits: Float64Array
  readonly evaluations: Float64Array
  readonly unfinished: Float64Array
  private readonly timed: Float64Array
  /** `SAMPLES` per program; the oldest one is overwritten. */
  private readonly samplesMs: Float32Array
  private readonly windowFrom: Float64Array
  private readonly windowMs: Float64Array
  private readonly windowWork: Float64Array
  private readonly budget: Budget
  /** Figures of the current budget period: evaluations and work of each program, and the work of all. */
  private readonly ownEvaluations: Float64Array
  private readonly ownWork: Float64Array
  private events = 0
  private togetherWork = 0

  constructor(programs: number, budget: Budget) {
    this.hits = new Float64Array(programs)
    this.evaluations = new Float64Array(programs)
    this.unfinished = new Float64Array(programs)
    this.timed = new Float64Array(programs)
    this.samplesMs = new Float32Array(programs * SAMPLES)
    this.windowFrom = new Float64Array(programs)
    this.windowMs = new Float64Array(programs)
    this.windowWork = new Float64Array(programs)
    this.ownEvaluations = new Float64Array(budget.together ? programs : 0)
    this.ownWork = new Float64Array(budget.together ? programs : 0)
    this.budget = budget
  }

  /** True when the program has exceeded its budget in the current period of evaluations. */
  spend(program: number, ms: number, units: number): boolean {
    const evaluations = this.evaluations[program] as number
    if (evaluations - (this.windowFrom[program] as number) >= this.budget.evaluations) {
      this.windowFrom[program] = evaluations
      this.windowMs[program] = 0
      this.windowWork[program] = 0
    }
    const windowMs = (this.windowMs[program] as number) + ms
    const windowWork = (this.windowWork[program] as number) + units
    this.windowMs[program] = windowMs
    this.windowWork[program] = windowWork
    if (this.budget.together) {
      ;(this.ownEvaluations[program] as number)++
      ;(this.ownWork[program] as number) += units
      this.togetherWork += units
    }
    return windowMs > this.budget.ms || windowWork > this.budget.work
  }

  /** Call it after an event: returns the expensive programs when all together have exceeded their budget. */
  dearPrograms(): readonly number[] {
    const { together } = this.budget
    if (!together) return NONE
    this.events++
    const isOver = this.togetherWork > together.work
    const dear = isOver ? this.#dear(together.work / together.events) : NONE
    if (isOver || this.events >= together.events) this.#beginRun()
    return dear
  }

  /** Programs whose evaluations use more than their share of an event's work. */
  #dear(eventWork: number): readonly number[] {
    const dear: number[] = []
    for (let program = 0; program < this.ownWork.length; program++) {
      const mean = (this.ownWork[program] as number) / (this.ownEvaluations[program] as number)
      if (mean > eventWork / DEAR_PART) dear.push(program)
    }
    return dear
  }

  #beginRun(): void {
    this.events = 0
    if (this.togetherWork === 0) return
    this.togetherWork = 0
    this.ownEvaluations.fill(0)
    this.ownWork.fill(0)
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
