/**
 * Computes the time of receipt that a stage's input has reached: every record received before it is among the records
 * read so far. It keeps one time for each partition of the first topic; a tenant that is behind in a partition has
 * reached only the last mark that did not name it.
 *
 * A clock that jumped ahead and was corrected leaves a time that no mark reaches for as long as the jump, although it
 * is wrong. When every mark of a partition is more than `BACK_MS` behind its time for a while, the partition is set
 * back to the marks' time.
 *
 * bound   the tenants that a mark names, `BEHIND_MAX`, for each partition of the first topic
 */
import { assert } from '../../platform/assert.ts'
import type { TimeMark } from '../../schemas/time-marks.ts'

/**
 * The time that a stage gets: `receivedMs` holds for every tenant except those in `behind`, which have reached an
 * earlier time.
 */
export type Time = { readonly receivedMs: number; readonly behind: ReadonlyMap<string, number> }

type Partition = {
  receivedMs: number
  behind: Map<string, number>
  /** Consecutive marks that were far behind, each at least as late as the one before. */
  low: Low
}
type Low = { readonly marks: number; readonly lastMs: number }
const NOT_LOW: Low = { marks: 0, lastMs: 0 }

/** A mark from a slow process lags less than this. Longer than windows wait for late events. */
export const BACK_MS = 120_000
/** A process that was suspended sends one old mark, and a correct one next. */
const BACK_MARKS = 3
/** The stored form; a plain number is a partition in which no tenant is behind. */
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
   * The time that all partitions have reached, 0 until each has had a mark; and the time of each tenant that is behind
   * in any of them.
   */
  now(): Time {
    const names = new Set(this.#partitions.flatMap(({ behind }) => [...behind.keys()]))
    return {
      receivedMs: Math.min(...this.#partitions.map(({ receivedMs }) => receivedMs)),
      behind: new Map([...names].map((name) => [name, Math.min(...this.#partitions.map((one) => cameTo(one, name)))])),
    }
  }

  /**
   * Applies a mark. A mark may arrive after a newer one, from a slower process; it then only advances tenants that the
   * newer mark names as behind and that it does not name itself. Returns true when the partition was set back to the
   * mark.
   */
  apply({ partition, received_ms, behind }: TimeMark): boolean {
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

  /** The payload to store with the commit, or null when nothing changed. */
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
