/**
 * The only writer of a log: a folder of segments to which it appends. Appends that arrive during a sync go out together
 * in the next frame, so the throughput does not depend on the disk's sync time.
 *
 * bound   the bytes waiting to be written; past it an append is refused as `unavailable`
 * loses   nothing that was acknowledged
 */
import fs from 'node:fs'
import { crc32 } from 'node:zlib'
import { AppError } from '../../platform/errors.ts'
import { lockFolder } from '../../platform/lock-folder.ts'
import type { Output } from '../driver.ts'
import { Damaged } from './damaged-error.ts'
import {
  adoptPrepared,
  datasync,
  listSegments,
  openNewSegment,
  prepareSegment,
  readAt,
  retireSegment,
  segmentFile,
  syncFolder,
  writeAgain,
  writeAllAt,
} from './files.ts'
import { crcOf, encodeFrame, type Placed, sizeOf } from './frame.ts'
import type { KnownEnd } from './known-end.ts'
import type { DurableFrame } from './known-frames.ts'
import { type LiveSlot, LogIndex, SLOTS, type SlotPlace, SNAPSHOT, slotKey } from './log-index.ts'
import { type Recovered, recoverSegment, refuseGaps } from './recover.ts'
import { readTail, TailWriter, tailFile } from './tail.ts'

export type LogLimits = {
  /** A segment is closed once it is larger than this. */
  readonly segmentBytes: number
  /** A frame takes no more records once it is larger than this: the others wait for its sync. */
  readonly frameBytes: number
  /** Appends waiting beyond this are refused. */
  readonly pendingBytesMax: number
}

export const LOG_LIMITS: LogLimits = {
  /** @bound a segment of the embedded log -> the next segment begins */
  segmentBytes: 64 * 2 ** 20,
  /** @bound a frame of the embedded log = {} and one append; tenants take turns -> the next frame begins */
  frameBytes: 2 * 2 ** 20,
  /** @bound bytes waiting to be written to the embedded log -> 503, Retry-After 1 */
  pendingBytesMax: 128 * 2 ** 20,
}

type Pending = {
  /**
   * Called when the frame is built: by then the index includes every earlier call, if this one is alone in its frame.
   */
  readonly records: () => readonly Output[]
  readonly lane: string
  readonly goesAlone: boolean
  readonly bytes: number
  readonly done: (error?: Error) => void
}

type LockedLog = {
  readonly folder: string
  readonly limits: LogLimits
  readonly known: KnownEnd | null
  readonly unlock: () => void
}

export class LogWriter {
  readonly folder: string
  readonly #limits: LogLimits
  readonly #tail: TailWriter
  readonly #known: KnownEnd | null
  readonly #unlock: () => void
  #index: LogIndex
  #fd: number
  #segment: number
  #at: number
  #nextFrame: number
  #pending: Pending[] = []
  #pendingBytes = 0
  #flushing: Promise<void> | null = null
  /** The next segment, while it is being prepared. If this fails, the segment is created when it is needed. */
  #preparing: Promise<void> | null = null
  /** A write failed, and the bytes behind `#at` were not truncated yet: nothing may be written before that. */
  #isTorn = false
  #isClosed = false
  readonly #onDurable = new Set<(frame: DurableFrame | null) => void>()

  private constructor({ folder, limits, known, unlock }: LockedLog, segment: number, recovered: Recovered) {
    this.folder = folder
    this.#limits = limits
    this.#known = known
    this.#unlock = unlock
    this.#index = recovered.index
    this.#segment = segment
    this.#at = recovered.bytes
    this.#nextFrame = recovered.nextFrame
    this.#fd = fs.openSync(segmentFile(folder, segment), fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600)
    this.#tail = new TailWriter(tailFile(folder))
  }

  /**
   * Locks the folder for this process. Throws `data_dir_in_use` when another process holds it, and `unavailable` when a
   * part of the log is missing: a segment between others, the end of one, or bytes that `known` has recorded.
   */
  static async open(folder: string, limits: LogLimits = LOG_LIMITS, known: KnownEnd | null = null): Promise<LogWriter> {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    const unlock = lockFolder(folder)
    try {
      const { segment, recovered } = await recoverNewest(folder, known)
      known?.refuseBefore({ segment, bytes: recovered.bytes }, folder)
      await refuseGaps(folder)
      const writer = new LogWriter({ folder, limits, known, unlock }, segment, recovered)
      if (recovered.bytes === 0) await writer.#writeSnapshot(0)
      syncFolder(folder)
      writer.#publish()
      return writer
    } catch (error) {
      unlock()
      throw error
    }
  }

  get index(): LogIndex {
    return this.#index
  }

  get segment(): number {
    return this.#segment
  }

  /** `tell` is called after each write of the tail file, with the frame that became durable. */
  onDurable(listener: (frame: DurableFrame | null) => void): void {
    this.#onDurable.add(listener)
  }

