/**
 * Where the feeds of the stages of this process stand, as of their last commits. Who is behind in a partition is known to
 * its owner only; what it has committed stays true whoever owns the partition later.
 *
 * bound   one position a partition and stage, which the feed bounds
 */
import type { TopicPartition } from '../driver.ts'
import type { FeedPosition } from '../fair-feed.ts'

/** Tenants that a mark names. Where more are behind it waits, as it does where nobody knows. */
export const BEHIND_MAX = 256

export type Stands = { readonly stage: string; readonly tp: TopicPartition; readonly position: FeedPosition }

export class FeedPositions {
  readonly #positions = new Map<string, FeedPosition>()

  /** After each commit of a stage. */
  saw({ stage, tp, position }: Stands): void {
    this.#positions.set(nameOf(stage, tp), position)
  }

  /** Tenants with records below `end` that had no effect yet, when all others have none; null when that is not known. */
  behind(stage: string, tp: TopicPartition, end: number): readonly string[] | null {
    const position = this.#positions.get(nameOf(stage, tp))
    if (!position || position.main < end) return null
    const names = position.behind.filter(([, offset]) => offset < end).map(([tenant]) => tenant)
    return names.length > BEHIND_MAX ? null : names
  }
}

function nameOf(stage: string, { topic, partition }: TopicPartition): string {
  return `${stage} ${topic}/${partition}`
}
