/**
 * Compacts a log that followers read from its beginning: appends the live records of closed segments again at the end,
 * then removes these segments. Followers read some records a second time.
 *
 * bound   on disk twice the live records plus two segments; in memory the live records
 * crash   removes nothing before the live records are durable again: a kill leaves records twice, but loses none
 */
import fs from 'node:fs'
import { assert } from '../../platform/assert.ts'
import type { Compaction, Driver, LogRecord, Output, TopicPartition } from '../driver.ts'
import { listSegments, removeSegment, segmentFile } from './files.ts'
import { startOf } from './log-view.ts'
import type { LogWriter } from './log-writer.ts'

const READ_BYTES = 1 << 20
/** Longest wait for a durable record that a read does not return at once; it always arrives. */
const READ_MS_MAX = 5_000
/** Topic, partition, offset and the rest of a record's line in a frame. */
const RECORD_BYTES = 64

/**
 * The record with the greatest version of a key, and the offset of the key's last record, which may be a repeated older
 * one.
 */
type Newest = { readonly record: LogRecord; readonly version: number; lastOffset: number }

/** The methods of the driver that compaction needs. */
type Reading = Pick<Driver, 'partitions' | 'bounds' | 'reader'>

/**
 * @bound the embedded log of control data = twice the current data, and two segments -> compacted: the newest record of
 * each row is written again; a deletion is kept for 7 days
 */
export class Compactor {
  readonly #driver: Reading
  readonly #writer: LogWriter
  /** Live bytes at the last compaction: a log whose records are all live is not read again on each call. */
  #liveBytes = 0

  /** `writer` must write a log that holds only the compacted topic. */
  constructor(driver: Reading, writer: LogWriter) {
    this.#driver = driver
    this.#writer = writer
  }

  /** Returns the number of segments that it removed. */
  async compact(compaction: Compaction): Promise<number> {
    const boundary = this.#writer.segment
    const closed = listSegments(this.#writer.folder).filter((segment) => segment < boundary)
    const closedBytes = closed.reduce((sum, segment) => sum + this.#sizeOf(segment), 0)
    if (closed.length === 0 || closedBytes <= 2 * this.#liveBytes) return 0
    const again = await this.#heldBelow(boundary, compaction)
    if (closedBytes <= 2 * this.#liveBytes) return 0
    await this.#append(again)
    for (const segment of closed) {
      assert(this.#writer.index.slotsIn(segment).length === 0, 'a compacted log holds no state')
      removeSegment(this.#writer.folder, segment)
    }
    return closed.length
  }

  #sizeOf(segment: number): number {
    return fs.statSync(segmentFile(this.#writer.folder, segment)).size
  }

  /** Live records in the segments below `boundary`, to be appended again. */
  async #heldBelow(boundary: number, compaction: Compaction): Promise<Output[]> {
    const start = await startOf(this.#writer.folder, boundary)
    assert(start, 'the segment that is written was begun')
    const kept: Output[] = []
    this.#liveBytes = 0
    for (let partition = 0; partition < this.#driver.partitions(compaction.topic); partition++) {
      const tp = { topic: compaction.topic, partition }
      const keptFrom = start.ends.get(`${tp.topic}/${tp.partition}`) ?? 0
      for (const { record, lastOffset } of (await this.#newest(tp, compaction)).values()) {
        // While an older record of the key remains in the log, its deletion must remain too.
        if (lastOffset < keptFrom && compaction.isForgotten(record)) continue
        this.#liveBytes += RECORD_BYTES + record.key.length + record.value.length
        if (record.offset < keptFrom) kept.push({ ...record, value: [record.value] })
      }
    }
    return kept
  }

  async #newest(tp: TopicPartition, { version }: Compaction): Promise<Map<string, Newest>> {
    const newest = new Map<string, Newest>()
    const { first, end } = await this.#driver.bounds(tp)
    const cursor = await this.#driver.reader(tp, first)
    try {
      while (cursor.position() < end) {
        const records = await cursor.read(READ_BYTES, READ_MS_MAX)
        assert(records.length > 0, 'what is durable can be read')
        for (const record of records) keepNewer(newest, record, version(record))
      }
    } finally {
      await cursor.close()
    }
    return newest
  }

  async #append(outputs: readonly Output[]): Promise<void> {
    let some: Output[] = []
    let bytes = 0
    for (const output of outputs) {
      some.push(output)
      bytes += output.value.reduce((sum, piece) => sum + piece.length, 0)
      if (bytes < READ_BYTES) continue
      await this.#writer.append(some)
      some = []
      bytes = 0
    }
    if (some.length > 0) await this.#writer.append(some)
  }
}

/** Keeps a copy: a long-lived record would otherwise hold the whole chunk that it was read in. */
function keepNewer(newest: Map<string, Newest>, record: LogRecord, version: number): void {
  const found = newest.get(record.key)
  if (found && found.version > version) found.lastOffset = record.offset
  else
    newest.set(record.key, {
      record: { ...record, value: Buffer.from(record.value) },
      version,
      lastOffset: record.offset,
    })
}
