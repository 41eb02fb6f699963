/**
 * Reads one topic partition of a log, in any process. Scans directories in order; loads only the wanted values,
 * adjacent ones in one read.
 */
import fs from 'node:fs'
import { crc32 } from 'node:zlib'
import { AppError } from '../../platform/errors.ts'
import type { Cursor, LogRecord, TopicPartition } from '../driver.ts'
import { Damaged } from './damaged-error.ts'
import { listSegments, readInto, segmentFile } from './files.ts'
import { decodeDirectory, decodeHeader, type Entry, type FrameHeader, HEADER_BYTES } from './frame.ts'
import { type KnownFrame, type KnownFrames, keyOf } from './known-frames.ts'
import { startOf } from './log-view.ts'
import { holds, type LogWindow, NO_WINDOW } from './log-window.ts'
import type { TailWatch } from './tail.ts'
import type { ValueMemory } from './value-memory.ts'

/** Small frames are read many at a time; of a large frame that is not read whole, only the beginning. */
const WINDOW_BYTES = 256 * 1024
const BEGINNING_BYTES = 4096
/**
 * Segments just behind the writer's whose values are not checked against their checksum, like the writer's own:
 * together a gigabyte, at most minutes old under load.
 */
const RECENT_SEGMENTS = 16
/** Records a read gives at most, wanted or not. */
const READ_RECORDS_MAX = 10_000

/** State that all cursors on one log of this process share. */
export type OpenLog = {
  readonly folder: string
  readonly watch: TailWatch
  readonly memory: ValueMemory
  readonly frames: KnownFrames
  readonly window: LogWindow
}

type Found = { readonly entry: Entry; readonly frameAt: number }

export class LogCursor implements Cursor {
  readonly #folder: string
  readonly #watch: TailWatch
  readonly #memory: ValueMemory
  readonly #frames: KnownFrames
  readonly #shared: LogWindow
  readonly #topic: string
  readonly #partition: number
  readonly #key: string
  #offset: number
  #fd = -1
  #segment = -1
  #at = 0
  /** End of the content of a closed segment; negative until it was looked up. */
  #end = -1
  #window = NO_WINDOW
  #lastFrameBytes = 0
  /** Frames of a segment are numbered without gaps; negative before the first. */
  #nextNumber = -1
  #leftover: Found[] = []
  #isClosed = false

  constructor({ folder, watch, memory, frames, window }: OpenLog, tp: TopicPartition, offset: number) {
    this.#folder = folder
    this.#watch = watch
    this.#memory = memory
    this.#frames = frames
    this.#shared = window
    this.#topic = tp.topic
    this.#partition = tp.partition
    this.#key = keyOf(tp)
    this.#offset = offset
  }

  position(): number {
    return this.#offset
  }

  spent(records: readonly LogRecord[]): void {
    this.#memory.spent(records)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#fd >= 0) fs.closeSync(this.#fd)
    this.#fd = -1
  }

