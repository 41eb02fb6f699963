/** Log sources that are asked for, to tell events that none of them is for. */
import type { EventLogSource } from '../../schemas/event-view.ts'
import type { LogSource } from '../plan/plan.ts'
import { coversLogSource } from './scan.ts'

export class LogSourceSet {
  readonly #wanted: readonly LogSource[]
  /** Sources of events give the same few objects again and again. */
  readonly #known = new WeakMap<EventLogSource, boolean>()

  constructor(wanted: readonly LogSource[]) {
    this.#wanted = wanted
  }

  /** Whether any of them is for events of the log source. */
  covers(source: EventLogSource): boolean {
    let isCovered = this.#known.get(source)
    if (isCovered === undefined) {
      isCovered = this.#wanted.some((wanted) => coversLogSource(wanted, source))
      this.#known.set(source, isCovered)
    }
    return isCovered
  }
}
