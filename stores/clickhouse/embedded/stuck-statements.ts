/**
 * Reads that do not end although they were cancelled: the engine looks for a cancellation between two blocks, and one
 * expression over large arrays may take hours within a block. Each occupies a lane that all tenants share, so the
 * process is ended when too few are left, and its supervisor starts it anew.
 */

/**
 * Cancellations without an effect after which a statement counts as stuck, a quarter of a second apart at least. Counts
 * and not durations, because a suspended process must not count as stuck.
 * @bound cancellations of a read that does not end = {} while more than half of the lanes are stuck -> the engine is started anew
 */
export const STUCK_AFTER = 120
/**
 * @bound cancellations of a read that does not end = {} -> the engine is started anew
 */
export const STUCK_MAX = 1_200

export class StuckStatements {
  readonly #lanesMax: number
  readonly #end: (why: string) => void
  readonly #stuck = new Set<string>()

  /** `end` as in `Watch`. */
  constructor(lanesMax: number, end: (why: string) => void) {
    this.#lanesMax = lanesMax
    this.#end = end
  }

  /** The statement was cancelled for the `times`th time, and goes on. */
  cancelled(mark: string, times: number): void {
    if (times < STUCK_AFTER) return
    this.#stuck.add(mark)
    const isCrowded = this.#stuck.size * 2 > this.#lanesMax
    if (isCrowded || times >= STUCK_MAX)
      this.#end(`${this.#stuck.size} of ${this.#lanesMax} reads do not end although they were cancelled`)
  }

  ended(mark: string): void {
    this.#stuck.delete(mark)
  }
}
