/** Ends and positions of a log, for a process that does not write it; updated from the position of the last refresh. */
import fs from 'node:fs'
import { crc32 } from 'node:zlib'
import { Damaged } from './damaged-error.ts'
import { listSegments, readAt, segmentFile } from './files.ts'
import { decodeDirectory, decodeHeader, type Entry, HEADER_BYTES } from './frame.ts'
import { LogIndex, POSITIONS, SNAPSHOT } from './log-index.ts'
import type { Tail, TailWatch } from './tail.ts'

export class LogView {
  readonly #folder: string
  readonly #watch: TailWatch
  #index = new LogIndex()
  #segment = -1
  #at = 0
  /** Refreshes run one after another: two at once would move the same position. */
  #looking: Promise<unknown> = Promise.resolve()

  constructor(folder: string, watch: TailWatch) {
    this.#folder = folder
    this.#watch = watch
  }

  /** Resolves with an index that includes everything durable at the time of the call. */
  refresh(): Promise<LogIndex> {
    const look = this.#looking.then(() => this.#refresh())
    this.#looking = look.catch(() => undefined)
    return look
  }

  async #refresh(): Promise<LogIndex> {
    this.#watch.look()
    const tail = this.#watch.tail
    if (!tail) return this.#index
    if (this.#segment !== tail.segment) {
      this.#index = new LogIndex()
      this.#segment = tail.segment
      this.#at = 0
    }
    await this.#scanTo(tail)
    return this.#index
  }

  async #scanTo(tail: Tail): Promise<void> {
    if (this.#at >= tail.bytes) return
    const fd = fs.openSync(segmentFile(this.#folder, tail.segment), 'r')
    try {
      while (this.#at < tail.bytes) this.#at += await this.#scanFrame(fd)
    } finally {
      fs.closeSync(fd)
    }
  }

  async #scanFrame(fd: number): Promise<number> {
    const at = this.#at
    const header = decodeHeader(await readAt(fd, HEADER_BYTES, at))
    const entries = header && decodeDirectory(header, await readAt(fd, header.directoryBytes, at + HEADER_BYTES))
    if (!header || !entries) throw new Damaged(segmentFile(this.#folder, this.#segment), at)
    for (const entry of entries) {
      const isNeeded = entry.topic === POSITIONS || entry.topic === SNAPSHOT
      const value = isNeeded ? await readAt(fd, entry.valueBytes, at + entry.valueAt) : Buffer.alloc(0)
      if (isNeeded && !isWhole(value, entry)) throw new Damaged(segmentFile(this.#folder, this.#segment), at)
      this.#index.apply(entry, this.#segment, at, () => value)
    }
    return header.frameBytes
  }
}

/**
 * Snapshot at the beginning of a segment: the offsets at that time, and the content length of the previous segment. The
 * length is null in layout 1, where a file was exactly as long as its content.
 */
export type SegmentStart = { readonly ends: ReadonlyMap<string, number>; readonly before: number | null }

/** Returns null while the segment is being created: the file then still holds other content. */
export async function startOf(folder: string, segment: number): Promise<SegmentStart | null> {
  const fd = fs.openSync(segmentFile(folder, segment), 'r')
  try {
    const header = decodeHeader(await readAt(fd, HEADER_BYTES, 0))
    const entry = header && decodeDirectory(header, await readAt(fd, header.directoryBytes, HEADER_BYTES))?.[0]
    if (entry?.topic !== SNAPSHOT || entry.key !== String(segment)) return null
    const value = await readAt(fd, entry.valueBytes, entry.valueAt)
    if (!isWhole(value, entry)) return null
    const { ends, before } = JSON.parse(value.toString()) as { ends: [string, number][]; before?: number }
    return { ends: new Map(ends), before: before ?? null }
  } finally {
    fs.closeSync(fd)
  }
}

function isWhole(value: Buffer, { valueBytes, valueCrc }: Entry): boolean {
  return value.length === valueBytes && crc32(value) === valueCrc
}

/** The first kept offsets of a log. A segment's start never changes, so it is read once. */
export class KeptFrom {
  readonly #folder: string
  #segment = -1
  #ends: ReadonlyMap<string, number> = new Map()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The first offset that is kept of a `topic/partition`. */
  async offset(key: string): Promise<number> {
    for (;;) {
      const [oldest] = listSegments(this.#folder)
      if (oldest === undefined) return 0
      if (oldest === this.#segment) return this.#ends.get(key) ?? 0
      try {
        const start = await startOf(this.#folder, oldest)
        if (!start) return 0 // the segment is being created
        this.#ends = start.ends
        this.#segment = oldest
      } catch (error) {
        // The segment was retired after it was listed; the next one is now the oldest.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
    }
  }
}