  /** Resolves when the records are durable; they become visible together. Appends of one lane keep their order. */
  append(records: readonly Output[], lane = ''): Promise<void> {
    return this.#enqueue(records, lane, false, () => records)
  }

  #enqueue(most: readonly Output[], lane: string, goesAlone: boolean, records: () => readonly Output[]): Promise<void> {
    const bytes = most.reduce((sum, record) => sum + sizeOf(record.value), 0)
    if (this.#isClosed) return Promise.reject(new AppError('unavailable', 'the log is closed'))
    if (this.#pendingBytes > 0 && this.#pendingBytes + bytes > this.#limits.pendingBytesMax) {
      return Promise.reject(
        new AppError('unavailable', 'the disk cannot keep up with the writes', { retryAfterSeconds: 1 }),
      )
    }
    return new Promise((resolve, reject) => {
      this.#pendingBytes += bytes
      this.#pending.push({ records, lane, goesAlone, bytes, done: (error) => (error ? reject(error) : resolve()) })
      this.#flushing ??= this.#flush()
    })
  }

  /** Reads the latest payload of a slot. Throws `unavailable` when the payload differs from what was written. */
  async payload(place: SlotPlace): Promise<Buffer> {
    const file = segmentFile(this.folder, place.segment)
    const fd = fs.openSync(file, 'r')
    try {
      const payload = await readAt(fd, place.bytes, place.at)
      const isWhole = payload.length === place.bytes && (place.crc === null || crc32(payload) === place.crc)
      if (!isWhole) throw new Damaged(file, place.at, ', in a payload of state')
      return payload
    } finally {
      fs.closeSync(fd)
    }
  }

