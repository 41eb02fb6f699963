/**
 * What judging an event costs, counted while it is done and ended before it is too much. A unit is what following one
 * instruction of a regular expression takes, some 40 ns at worst; 8 characters of a plain comparison are one, too. Judging is
 * synchronous, so one meter serves a thread.
 */

/** Of one evaluation of one rule: some 40 ms. */
export const EVALUATION_WORK = 1_000_000

/** An evaluation was ended: what it would have come to is not known. */
export class OutOfWork extends Error {
  override readonly name = 'OutOfWork'
}

class WorkMeter {
  /** Infinite where nobody has set a bound. */
  left = Number.POSITIVE_INFINITY

  /** Before the work is done. Throws `OutOfWork`. */
  spend(units: number): void {
    if (units > this.left) {
      this.left = 0
      throw new OutOfWork('the event takes more work than one evaluation may')
    }
    this.left -= units
  }

  /** A plain pass over a text. */
  read(chars: number): void {
    this.spend(1 + (chars >> 3))
  }
}

export const work = new WorkMeter()

/** Runs within a bound; null when that was not enough. What it spent is taken from a bound that is around it. */
export function withinWork<T>(units: number, run: () => T): { readonly value: T } | null {
  const around = work.left
  const given = Math.min(units, around)
  work.left = given
  try {
    return { value: run() }
  } catch (error) {
    if (error instanceof OutOfWork) return null
    throw error
  } finally {
    work.left = around - (given - work.left)
  }
}
