/**
 * yara: scans events of tenants with YARA rules; matches become signals. It is not a stage, because a scan calls
 * another process and a stage must not. Its commits are as deterministic as a stage's: signals and position are one
 * commit, and signal ids derive from event and rule, so a record that is scanned again after a crash takes effect once.
 *
 * key     none: events of a tenant in the order of their partition
 * state   none; disabled rules are forgotten when the process ends, and found again
 * late    does not matter
 * bound   one read of `READ_BYTES` at a time: unscanned records wait in the log
 * loses   nothing; an event that arrived before its tenant had a rule is not scanned
 */

import type { YaraBook } from '../../detections/tenant/detector.ts'
import { NoEngine } from '../../detections/yara/set-scanner.ts'
import { isTimeMarks } from '../../schemas/time-marks.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { type Clock, systemClock } from '../../stream/clock.ts'
import type { Cursor, Driver, LogRecord, Ownership, TopicPartition } from '../../stream/driver.ts'
import { eachPartition } from '../../stream/each-partition.ts'
import { SignalLanes } from '../signal-lanes.ts'
import type { CarefulScanner } from './careful-scanner.ts'
import { type RecordScan, scanRecord } from './scan-record.ts'

/** Also the name of its consumer group. */
export const YARA = 'yara'
const READ_BYTES = 4 * 2 ** 20
const WAIT_MS = 250
/** Interval of commits while there are no matches: each commit is a disk write. */
const PASS_MS = 1_000
const BACKOFF_MS_MAX = 5_000

export type ScansOptions = {
  readonly book: YaraBook
  readonly scanner: Pick<CarefulScanner, 'scan'>
  /** Partitions of `svc.signals`. */
  readonly signalPartitions: number
  readonly clock?: Clock
  readonly hooks?: ScansHooks
}

export type ScansHooks = {
  /** Called after the commit; for metrics. */
  readonly scanned?: (
    scan: Omit<RecordScan, 'signals'> & { readonly signals: number; readonly seconds: number },
  ) => void
  /** Called when there is no engine to scan with; the record is tried again after a back-off. */
  readonly refused?: (tp: TopicPartition, error: unknown, attempt: number) => void
}

/** Resolves when `stop` aborts; rejects when the backbone failed. */
export async function runScans(driver: Driver, options: ScansOptions, stop: AbortSignal): Promise<void> {
  const group = { group: YARA, topics: [TOPICS.normalizedEvents.name], stores: [] }
  await driver.join(
    group,
    (ownership) => eachPartition(ownership, (tp, lost) => new PartitionScans(ownership, tp, lost, options).run()),
    stop,
  )
}

class PartitionScans {
  readonly #ownership: Ownership
  readonly #tp: TopicPartition
  readonly #lost: AbortSignal
  readonly #options: ScansOptions
  readonly #clock: Clock
  readonly #signals: SignalLanes
  #committed = 0
  #committedAt = Number.NEGATIVE_INFINITY

  constructor(ownership: Ownership, tp: TopicPartition, lost: AbortSignal, options: ScansOptions) {
    this.#ownership = ownership
    this.#tp = tp
    this.#lost = lost
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#signals = new SignalLanes(options.signalPartitions)
  }

  async run(): Promise<void> {
    this.#committed = await this.#ownership.committed(this.#tp)
    const cursor = await this.#ownership.cursor(this.#tp, this.#committed)
    try {
      while (!this.#lost.aborted) await this.#readOnce(cursor)
    } finally {
      await cursor.close()
    }
  }

  async #readOnce(cursor: Cursor): Promise<void> {
    const { book } = this.#options
    // Without any rule the records' bodies are not read.
    const { isEmpty } = book
    if (isEmpty && cursor.pass) {
      await cursor.pass(() => !book.isEmpty)
      if (cursor.position() > this.#committed) await this.#commit(cursor.position(), 0)
      return this.#clock.wait(PASS_MS, this.#lost)
    }
    const records = await cursor.read(READ_BYTES, WAIT_MS, () => !isEmpty)
    for (const record of isEmpty ? [] : records.filter(({ value }) => !isTimeMarks(value)))
      if (!(await this.#scan(record))) return
    const isDue = records.length === 0 || this.#clock.now() - this.#committedAt >= PASS_MS
    if (cursor.position() > this.#committed && isDue) await this.#commit(cursor.position(), 0)
  }

  /** Returns false when the partition was lost before the record was scanned. */
  async #scan(record: LogRecord): Promise<boolean> {
    const startedAt = this.#clock.now()
    const scan = await this.#insist(record)
    if (scan === null) return false
    for (const signal of scan.signals) this.#signals.add(signal)
    if (scan.signals.length > 0) await this.#commit(record.offset + 1, record.timestampMs)
    const seconds = (this.#clock.now() - startedAt) / 1000
    if (scan.events > 0) this.#options.hooks?.scanned?.({ ...scan, signals: scan.signals.length, seconds })
    return true
  }

  async #insist({ value }: LogRecord): Promise<RecordScan | null> {
    const { book, scanner, hooks } = this.#options
    for (let attempt = 1; !this.#lost.aborted; attempt++) {
      try {
        return await scanRecord(value, book, scanner)
      } catch (error) {
        if (!(error instanceof NoEngine)) throw error
        if (this.#lost.aborted) break
        hooks?.refused?.(this.#tp, error, attempt)
        await this.#clock.wait(Math.min(BACKOFF_MS_MAX, 100 * 2 ** attempt), this.#lost)
      }
    }
    return null
  }

  async #commit(offset: number, timestampMs: number): Promise<void> {
    const outputs = this.#signals.drain(timestampMs)
    await this.#ownership.commit({ outputs, changes: [], positions: [{ ...this.#tp, offset }] })
    this.#committed = offset
    this.#committedAt = this.#clock.now()
  }
}
