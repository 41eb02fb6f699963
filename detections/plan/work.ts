/**
 * Meters the work of judging an event, which ends before it takes too long. A unit is the time of following one
 * instruction of a regular expression, some 40 ns at worst; 8 characters of a plain comparison also count as one.
 * Judging is synchronous, so one meter serves a thread.
 */

/**
 * Limit of one evaluation of one rule: some 40 ms.
 * @bound work of one evaluation of a rule = {} units (some 40 ms) -> the rule does not match the event, which is
 * reported once and counted
 */
export const EVALUATION_WORK = 1_000_000

/** An evaluation was stopped before its result was known. */
export class OutOfWork extends Error {
  override readonly name = 'OutOfWork'
}

class WorkMeter {
  /** Infinite while no bound is set. */
  left = Number.POSITIVE_INFINITY

  /** Call it before the work is done. Throws `OutOfWork`. */
  spend(units: number): void {
    if (units > this.left) {
      this.left = 0
      throw new OutOfWork('evaluating the rule on this event exceeded the work limit')
    }
    this.left -= units
  }

  /** Counts a plain pass over a text. */
  read(chars: number): void {
    this.spend(1 + (chars >> 3))
  }
}

export const work = new WorkMeter()

/** Runs within a limit; null when the limit was not enough. The work also counts against an enclosing limit. */
export function withinWork<T>(units: number, run: () => T): { readonly value: T } | null {
  const around = work.left
  const allotted = Math.min(units, around)
  work.left = allotted
  try {
    return { value: run() }
  } catch (error) {
    if (error instanceof OutOfWork) return null
    throw error
  } finally {
    work.left = around - (allotted - work.left)
  }
}
