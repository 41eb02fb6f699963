/**
 * How far everything before a stage has come, in time of receipt: what was received before is in the records that were
 * read. One for each partition that a stage with time reads; a tenant that is behind in a partition of the topic where
 * all begins has come as far there as the last mark that spoke of it.
 *
 * bound   the tenants that a mark names, `BEHIND_MAX`, for each partition where all begins
 */
import { assert } from '../../../platform/assert.ts'
import type { TimeMark } from '../../../schemas/time-marks.ts'

/** What a stage is told: `receivedMs` holds for every tenant but those in `behind`, which have come less far. */
export type Time = { readonly receivedMs: number; readonly behind: ReadonlyMap<string, number> }

type Partition = { receivedMs: number; behind: Map<string, number> }
/** As it is stored; a number alone is a partition where nobody is behind. */
type Stored = readonly (number | { readonly receivedMs: number; readonly behind: readonly [string, number][] })[]

export class StreamTime {
  #partitions: readonly Partition[]
  #isChanged = false

  constructor(partitions: number) {
    assert(partitions > 0, 'a topic has a partition')
    this.#partitions = Array.from({ length: partitions }, () => ({ receivedMs: 0, behind: new Map() }))
  }

  /** What all partitions have come to, 0 until each of them has said so; and for each tenant that is behind in one. */
  now(): Time {
    const names = new Set(this.#partitions.flatMap(({ behind }) => [...behind.keys()]))
    return {
      receivedMs: Math.min(...this.#partitions.map(({ receivedMs }) => receivedMs)),
      behind: new Map([...names].map((name) => [name, Math.min(...this.#partitions.map((one) => cameTo(one, name)))])),
    }
  }

  /**
   * A mark may come behind a newer one, from a process that was slower to tell. All that is new in it is how far those have
   * come whom the newer one calls behind, and it does not.
   */
  take({ partition, received_ms, behind }: TimeMark): void {
    const known = this.#partitions[partition]
    if (!known) return
    if (received_ms > known.receivedMs) {
      known.behind = new Map(behind.map((name) => [name, cameTo(known, name)]))
      known.receivedMs = received_ms
      this.#isChanged = true
      return
    }
    for (const [name, ms] of known.behind) {
      if (ms >= received_ms || behind.includes(name)) continue
      known.behind.set(name, received_ms)
      this.#isChanged = true
    }
  }

  restore(payload: Buffer): void {
    const partitions = JSON.parse(payload.toString()) as Stored
    this.#partitions = this.#partitions.map((_, at) => partitionOf(partitions[at] ?? 0))
  }

  /** To be stored with the commit, or null when nothing is new. */
  flush(): Buffer | null {
    if (!this.#isChanged) return null
    this.#isChanged = false
    const stored: Stored = this.#partitions.map(({ receivedMs, behind }) =>
      behind.size === 0 ? receivedMs : { receivedMs, behind: [...behind] },
    )
    return Buffer.from(JSON.stringify(stored))
  }
}

function cameTo({ receivedMs, behind }: Partition, name: string): number {
  return behind.get(name) ?? receivedMs
}

function partitionOf(stored: Stored[number]): Partition {
  if (typeof stored === 'number') return { receivedMs: stored, behind: new Map() }
  return { receivedMs: stored.receivedMs, behind: new Map(stored.behind) }
}
