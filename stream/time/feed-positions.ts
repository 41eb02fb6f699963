/**
 * Feed positions of this process's stages, as of their last commits. Only the owner of a partition knows which tenants
 * are behind in it; a committed position stays true whoever owns the partition later.
 *
 * bound   one position a partition and stage, which the feed bounds
 */
import type { TopicPartition } from '../driver.ts'
import type { FeedPosition } from '../fair-feed.ts'

/**
 * Tenants that a mark may name. With more of them behind, the mark waits, as it does when they are unknown.
 * @bound tenants that a time mark lists as behind -> all tenants wait
 */
export const BEHIND_MAX = 256

export type Stands = { readonly stage: string; readonly tp: TopicPartition; readonly position: FeedPosition }

export class FeedPositions {
  readonly #positions = new Map<string, FeedPosition>()

  /** Called after each commit of a stage. */
  saw({ stage, tp, position }: Stands): void {
    this.#positions.set(nameOf(stage, tp), position)
  }

  /** Tenants with unprocessed records below `end`, when all other tenants have none; null when that is not known. */
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
