/** Collects the signals of one commit by output partition. */
import { partitionOf } from '../platform/hash.ts'
import { encodeSignals, type Signal } from '../schemas/signal.ts'
import { TOPICS } from '../schemas/topics.ts'
import type { Output } from '../stream/driver.ts'

export class SignalLanes {
  readonly #lanes: Signal[][]

  constructor(partitions: number) {
    this.#lanes = Array.from({ length: partitions }, () => [])
  }

  /** Partitioned by tenant: two signals of one story may name different entities and must meet in fusion. */
  add(signal: Signal): void {
    this.#lanes[partitionOf(signal.tenant_id, this.#lanes.length)]?.push(signal)
  }

  drain(timestampMs: number): Output[] {
    return this.#lanes.flatMap((lane, partition) => {
      const signals = lane.splice(0)
      if (signals.length === 0) return []
      return [{ topic: TOPICS.signals.name, partition, timestampMs, key: '', value: [encodeSignals(signals)] }]
    })
  }
}
