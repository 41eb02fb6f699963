/**
 * The topics and partitions in each frame of a log, for all cursors of one process: a cursor skips, without a read, a
 * frame that holds none of its records, if the frame was written here or another cursor has read it. A dozen cursors
 * follow each log.
 *
 * bound   the newest `FRAMES_MAX` frames; older ones are read again by whoever comes by
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

  /** A durable frame never changes, so what was true of it stays true. */
  at(segment: number, at: number): KnownFrame | undefined {
    return this.#frames.get(`${segment}/${at}`)
  }

  add({ segment, at, number, frameBytes, records }: DurableFrame): void {
    this.#frames.set(`${segment}/${at}`, { number, frameBytes, holds: new Set(records.map(keyOf)) })
    const [oldest] = this.#frames.size > FRAMES_MAX ? this.#frames.keys() : []
    if (oldest !== undefined) this.#frames.delete(oldest)
  }
}

/** As a frame's `holds` names a partition. */
export function keyOf({ topic, partition }: TopicPartition): string {
  return `${topic}/${partition}`
}
