/** Work and memory that a query has used so far. Code whose work grows with rows or texts must report it here. */
import { PATTERN_STEPS_MAX, regexSteps, tooManySteps } from '../../plan/regex-steps.ts'
import { RUN_LIMITS, type RunAllowance } from './limits.ts'
import { queryRegex, type Regex } from './regex.ts'

/** A limit was reached while the query ran; the caller knows its place in the query. */
export class KqlOverrun extends Error {
  override readonly name = 'KqlOverrun'
}

export function overrun(reason: string): never {
  throw new KqlOverrun(reason)
}

export class Budget {
  readonly #allowed: RunAllowance
  #steps: number
  #cells: number
  #parts: number
  readonly #regexes = new Map<string, Regex | null>()
  /** State of the random numbers, which are the same in each run of a query. */
  seed = 0x9e3779b9

  constructor(allowed: RunAllowance) {
    this.#allowed = allowed
    this.#steps = allowed.steps
    this.#cells = allowed.cells
    this.#parts = allowed.parts
  }

  spend(steps: number): void {
    this.#steps -= steps
    if (this.#steps < 0) overrun(`the query takes more than ${this.#allowed.steps} steps`)
  }

  hold(cells: number): void {
    this.#cells -= cells
    if (this.#cells < 0) overrun(`the query holds more than ${this.#allowed.cells} values`)
  }

  /** How many parts have been compiled. */
  get parts(): number {
    return this.#allowed.parts - this.#parts
  }

  compilePart(): void {
    if (--this.#parts < 0) overrun(`the query has more than ${this.#allowed.parts} parts, functions written out`)
  }

  /** Returns the text itself when it is not too long; throws otherwise. */
  text(text: string): string {
    if (text.length > RUN_LIMITS.textChars) overrun(`a text has more than ${RUN_LIMITS.textChars} characters`)
    this.spend(text.length >> 5)
    return text
  }

  entries(count: number): void {
    if (count > RUN_LIMITS.listEntries) overrun(`a list has more than ${RUN_LIMITS.listEntries} entries`)
    this.hold(count)
  }

  /** Null when the pattern is not valid. */
  regex(source: string): Regex | null {
    const known = this.#regexes.get(source)
    if (known !== undefined) return known
    if (this.#regexes.size >= RUN_LIMITS.regexes) overrun(`more than ${RUN_LIMITS.regexes} regular expressions`)
    this.spend(1000 + source.length * 10)
    if (regexSteps(source, PATTERN_STEPS_MAX) > PATTERN_STEPS_MAX) overrun(tooManySteps(source))
    const regex = queryRegex(source)
    this.#regexes.set(source, regex)
    return regex
  }

  /** Counts the work of a search: a regular expression examines each character several times. */
  search(text: string): void {
    this.spend(1 + (text.length >> 2))
  }

  /** From 0 up to 1 (mulberry32). */
  random(): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
