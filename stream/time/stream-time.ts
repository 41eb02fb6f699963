/**
 * How far everything before a stage has come, in time of receipt: what was received before is in the records that were
 * read. One for each partition that a stage with time reads; a tenant that is behind in a partition of the topic where
 * all begins has come as far there as the last mark that spoke of it.
 *
 * A clock that jumped ahead and was put right again leaves a time that nothing reaches for as long as the jump: what it
 * stands for is not so. When every mark of a partition is behind its time by more than `BACK_MS` for a while, the partition
 * is set back to what the marks say.
 *
 * bound   the tenants that a mark names, `BEHIND_MAX`, for each partition where all begins
 */
import { assert } from '../../platform/assert.ts'
import type { TimeMark } from '../../schemas/time-marks.ts'

/** The time that a stage gets: `receivedMs` holds for every tenant but those in `behind`, which have come less far. */
export type Time = { readonly receivedMs: number; readonly behind: ReadonlyMap<string, number> }

type Partition = {
  receivedMs: number
  behind: Map<string, number>
  /** Marks in a row that were far behind, each not before the last one of them. */
  low: Low
}
type Low = { readonly marks: number; readonly lastMs: number }
const NOT_LOW: Low = { marks: 0, lastMs: 0 }

/** A mark that a slow process tells is behind others by less. Longer than windows wait for what is late. */
export const BACK_MS = 120_000
/** A process that stood still tells one old mark, and is right again with the next. */
const BACK_MARKS = 3
/** As it is stored; a number alone is a partition where nobody is behind. */
type Stored = readonly (
  | number
  | { readonly receivedMs: number; readonly behind: readonly [string, number][]; readonly low?: Low }
)[]

export class StreamTime {
  #partitions: readonly Partition[]
  #isChanged = false

  constructor(partitions: number) {
    assert(partitions > 0, 'a topic has a partition')
    this.#partitions = Array.from({ length: partitions }, () => newPartition(0))
  }

  /**
   * The time that all partitions have reached, 0 until each has told its own; and that of each tenant that is behind in
   * one.
   */
  now(): Time {
    const names = new Set(this.#partitions.flatMap(({ behind }) => [...behind.keys()]))
    return {
      receivedMs: Math.min(...this.#partitions.map(({ receivedMs }) => receivedMs)),
      behind: new Map([...names].map((name) => [name, Math.min(...this.#partitions.map((one) => cameTo(one, name)))])),
    }
  }

  /**
   * A mark may come behind a newer one, from a process that was slower to tell. All that is new in it is how far those have
   * come whom the newer one calls behind, and it does not. True when the partition was set back to the mark.
   */
  take({ partition, received_ms, behind }: TimeMark): boolean {
    const known = this.#partitions[partition]
    if (!known) return false
    if (received_ms > known.receivedMs) {
      known.behind = new Map(behind.map((name) => [name, cameTo(known, name)]))
      known.receivedMs = received_ms
      known.low = NOT_LOW
      this.#isChanged = true
      return false
    }
    if (received_ms < known.receivedMs - BACK_MS && received_ms >= known.low.lastMs) {
      known.low = { marks: known.low.marks + 1, lastMs: received_ms }
      this.#isChanged = true
      if (known.low.marks === BACK_MARKS) {
        const cameToBefore = (name: string) => Math.min(cameTo(known, name), received_ms)
        known.behind = new Map(behind.map((name) => [name, cameToBefore(name)]))
        known.receivedMs = received_ms
        known.low = NOT_LOW
        return true
      }
    }
    for (const [name, ms] of known.behind) {
      if (ms >= received_ms || behind.includes(name)) continue
      known.behind.set(name, received_ms)
      this.#isChanged = true
    }
    return false
  }

  restore(payload: Buffer): void {
    const partitions = JSON.parse(payload.toString()) as Stored
    this.#partitions = this.#partitions.map((_, at) => partitionOf(partitions[at] ?? 0))
  }

  /** To be stored with the commit, or null when nothing is new. */
  flush(): Buffer | null {
    if (!this.#isChanged) return null
    this.#isChanged = false
    const stored: Stored = this.#partitions.map(({ receivedMs, behind, low }) => {
      if (behind.size === 0 && low === NOT_LOW) return receivedMs
      return { receivedMs, behind: [...behind], ...(low === NOT_LOW ? {} : { low }) }
    })
    return Buffer.from(JSON.stringify(stored))
  }
}

function cameTo({ receivedMs, behind }: Partition, name: string): number {
  return behind.get(name) ?? receivedMs
}

function partitionOf(stored: Stored[number]): Partition {
  if (typeof stored === 'number') return newPartition(stored)
  return { receivedMs: stored.receivedMs, behind: new Map(stored.behind), low: stored.low ?? NOT_LOW }
}

function newPartition(receivedMs: number): Partition {
  return { receivedMs, behind: new Map(), low: NOT_LOW }
}
