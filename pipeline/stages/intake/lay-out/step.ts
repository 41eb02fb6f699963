/** lay-out: stores an event that reaches this step, by adding its columns and its text to the blocks for the lake. */
import { rowsOf } from '../../../../schemas/normalized-events.ts'
import type { Output } from '../../../../stream/driver.ts'
import { dayOf } from '../../../lake-partitions.ts'
import type { BatchAtHand, EventAtHand, Step, StepFlushed, StepTask } from '../step.ts'
import { BlockPool, EventLanes } from './event-lanes.ts'

/** `partitions` of `svc.normalized_events`. */
export function layOutStep(partitions: number): Step {
  const pool = new BlockPool()
  return { name: 'lay-out', stores: [], open: () => new LayOutTask(new EventLanes(partitions, pool)) }
}

class LayOutTask implements StepTask {
  readonly #lanes: EventLanes
  /** Outputs of earlier days than the current one. */
  readonly #closed: Output[] = []
  #day = 0
  #newestMs = 0

  constructor(lanes: EventLanes) {
    this.#lanes = lanes
  }

  begin({ batch: { receivedMs } }: BatchAtHand): void {
    if (dayOf(receivedMs) !== this.#day) this.#closeDay()
    this.#day = dayOf(receivedMs)
    this.#newestMs = Math.max(this.#newestMs, receivedMs)
  }

  process({ of, row, start, end }: EventAtHand): null {
    row.rawHeader = of.open.header?.(start) ?? ''
    this.#lanes.add(row, of.batch.body, start, end, of.minuteMs)
    return null
  }

  flush(): StepFlushed {
    this.#closeDay()
    const outputs = this.#closed.splice(0)
    return { outputs, rows: outputs.reduce((sum, { value }) => sum + rowsOf(value), 0) }
  }

  /**
   * Ends the current blocks: a block holds one day of receipt, because the lake partitions by day and stores a block
   * completely or not at all.
   */
  #closeDay(): void {
    this.#closed.push(...this.#lanes.drain(this.#newestMs))
  }
}
