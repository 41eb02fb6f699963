/**
 * Runs a sink: records go to a store outside of the backbone, each once. The range about to be written is claimed in a
 * commit, then written under a token derived from it, then passed. After a crash, or a write whose end is unknown, the
 * claimed range is written again with the same token, and the sink learns that the store may have it.
 *
 * bound   `weightMax` and `bytesMax` a range; one range at a time a partition
 * loses   nothing; a store that is away makes the lag grow
 */
import { randomUUID } from 'node:crypto'
import { isTimeMarks } from '../schemas/time-marks.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Cursor, Driver, LogRecord, Output, Ownership, SlotChange, TopicPartition } from './driver.ts'
import { eachPartition } from './each-partition.ts'

export type Sink = {
  /** Also the name of its consumer group. */
  readonly name: string
  readonly inputs: readonly string[]
  /** Weight of a record against `weightMax`: its number of rows, where a record carries many. */
  weigh(record: LogRecord): number
  /** True when a caller waits for the record: it is written at once, together with all records before it. */
  isAwaited?(record: LogRecord): boolean
  /**
   * Writes all records or throws. Called again with the same records and token until it returns, and from the second
   * call on with `mayBeThere`. The returned outputs are appended in the commit that passes the range, exactly once;
   * they must be the same for the same records.
   */
  write(records: readonly LogRecord[], token: string, mayBeThere: boolean): Promise<readonly Output[]>
}

export type SinkLimits = {
  readonly weightMax: number
  readonly bytesMax: number
  /**
   * Interval at which a range that is not full is written: small writes cost a store more than they gain. It applies to
   * all partitions of a topic that this process owns together, and the write starts early enough to be stored by then.
   */
  readonly everyMs: number
}

/**
 * @bound size of an insert into the lake = {weightMax} rows or {bytesMax} -> the rows are inserted
 * @bound time between smaller inserts = {everyMs} minus the duration of the slowest of the last 16, or 3 s if full
 * inserts come within that time -> the rows are inserted
 */
export const SINK_LIMITS: SinkLimits = { weightMax: 50_000, bytesMax: 128 * 2 ** 20, everyMs: 1000 }

export type SinkHooks = {
  readonly written?: (range: {
    sink: string
    tp: TopicPartition
    records: number
    weight: number
    seconds: number
  }) => void
  /** Called when the store refused a range, which is tried again after a back-off. */
  readonly refused?: (tp: TopicPartition, error: unknown, attempt: number) => void
  readonly clock?: Clock
  /** Returns a value that is never repeated. */
  readonly nonce?: () => string
}

/**
 * The nonce makes a claim's token globally unique: offsets restart when a backbone is set up anew beside a lake that
 * remembers old tokens, and the lake must not mistake new records for old ones.
 */
type Claim = { readonly from: number; readonly to: number; readonly nonce: string }

/** State store of the runtime itself, in every sink. */
export const CLAIMS = 'claims'
const WAIT_MS = 250
/**
 * Wait after the first record, so that records that arrive together are written together, also when the sink was idle.
 */
const GATHER_MS = 50
/**
 * @bound pause between refused inserts into the lake -> retried until one succeeds
 * @bound deduplication tokens that the lake remembers = {0001-lake.sql non_replicated_deduplication_window =} inserts in a
 * table -> enough, because a partition has one open claim and its rows are looked up
 */
const BACKOFF_MS_MAX = 5000
/** Number of past writes whose duration is kept: about ten seconds of small writes. */
const WRITTEN_KEPT = 16
/**
 * Fraction of a full range from which a separate write pays: the rows then cost a lake about as much as the write
 * itself.
 */
const WORTH_OF_MAX = 10
/**
 * A flow that fills a range within this many intervals waits for the full range: each event then costs the lake half as
 * much.
 */
const FULL_INTERVALS = 3
/** Largest share of the time that early writes may take; a busier store gains more from large writes. */
const WRITING_SHARE_MAX = 0.4

export async function runSink(
  driver: Driver,
  sink: Sink,
  stop: AbortSignal,
  limits: SinkLimits = SINK_LIMITS,
  hooks: SinkHooks = {},
): Promise<void> {
  const group = { group: sink.name, topics: sink.inputs, stores: [CLAIMS] }
  await driver.join(
    group,
    (ownership) => eachPartition(ownership, (tp, lost) => runPartition(ownership, sink, tp, lost, limits, hooks)),
    stop,
  )
}

/** Partitions of one topic take turns, so together they insert as often as a single one may. */
function runPartition(
  ownership: Ownership,
  sink: Sink,
  tp: TopicPartition,
  lost: AbortSignal,
  limits: SinkLimits,
  hooks: SinkHooks,
): Promise<void> {
  const ofTopic = ownership.partitions.filter(({ topic }) => topic === tp.topic).length
  const shared = { ...limits, everyMs: limits.everyMs * ofTopic }
  return new PartitionSink(ownership, sink, tp, lost, shared, hooks).run()
}

