/**
 * The topics and partitions in each frame of a log, shared by all cursors of one process. A cursor skips a frame that
 * holds none of its records without a read, if the frame was written here or another cursor has read it. A dozen
 * cursors follow each log.
 *
 * bound   the newest `FRAMES_MAX` frames; a cursor reads older ones itself
 */
import type { TopicPartition } from '../driver.ts'

const FRAMES_MAX = 2048

export type KnownFrame = { readonly number: number; readonly frameBytes: number; readonly holds: ReadonlySet<string> }

export type DurableFrame = Omit<KnownFrame, 'holds'> & {
  readonly segment: number
  readonly at: number
  readonly records: readonly TopicPartition[]
}

export class KnownFrames {
  readonly #frames = new Map<string, KnownFrame>()

  /** A durable frame never changes, so this entry stays valid. */
  at(segment: number, at: number): KnownFrame | undefined {
    return this.#frames.get(`${segment}/${at}`)
  }

  add({ segment, at, number, frameBytes, records }: DurableFrame): void {
    this.#frames.set(`${segment}/${at}`, { number, frameBytes, holds: new Set(records.map(keyOf)) })
    const [oldest] = this.#frames.size > FRAMES_MAX ? this.#frames.keys() : []
    if (oldest !== undefined) this.#frames.delete(oldest)
  }
}

/** The name of a partition in a frame's `holds`. */
export function keyOf({ topic, partition }: TopicPartition): string {
  return `${topic}/${partition}`
}