  /** Removes the segments below `segment`, after writing the slots that still live in them again. */
  async removeBelow(segment: number): Promise<void> {
    for (const old of listSegments(this.folder)) {
      if (old >= segment || old >= this.#segment) return
      const live = this.#index.slotsIn(old)
      if (live.length > 0) await this.#writeAgain(live)
      retireSegment(this.folder, old)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#flushing
    await this.#preparing
    fs.closeSync(this.#fd)
    this.#known?.close({ segment: this.#segment, bytes: this.#at })
    this.#tail.close()
    this.#unlock()
  }

  /** A slot that was changed while its old payload was being read is not written again. */
  async #writeAgain(live: readonly LiveSlot[]): Promise<void> {
    const records = await Promise.all(live.map((slot) => this.#again(slot)))
    await this.#enqueue(records, '', true, () => records.filter((_, i) => this.#isStillThere(live[i] as LiveSlot)))
  }

  #isStillThere({ key, slot, place }: LiveSlot): boolean {
    const now = this.#index.slots.get(key)?.get(slot)
    return now?.segment === place.segment && now.at === place.at
  }

  async #again({ key, slot, place }: LiveSlot): Promise<Output> {
    const [store, partition] = key.split('/')
    const recordKey = slotKey(store as string, Number(partition), slot)
    return { topic: SLOTS, partition: 0, timestampMs: 0, key: recordKey, value: [await this.payload(place)] }
  }

  async #flush(): Promise<void> {
    while (this.#pending.length > 0) {
      const group = this.#nextGroup()
      try {
        if (this.#isTorn) await this.#cutOff()
        if (this.#at > this.#limits.segmentBytes) await this.#roll()
        await this.#writeFrame(group.flatMap((pending) => pending.records()))
      } catch (error) {
        await this.#refuse(group, error as Error)
        continue
      }
      for (const pending of group) {
        this.#pendingBytes -= pending.bytes
        pending.done()
      }
    }
    this.#flushing = null // in the same tick: an append that follows from `done` must start the next flush
  }

  /**
   * Combines waiting appends into one frame, up to `frameBytes`. Lanes take turns, so a lane that pushes megabytes does
   * not make the others wait for all of its syncs. Appends of one lane keep their order.
   */
  #nextGroup(): Pending[] {
    if (this.#pending[0]?.goesAlone) return this.#pending.splice(0, 1)
    const alone = this.#pending.findIndex((pending) => pending.goesAlone)
    const waiting = alone < 0 ? this.#pending : this.#pending.slice(0, alone)
    const group = new Set<Pending>()
    let bytes = 0
    for (const next of inTurns(waiting)) {
      if (group.size > 0 && bytes >= this.#limits.frameBytes) break
      group.add(next)
      bytes += next.bytes
    }
    this.#pending = this.#pending.filter((pending) => !group.has(pending))
    return [...group]
  }

  /**
   * Refuses the group as retryable and truncates its bytes: a failed write (a full disk) may have left part of a frame,
   * and after a failed sync it is unknown which bytes are on disk. While the truncation fails as well, every append is
   * refused.
   */
  async #refuse(group: Pending[], cause: Error): Promise<void> {
    this.#isTorn = true
    await this.#cutOff().catch(() => undefined) // repeated before anything is written
    const refused = new AppError('unavailable', `the log cannot be written: ${cause.message}`, {
      cause,
      retryAfterSeconds: 5,
    })
    for (const pending of group) {
      this.#pendingBytes -= pending.bytes
      pending.done(refused)
    }
  }

  /** Also writes acknowledged bytes to disk again that share a block with the failed write. */
  async #cutOff(): Promise<void> {
    fs.ftruncateSync(this.#fd, this.#at)
    await writeAgain(this.#fd, this.#at, this.#at)
    await datasync(this.#fd)
    this.#isTorn = false
  }

  async #writeFrame(records: readonly Output[]): Promise<void> {
    const next = new Map<string, number>()
    const placed = records.map((record) => {
      const key = `${record.topic}/${record.partition}`
      const offset = next.get(key) ?? this.#index.ends.get(key) ?? 0
      next.set(key, offset + 1)
      return { offset, crc: crcOf(record.value) }
    })
    const end = await writeAllAt(this.#fd, encodeFrame(this.#nextFrame, records, placed), this.#at)
    await datasync(this.#fd)
    this.#applyToIndex(records, placed, end)
    const frame = { segment: this.#segment, at: this.#at, number: this.#nextFrame, frameBytes: end - this.#at, records }
    this.#at = end
    this.#nextFrame++
    this.#publish(frame)
    if (end > this.#limits.segmentBytes / 2) this.#prepareNext()
  }

  #prepareNext(): void {
    if (this.#preparing) return
    const { segmentBytes, frameBytes } = this.#limits
    const bytes = segmentBytes + Math.min(frameBytes, segmentBytes)
    this.#preparing = prepareSegment(this.folder, this.#segment + 1, bytes).catch(() => undefined)
  }

  #applyToIndex(records: readonly Output[], placed: readonly Placed[], end: number): void {
    let valueAt = end - records.reduce((sum, record) => sum + sizeOf(record.value), 0)
    for (const [i, record] of records.entries()) {
      const valueBytes = sizeOf(record.value)
      const { offset, crc } = placed[i] as Placed
      const entry = { ...record, offset, valueBytes, valueCrc: crc, valueAt }
      this.#index.apply(entry, this.#segment, 0, () => Buffer.concat(record.value))
      valueAt += valueBytes
    }
  }

  /** Closes the segment and starts the next; on a full disk the old segment stays in use. */
  async #roll(): Promise<void> {
    await this.#preparing
    this.#preparing = null
    const old = { fd: this.#fd, segment: this.#segment, at: this.#at }
    const next = openNewSegment(this.folder, old.segment + 1)
    this.#fd = next.fd
    this.#segment = old.segment + 1
    this.#at = 0
    try {
      // First, because a segment may be published only once its name is durable.
      if (!next.hasDurableName) syncFolder(this.folder)
      await this.#writeSnapshot(old.at)
    } catch (error) {
      this.#fd = old.fd
      this.#segment = old.segment
      this.#at = old.at
      fs.closeSync(next.fd)
      fs.rmSync(segmentFile(this.folder, old.segment + 1), { force: true })
      throw error
    }
    fs.closeSync(old.fd)
  }

  async #writeSnapshot(before: number): Promise<void> {
    const value = [this.#index.snapshot(before)]
    await this.#writeFrame([{ topic: SNAPSHOT, partition: 0, timestampMs: 0, key: String(this.#segment), value }])
  }

  #publish(frame: DurableFrame | null = null): void {
    const end = { segment: this.#segment, bytes: this.#at }
    this.#tail.write(end)
    this.#known?.note(end)
    for (const listener of this.#onDurable) listener(frame)
  }
}

/** Yields the first append of each lane, then the second of each, and so on. */
function* inTurns(waiting: readonly Pending[]): Generator<Pending> {
  const lanes = [...Map.groupBy(waiting, ({ lane }) => lane).values()]
  const longest = Math.max(0, ...lanes.map((lane) => lane.length))
  for (let turn = 0; turn < longest; turn++) {
    for (const lane of lanes) {
      const next = lane[turn]
      if (next) yield next
    }
  }
}

/**
 * Opens the newest segment. A kill between two segments leaves a last one without its snapshot: no append in it was
 * acknowledged, so it is removed.
 */
async function recoverNewest(
  folder: string,
  known: KnownEnd | null,
): Promise<{ segment: number; recovered: Recovered }> {
  adoptPrepared(folder)
  const segments = listSegments(folder)
  const tail = readTail(tailFile(folder))
  if (tail && !segments.includes(tail.segment)) {
    throw new AppError('unavailable', `${segmentFile(folder, tail.segment)} is missing: it held acknowledged records`)
  }
  const durable = tail ?? known?.durable(folder)
  for (let segment = segments.pop(); segment !== undefined; segment = segments.pop()) {
    const file = segmentFile(folder, segment)
    const recovered = await recoverSegment(file, segment, durable?.segment === segment ? durable.bytes : 0)
    if (recovered.bytes > 0) return { segment, recovered }
    fs.unlinkSync(file)
  }
  return { segment: 0, recovered: { index: new LogIndex(), bytes: 0, nextFrame: 0 } }
}