class PartitionSink {
  readonly #ownership: Ownership
  readonly #sink: Sink
  readonly #tp: TopicPartition
  readonly #lost: AbortSignal
  readonly #limits: SinkLimits
  readonly #hooks: SinkHooks
  readonly #clock: Clock
  #leftover: LogRecord[] = []
  /** True when the last read was full, so more records are waiting. */
  #isMoreThere = false
  /** When the last range was claimed, and the one before it; and the last few ranges with their durations. */
  #begunAt = Number.NEGATIVE_INFINITY
  #begunBefore = Number.NEGATIVE_INFINITY
  /** Time of the last read that returned records. */
  #cameAt = Number.NEGATIVE_INFINITY
  readonly #written: { readonly weight: number; readonly tookMs: number }[] = []

  constructor(
    ownership: Ownership,
    sink: Sink,
    tp: TopicPartition,
    lost: AbortSignal,
    limits: SinkLimits,
    hooks: SinkHooks,
  ) {
    this.#ownership = ownership
    this.#sink = sink
    this.#tp = tp
    this.#lost = lost
    this.#limits = limits
    this.#hooks = hooks
    this.#clock = hooks.clock ?? systemClock
  }

  async run(): Promise<void> {
    const done = await this.#ownership.committed(this.#tp)
    const claim = await this.#restoreClaim()
    const isOpen = claim !== null && claim.to > done
    const cursor = await this.#ownership.cursor(this.#tp, isOpen ? claim.from : done)
    try {
      let from = done
      if (isOpen) {
        if (!(await this.#store(claim, await this.#readClaimed(cursor, claim), cursor, true))) return
        from = claim.to
      }
      while (!this.#lost.aborted) {
        const records = await this.#gather(cursor)
        const last = records.at(-1)
        if (!last) continue
        if (records.every(({ value }) => isTimeMarks(value))) {
          await this.#commit(last.offset + 1, null)
          from = last.offset + 1
          continue
        }
        const next = { from, to: last.offset + 1, nonce: (this.#hooks.nonce ?? randomUUID)() }
        this.#begunBefore = this.#begunAt
        this.#begunAt = this.#clock.now()
        await this.#commit(from, next)
        if (!(await this.#store(next, records, cursor))) return
        from = next.to
      }
    } finally {
      await cursor.close()
    }
  }

  async #commit(offset: number, claim: Claim | null, outputs: readonly Output[] = []): Promise<void> {
    const change: SlotChange = {
      store: CLAIMS,
      partition: this.#tp.partition,
      slot: this.#tp.topic,
      payload: claim ? Buffer.from(JSON.stringify(claim)) : Buffer.alloc(0),
    }
    await this.#ownership.commit({ outputs, changes: [change], positions: [{ ...this.#tp, offset }] })
  }

  async #restoreClaim(): Promise<Claim | null> {
    for await (const { slot, payload } of this.#ownership.restore(CLAIMS, this.#tp.partition)) {
      if (slot === this.#tp.topic) return JSON.parse(payload.toString()) as Claim
    }
    return null
  }

  /** Reads exactly the records of a range that was claimed before a crash. */
  async #readClaimed(cursor: Cursor, claim: Claim): Promise<LogRecord[]> {
    const records: LogRecord[] = []
    while ((records.at(-1)?.offset ?? claim.from - 1) + 1 < claim.to && !this.#lost.aborted) {
      records.push(...(await cursor.read(this.#limits.bytesMax, WAIT_MS)))
    }
    const inside = records.filter((record) => record.offset < claim.to)
    this.#leftover = records.slice(inside.length)
    return inside
  }

  /**
   * Reads until the range is large enough, its first record is old enough, or a caller waits for one of its records.
   * Returns an empty list when nothing arrived.
   */
  async #gather(cursor: Cursor): Promise<LogRecord[]> {
    const gathered: LogRecord[] = []
    let weight = 0
    let bytes = 0
    let firstMs = Number.POSITIVE_INFINITY
    let isAwaited = false
    let isTimeOnly = true
    while (!this.#lost.aborted) {
      while (this.#leftover.length > 0 && weight < this.#limits.weightMax && bytes < this.#limits.bytesMax) {
        const record = this.#leftover.shift() as LogRecord
        gathered.push(record)
        bytes += record.value.length
        if (isTimeMarks(record.value)) continue
        isTimeOnly = false
        weight += this.#sink.weigh(record)
        isAwaited ||= this.#sink.isAwaited?.(record) === true
      }
      if (gathered.length > 0 && isTimeOnly) return gathered
      if (gathered.length > 0) firstMs = Math.min(firstMs, this.#clock.now())
      if (isAwaited || weight >= this.#limits.weightMax || bytes >= this.#limits.bytesMax) return gathered
      const restMs = Math.max(firstMs + GATHER_MS, this.#begunAt + this.#spacingMs(weight)) - this.#clock.now()
      if (restMs <= 0) return gathered
      this.#leftover = await this.#read(cursor, gathered.length > 0, restMs)
      if (this.#leftover.length > 0) this.#cameAt = this.#clock.now()
      else if (gathered.length === 0) return gathered
    }
    this.#leftover = [...gathered, ...this.#leftover]
    return []
  }

  /**
   * After the first record it waits shortly and reads the following records together, instead of one read per record.
   */
  async #read(cursor: Cursor, hasSome: boolean, restMs: number): Promise<LogRecord[]> {
    if (!hasSome) return cursor.read(READ_BYTES, WAIT_MS)
    if (!this.#isMoreThere) await this.#clock.wait(Math.min(GATHER_MS, restMs), this.#lost)
    const records = await cursor.read(READ_BYTES, 0)
    this.#isMoreThere = records.reduce((bytes, { value }) => bytes + value.length, 0) >= READ_BYTES
    return records
  }

  /**
   * Milliseconds to wait after the last claim before the next range is written. The range must be stored within the
   * interval, so the expected duration of its own write is subtracted. The slowest of the last few writes predicts that
   * duration; the very last one would mislead where durations vary, as when a loud tenant makes every other range a
   * large one. A range heavier than all of them is assumed to be proportionally slower: a tenant that becomes loud
   * fills its first large range before any duration is known.
   *
   * A range that is worth a separate write waits half as long, as long as writes leave the store most of its time. Near
   * the limit of an instance, where full ranges come soon, the lake's cost per event decides the throughput.
   */
  #spacingMs(weight: number): number {
    const { everyMs, weightMax } = this.#limits
    const fullMs = FULL_INTERVALS * everyMs
    if (this.#isFillingIn(fullMs, weight)) return fullMs
    const slowestMs = Math.max(0, ...this.#written.map(({ tookMs }) => tookMs))
    const heaviest = Math.max(1, ...this.#written.map((range) => range.weight))
    const inTimeMs = Math.max(everyMs / 4, everyMs - slowestMs * Math.max(1, weight / heaviest))
    if (weight < weightMax / WORTH_OF_MAX) return inTimeMs
    const meanMs = this.#written.reduce((sum, { tookMs }) => sum + tookMs, 0) / Math.max(1, this.#written.length)
    return Math.min(inTimeMs, Math.max(everyMs / 2, meanMs / WRITING_SHARE_MAX))
  }

  /**
   * True when the current flow fills a range within `ms`. Measured over the last range too, because the stages had less
   * CPU while it was written. A flow that has stopped fills nothing.
   */
  #isFillingIn(ms: number, weight: number): boolean {
    const { everyMs, weightMax } = this.#limits
    const nowMs = this.#clock.now()
    const last = this.#written.at(-1)?.weight ?? 0
    return nowMs - this.#cameAt < everyMs / 4 && (last + weight) * ms >= weightMax * (nowMs - this.#begunBefore)
  }

  #remember(weight: number, tookMs: number): void {
    this.#written.push({ weight, tookMs })
    if (this.#written.length > WRITTEN_KEPT) this.#written.shift()
  }

  /**
   * Commits the position as soon as the range is written. Returns false when the partition was lost before the store
   * acknowledged: the claim stays, and the next owner writes the range again.
   */
  async #store(claim: Claim, records: readonly LogRecord[], cursor: Cursor, mayBeThere = false): Promise<boolean> {
    const outputs = await this.#write(claim, records, mayBeThere)
    if (outputs === null) return false
    cursor.spent?.(records)
    await this.#commit(claim.to, null, outputs)
    return true
  }

  async #write(claim: Claim, all: readonly LogRecord[], mayBeThere: boolean): Promise<readonly Output[] | null> {
    const records = all.filter(({ value }) => !isTimeMarks(value))
    const token = `${this.#tp.topic}/${this.#tp.partition}/${claim.from}-${claim.to}/${claim.nonce}`
    for (let attempt = 1; !this.#lost.aborted; attempt++) {
      const startedAt = this.#clock.now()
      try {
        const outputs = await this.#sink.write(records, token, mayBeThere || attempt > 1)
        const tookMs = this.#clock.now() - startedAt
        const weight = records.reduce((sum, record) => sum + this.#sink.weigh(record), 0)
        this.#remember(weight, tookMs)
        this.#hooks.written?.({
          sink: this.#sink.name,
          tp: this.#tp,
          records: records.length,
          weight,
          seconds: tookMs / 1000,
        })
        return outputs
      } catch (error) {
        this.#hooks.refused?.(this.#tp, error, attempt)
        await this.#clock.wait(Math.min(BACKOFF_MS_MAX, 100 * 2 ** attempt), this.#lost)
      }
    }
    return null
  }
}

const READ_BYTES = 8 * 2 ** 20
