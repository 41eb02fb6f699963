/**
 * event-time: gives an event without a time the time of its receipt, and makes one with an impossible time a dead
 * letter.
 */
import { type BatchAtHand, deadLetter, type Ending, type EventAtHand, type Step, type StepTask } from '../step.ts'
import { FUTURE_MS_MAX, OLDEST_MS } from './time-range.ts'

/** `futureMsMax`: how far an event's own time may lie ahead of its receipt. */
export function eventTimeStep(futureMsMax = FUTURE_MS_MAX): Step {
  return { name: 'event-time', stores: [], open: () => new EventTimeTask(futureMsMax) }
}

class EventTimeTask implements StepTask {
  readonly #futureMsMax: number
  #receivedMs = 0

  constructor(futureMsMax: number) {
    this.#futureMsMax = futureMsMax
  }

  begin({ batch }: BatchAtHand): void {
    this.#receivedMs = batch.receivedMs
  }

  process(event: EventAtHand): Ending | null {
    const { row } = event
    event.isTimeless = Number.isNaN(row.timeMs)
    row.timeMissing = event.isTimeless ? 1 : 0
    if (event.isTimeless) row.timeMs = this.#receivedMs
    else if (row.timeMs < OLDEST_MS || row.timeMs > this.#receivedMs + this.#futureMsMax)
      return deadLetter('time_out_of_range', `the event says ${new Date(row.timeMs).toISOString()}`)
    return null
  }
}
