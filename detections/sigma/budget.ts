import { Refusal } from './fault.ts'
import { LIMITS } from './limits.ts'

/**
 * Bounds of one rule, or of all rules of a file. Modifiers, placeholders, YAML aliases and common documents multiply
 * sizes, so the products are counted.
 */
export class Budget {
  private readonly file: Budget | null
  private readonly times: number
  private readonly whose: string
  private tests = 0
  private chars = 0
  private regexSteps = 0

  /** Without a file's budget it is one itself. */
  constructor(file: Budget | null = null) {
    this.file = file
    this.times = file === null ? LIMITS.rulesWorthOfFile : 1
    this.whose = file === null ? 'file' : 'rule'
  }

  key(chars: number): void {
    this.file?.key(chars)
    this.chars += chars
    if (this.chars > LIMITS.textChars * this.times) throw this.overrun(LIMITS.textChars, 'characters to compare with')
  }

  text(chars: number): void {
    this.key(chars)
    this.test()
  }

  regex(steps: number): void {
    this.file?.regex(steps)
    this.regexSteps += steps
    const isOver = this.regexSteps > LIMITS.regexStepsOfRule * this.times
    if (isOver) throw this.overrun(LIMITS.regexStepsOfRule, 'steps of regular expressions')
  }

  test(): void {
    this.file?.test()
    this.tests++
    if (this.tests > LIMITS.tests * this.times) throw this.overrun(LIMITS.tests, 'alternatives')
  }

  private overrun(limit: number, what: string): Refusal {
    return new Refusal(`more than ${limit * this.times} ${what} in one ${this.whose}`)
  }
}
