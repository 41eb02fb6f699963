/**
 * The latest alerts of every tenant in memory: what streams are fed from, and what one that was cut resumes from.
 *
 * bound   `recentMax` alerts and `recentBytesMax` of all tenants; past it the tenant with most forgets its oldest eighth
 *         and a lane a tenant that ever had an alert or a stream here
 */
import type { TenantId } from '../../platform/tenant.ts'
import type { EntityChange } from '../../schemas/entity-change.ts'

export type RecentBounds = { readonly recentMax: number; readonly recentBytesMax: number }

/** Recent changes of one tenant, oldest first, each at a permanent index. */
export class Lane {
  readonly #changes: EntityChange[] = []
  #first = 0
  #forgotten = 0
  bytes = 0

  get length(): number {
    return this.#changes.length
  }
  /** The index that the next alert will have. */
  get end(): number {
    return this.#first + this.#changes.length
  }
  /** The highest sequence that was here and is not any more; 0 when none is. */
  get forgotten(): number {
    return this.#forgotten
  }

  /** Undefined at the end; null for one that was forgotten. */
  at(index: number): EntityChange | null | undefined {
    return index < this.#first ? null : this.#changes[index - this.#first]
  }

  /** The index of the first alert behind this sequence. */
  after(sequence: number): number {
    let [low, high] = [0, this.#changes.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#changes[middle]?.sequence ?? 0) > sequence) high = middle
      else low = middle + 1
    }
    return this.#first + low
  }

  add(change: EntityChange): void {
    this.#changes.push(change)
    this.bytes += bytesOf(change)
  }

  /** Returns how many went. */
  forgetOldest(): number {
    const gone = this.#changes.splice(0, Math.ceil(this.#changes.length / 8))
    this.#first += gone.length
    this.#forgotten = gone.at(-1)?.sequence ?? this.#forgotten
    for (const change of gone) this.bytes -= bytesOf(change)
    return gone.length
  }
}

export class RecentChanges {
  readonly #bounds: RecentBounds
  readonly #lanes = new Map<string, Lane>()
  /** By partition: the first and the last sequence read. */
  readonly #read = new Map<number, { readonly first: number; readonly last: number }>()
  #count = 0
  #bytes = 0

  constructor(bounds: RecentBounds) {
    this.#bounds = bounds
  }

  lane(tenant: TenantId): Lane {
    return this.#laneOf(tenant)
  }

  /** The last sequence read of a partition; 0 before the first. */
  last(partition: number): number {
    return this.#read.get(partition)?.last ?? 0
  }

  /** Sequences of a partition come in order. */
  add(change: EntityChange, partition: number): void {
    const lane = this.#laneOf(change.tenant_id)
    const first = this.#read.get(partition)?.first ?? change.sequence
    this.#read.set(partition, { first, last: change.sequence })
    this.#bytes -= lane.bytes
    lane.add(change)
    this.#bytes += lane.bytes
    this.#count++
    while (this.#count > this.#bounds.recentMax || this.#bytes > this.#bounds.recentBytesMax) this.#makeRoom()
  }

  /** True when every change of the tenant behind this sequence is here, or will come. */
  covers(tenant: TenantId, partition: number, sequence: number): boolean {
    const read = this.#read.get(partition)
    // Nothing was read yet: only a stream without any delivered change has missed nothing.
    if (!read) return sequence === 0
    return sequence >= Math.max(read.first - 1, this.#laneOf(tenant).forgotten) && sequence <= read.last
  }

  #laneOf(tenant: string): Lane {
    const lane = this.#lanes.get(tenant) ?? new Lane()
    this.#lanes.set(tenant, lane)
    return lane
  }

  #makeRoom(): void {
    let largest = new Lane()
    for (const lane of this.#lanes.values()) if (lane.bytes > largest.bytes) largest = lane
    const before = largest.bytes
    this.#count -= largest.forgetOldest()
    this.#bytes += largest.bytes - before
  }
}

/** Memory of an alert in bytes, roughly: its text, and the object around it. */
function bytesOf({ document }: EntityChange): number {
  return 2 * document.length + 300
}
