/**
 * Where intake's feeds of this process stand, as of their last commits. Who is behind in a partition is known to its owner
 * only; what it has committed stays true whoever owns the partition later.
 *
 * bound   one position a partition, which the feed bounds
 */
import type { TopicPartition } from '../runtime/driver.ts'
import type { FeedPosition } from '../runtime/fair-feed.ts'

/** Tenants that a mark names. Where more are behind it waits, as it does where nobody knows. */
export const BEHIND_MAX = 256

export class FeedPositions {
  readonly #positions = new Map<number, FeedPosition>()

  /** After each commit of intake. */
  saw({ tp, position }: { readonly tp: TopicPartition; readonly position: FeedPosition }): void {
    this.#positions.set(tp.partition, position)
  }

  /** Tenants with records below `end` that had no effect yet, when all others have none; null when that is not known. */
  behind(partition: number, end: number): readonly string[] | null {
    const position = this.#positions.get(partition)
    if (!position || position.main < end) return null
    const names = position.behind.filter(([, offset]) => offset < end).map(([tenant]) => tenant)
    return names.length > BEHIND_MAX ? null : names
  }
}
