/**
 * How far intake has come with each partition: what was received before is in the records that were read. A tenant that
 * is behind in a partition has come as far there as the last mark that spoke of it.
 *
 * bound   the tenants that a mark names, `BEHIND_MAX`, for each partition of intake
 */
import { STORE } from '../../detections/window/journal.ts'
import { assert } from '../../platform/assert.ts'
import type { Progress } from '../../schemas/rule-matches.ts'
import type { SlotChange } from '../runtime/driver.ts'

const SLOT = 'progress'

type Partition = { receivedMs: number; behind: Map<string, number> }
/** As it is stored; a number alone is a partition where nobody is behind. */
type Stored = readonly (number | { readonly receivedMs: number; readonly behind: readonly [string, number][] })[]

export class Progressed {
  #partitions: readonly Partition[]
  #isChanged = false

  constructor(partitions: number) {
    assert(partitions > 0, 'intake has a partition')
    this.#partitions = Array.from({ length: partitions }, () => ({ receivedMs: 0, behind: new Map() }))
  }

  /** What all partitions have come to, but for who is behind; 0 until each of them has said so. */
  get receivedMs(): number {
    return Math.min(...this.#partitions.map(({ receivedMs }) => receivedMs))
  }

  /** What they have come to for each tenant that is behind in one of them. */
  behind(): ReadonlyMap<string, number> {
    const names = new Set(this.#partitions.flatMap(({ behind }) => [...behind.keys()]))
    return new Map([...names].map((name) => [name, Math.min(...this.#partitions.map((one) => cameTo(one, name)))]))
  }

  /**
   * A mark may come behind a newer one, from a process that was slower to tell. All that is new in it is how far those have
   * come whom the newer one calls behind, and it does not.
   */
  take({ partition, received_ms, behind }: Progress): void {
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

  restore(slots: readonly { readonly slot: string; readonly payload: Buffer }[]): void {
    const stored = slots.find(({ slot }) => slot === SLOT)
    if (!stored) return
    const partitions = JSON.parse(stored.payload.toString()) as Stored
    this.#partitions = this.#partitions.map((_, at) => partitionOf(partitions[at] ?? 0))
  }

  flush(): Omit<SlotChange, 'partition'>[] {
    if (!this.#isChanged) return []
    this.#isChanged = false
    const stored: Stored = this.#partitions.map(({ receivedMs, behind }) =>
      behind.size === 0 ? receivedMs : { receivedMs, behind: [...behind] },
    )
    return [{ store: STORE, slot: SLOT, payload: Buffer.from(JSON.stringify(stored)) }]
  }
}

function cameTo({ receivedMs, behind }: Partition, name: string): number {
  return behind.get(name) ?? receivedMs
}

function partitionOf(stored: Stored[number]): Partition {
  if (typeof stored === 'number') return { receivedMs: stored, behind: new Map() }
  return { receivedMs: stored.receivedMs, behind: new Map(stored.behind) }
}
