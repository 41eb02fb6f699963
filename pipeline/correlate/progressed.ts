/** How far intake has come with each partition: what was received before is in the records that were read. */
import { STORE } from '../../detections/window/journal.ts'
import { assert } from '../../platform/assert.ts'
import type { Progress } from '../../schemas/rule-matches.ts'
import type { SlotChange } from '../runtime/driver.ts'

const SLOT = 'progress'

export class Progressed {
  #byPartition: number[]
  #isChanged = false

  constructor(partitions: number) {
    assert(partitions > 0, 'intake has a partition')
    this.#byPartition = Array.from({ length: partitions }, () => 0)
  }

  /** What all partitions have come to; 0 until each of them has said so. */
  get receivedMs(): number {
    return Math.min(...this.#byPartition)
  }

  take({ partition, received_ms }: Progress): void {
    if ((this.#byPartition[partition] ?? Number.POSITIVE_INFINITY) >= received_ms) return
    this.#byPartition[partition] = received_ms
    this.#isChanged = true
  }

  restore(slots: readonly { readonly slot: string; readonly payload: Buffer }[]): void {
    const stored = slots.find(({ slot }) => slot === SLOT)
    if (!stored) return
    const byPartition = JSON.parse(stored.payload.toString()) as readonly number[]
    this.#byPartition = this.#byPartition.map((_, partition) => byPartition[partition] ?? 0)
  }

  flush(): Omit<SlotChange, 'partition'>[] {
    if (!this.#isChanged) return []
    this.#isChanged = false
    return [{ store: STORE, slot: SLOT, payload: Buffer.from(JSON.stringify(this.#byPartition)) }]
  }
}