  async read(
    bytesMax: number,
    waitMs: number,
    want?: (record: { key: string; offset: number }) => boolean,
  ): Promise<LogRecord[]> {
    const untilMs = performance.now() + waitMs
    for (;;) {
      const seen = this.#watch.tail
      const records = await this.#readSome(bytesMax, want)
      const restMs = untilMs - performance.now()
      if (records.length > 0 || restMs <= 0 || this.#isClosed) return records
      await this.#watch.wait(restMs, seen, () => this.#hasPassedAll())
    }
  }

  async #readSome(
    bytesMax: number,
    want: ((record: { key: string; offset: number }) => boolean) | undefined,
  ): Promise<LogRecord[]> {
    const found: Found[] = []
    let bytes = 0
    while (bytes < bytesMax && found.length < READ_RECORDS_MAX) {
      if (this.#leftover.length === 0 && !(await this.#nextFrame(found.length === 0))) break
      while (this.#leftover.length > 0 && (bytes < bytesMax || found.length === 0)) {
        const next = this.#leftover.shift() as Found
        this.#offset = next.entry.offset + 1
        found.push(next)
        if (!want || want(next.entry)) bytes += next.entry.valueBytes
      }
    }
    return this.#load(found, want)
  }

  /**
   * Puts the next frame's records of this partition into `#leftover`. Returns false at the durable end, and at the end
   * of the segment when `mayLeaveSegment` is false: records found in the segment must be loaded before it is closed.
   */
  async #nextFrame(mayLeaveSegment: boolean): Promise<boolean> {
    for (;;) {
      try {
        const found = await this.#step(mayLeaveSegment)
        if (found !== null) return found
      } catch (error) {
        if (!this.#isRetired(error)) throw error
        if (!mayLeaveSegment) return false // The records found in it are loaded first, while its file is open.
        this.#leaveSegment()
      }
    }
  }

  /** Returns true when records were found, false at an end, null to call it again. */
  async #step(mayLeaveSegment: boolean): Promise<boolean | null> {
    if (this.#segment < 0 && !(await this.#openSegmentOf(this.#offset))) return false
    const tail = this.#watch.tail
    if (!tail || tail.segment < this.#segment) return false
    const end = tail.segment === this.#segment ? tail.bytes : await this.#closedAt()
    if (this.#at < end) return (await this.#scanFrame(end)) || null
    if (tail.segment === this.#segment || !mayLeaveSegment) return false
    this.#openSegment(this.#nextSegment())
    return null
  }

  /** End of a closed segment's content, which the start of the next segment records. */
  async #closedAt(): Promise<number> {
    if (this.#end < 0) {
      const next = await startOf(this.#folder, this.#nextSegment())
      if (!next) throw new Damaged(segmentFile(this.#folder, this.#segment + 1), 0)
      this.#end = next.before ?? fs.fstatSync(this.#fd).size
    }
    return this.#end
  }

  /**
   * True when the segment was retired: a segment without a record that this partition's groups still need may be
   * retired and overwritten while a cursor is in it or about to enter it. The cursor then continues from its offset in
   * the remaining segments.
   */
  #isRetired(error: unknown): boolean {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    return error instanceof Damaged && this.#isOtherFile()
  }

  /** True when the open file is no longer the segment's. */
  #isOtherFile(): boolean {
    const now = fs.statSync(segmentFile(this.#folder, this.#segment), { throwIfNoEntry: false })
    return now?.ino !== fs.fstatSync(this.#fd).ino
  }

  #leaveSegment(): void {
    if (this.#fd >= 0) fs.closeSync(this.#fd)
    this.#fd = -1
    this.#segment = -1
    this.#leftover = []
  }

  async #scanFrame(end: number): Promise<boolean> {
    const frameAt = this.#at
    const known = this.#frames.at(this.#segment, frameAt)
    if (known && this.#isOthers(known)) {
      this.#passed(known)
      return false
    }
    const header = decodeHeader(await this.#bytes(frameAt, Math.min(HEADER_BYTES, end - frameAt), end))
    const directory =
      header && decodeDirectory(header, await this.#bytes(frameAt + HEADER_BYTES, header.directoryBytes, end))
    const isOverwritten = this.#nextNumber >= 0 && header?.number !== this.#nextNumber
    if (!header || !directory || isOverwritten) throw new Damaged(segmentFile(this.#folder, this.#segment), frameAt)
    this.#frames.add({ ...header, segment: this.#segment, at: frameAt, records: directory })
    this.#passed(header)
    for (const entry of directory) {
      const isMine = entry.topic === this.#topic && entry.partition === this.#partition && entry.offset >= this.#offset
      if (isMine) this.#leftover.push({ entry, frameAt })
    }
    return this.#leftover.length > 0
  }

  /**
   * True when all new frames belong to other partitions; checked while waiting, so that a reader is woken only for its
   * own records.
   */
  #hasPassedAll(): boolean {
    const tail = this.#watch.tail
    if (this.#isClosed || !tail || tail.segment !== this.#segment || this.#leftover.length > 0) return false
    while (this.#at < tail.bytes) {
      const known = this.#frames.at(this.#segment, this.#at)
      if (!known || !this.#isOthers(known)) return false
      this.#passed(known)
    }
    return true
  }

  /** A frame with own records is read from the file in any case, because the file may be another segment's by now. */
  #isOthers({ holds, number }: KnownFrame): boolean {
    return !holds.has(this.#key) && (this.#nextNumber < 0 || number === this.#nextNumber)
  }

  #passed({ number, frameBytes }: Pick<FrameHeader, 'number' | 'frameBytes'>): void {
    this.#nextNumber = number + 1
    this.#at += frameBytes
    this.#lastFrameBytes = frameBytes
  }

  /** Reads from the window when it holds the bytes; a window never extends past the durable end. */
  async #bytes(at: number, bytes: number, end: number): Promise<Buffer> {
    const wanted = { segment: this.#segment, at, bytes }
    if (!holds(this.#window, wanted)) {
      const ahead = this.#lastFrameBytes > WINDOW_BYTES ? BEGINNING_BYTES : WINDOW_BYTES
      this.#window = await this.#shared.of(this.#fd, { ...wanted, bytesAhead: Math.min(ahead, end - at) })
    }
    const from = at - this.#window.at
    return this.#window.bytes.subarray(from, from + bytes)
  }

  async #load(
    found: Found[],
    want: ((record: { key: string; offset: number }) => boolean) | undefined,
  ): Promise<LogRecord[]> {
    const records: LogRecord[] = []
    for (let i = 0; i < found.length; ) {
      let last = i
      while (last + 1 < found.length && isNeighbour(found[last] as Found, found[last + 1] as Found)) last++
      const run = found.slice(i, last + 1)
      records.push(...(await this.#loadRun(run, want)))
      i = last + 1
    }
    return records
  }

  async #loadRun(
    run: Found[],
    want: ((record: { key: string; offset: number }) => boolean) | undefined,
  ): Promise<LogRecord[]> {
    const wanted = run.filter((f) => !want || want(f.entry))
    const first = wanted[0]
    const last = wanted.at(-1)
    if (!first || !last) return run.map((f) => toRecord(f.entry, Buffer.alloc(0)))
    const startAt = first.frameAt + first.entry.valueAt
    const endAt = last.frameAt + last.entry.valueAt + last.entry.valueBytes
    const bytes = await this.#values(startAt, endAt - startAt, wanted.length)
    const mayTrust = this.#mayTrust()
    return run.map((f) => {
      const at = f.frameAt + f.entry.valueAt - startAt
      if (want && !want(f.entry)) return toRecord(f.entry, Buffer.alloc(0))
      return toRecord(f.entry, this.#whole(f, bytes.subarray(at, at + f.entry.valueBytes), mayTrust))
    })
  }

  #whole({ entry, frameAt }: Found, value: Buffer, mayTrust: boolean): Buffer {
    const isWhole = value.length === entry.valueBytes && (mayTrust || crc32(value) === entry.valueCrc)
    if (!isWhole) throw new Damaged(segmentFile(this.#folder, this.#segment), frameAt)
    return value
  }

  /**
   * True when the last read needs no checksum. Everything after the writer's position at this process's first look was
   * written or checked by a running process, but the file may have been reused since, under another name. An older
   * segment may have been corrupted on disk, and only the checksum detects that.
   */
  #mayTrust(): boolean {
    const { tail, firstTail } = this.#watch
    if (!tail || !firstTail || this.#segment < Math.max(firstTail.segment, tail.segment - RECENT_SEGMENTS)) return false
    return !this.#isOtherFile()
  }

  /** Copies values out of the window too: a small value that waits must not keep the whole window in memory. */
  async #values(at: number, bytes: number, values: number): Promise<Buffer> {
    const into = this.#memory.allocate(bytes, values)
    if (!holds(this.#window, { segment: this.#segment, at, bytes })) return readInto(this.#fd, into, at)
    const from = at - this.#window.at
    this.#window.bytes.copy(into, 0, from, from + bytes)
    return into
  }

  async #openSegmentOf(offset: number): Promise<boolean> {
    const segments = listSegments(this.#folder)
    if (segments.length === 0 || !this.#watch.tail) return false
    for (const segment of segments.reverse()) {
      if (segment > this.#watch.tail.segment) continue
      this.#openSegment(segment)
      const start = (await startOf(this.#folder, segment))?.ends.get(`${this.#topic}/${this.#partition}`)
      if ((start ?? 0) <= offset || segment === segments.at(-1)) return true
    }
    return false
  }

  #nextSegment(): number {
    const next = listSegments(this.#folder).find((segment) => segment > this.#segment)
    if (next === undefined) throw new AppError('unavailable', `${this.#folder} lost a segment after ${this.#segment}`)
    return next
  }

  #openSegment(segment: number): void {
    const fd = fs.openSync(segmentFile(this.#folder, segment), 'r')
    if (this.#fd >= 0) fs.closeSync(this.#fd)
    this.#fd = fd
    this.#segment = segment
    this.#nextNumber = -1
    this.#at = 0
    this.#end = -1
    this.#window = NO_WINDOW
  }
}

function isNeighbour(a: Found, b: Found): boolean {
  return a.frameAt === b.frameAt && a.entry.valueAt + a.entry.valueBytes === b.entry.valueAt
}

function toRecord(entry: Entry, value: Buffer): LogRecord {
  const { topic, partition, offset, timestampMs, key } = entry
  return { topic, partition, offset, timestampMs, key, value }
}
