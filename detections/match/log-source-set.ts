/** Log sources of rules, to skip events to which no rule applies. */
import type { EventLogSource } from '../../schemas/event-view.ts'
import type { LogSource } from '../plan/plan.ts'
import { coversLogSource } from './scan.ts'

export class LogSourceSet {
  readonly #wanted: readonly LogSource[]
  /** Sources of events pass the same few log source objects again and again. */
  readonly #known = new WeakMap<EventLogSource, boolean>()

  constructor(wanted: readonly LogSource[]) {
    this.#wanted = wanted
  }

  /** True when any log source of the set covers the event's. */
  covers(source: EventLogSource): boolean {
    let isCovered = this.#known.get(source)
    if (isCovered === undefined) {
      isCovered = this.#wanted.some((wanted) => coversLogSource(wanted, source))
      this.#known.set(source, isCovered)
    }
    return isCovered
  }
}
