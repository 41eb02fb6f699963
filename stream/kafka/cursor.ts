/**
 * A cursor is one consumer with one assigned partition, outside of any group. It only fetches on demand: librdkafka's
 * queue (`QUEUE_KB`) bounds the waiting records, and a full queue stops fetching.
 */
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Cursor, LogRecord, TopicPartition } from '../driver.ts'
import { connect, disconnect, type KafkaContext } from './context.ts'
import { CODE, codeOf, isTransient, unavailable } from './errors.ts'
import { consumerSettings } from './options.ts'
import { type NativeConsumer, type NativeMessage, native } from './rdkafka.ts'
import type { Waits } from './waits.ts'

type Want = (record: { key: string; offset: number }) => boolean

const QUEUE_KB = 16 * 1024
const TAKE_MAX = 2_000
const TAKE_FIRST = 16
/** Longest wait of one call: a cursor can be closed only when its last wait has ended. */
const WAIT_MS_MAX = 250
const QUERY_MS = 5_000
/** A new consumer needs some round trips before it knows whether a record exists. */
const FIRST_ANSWER_MS_MAX = 10_000
const EMPTY = Buffer.alloc(0)

export type CursorOptions = {
  /** How long the broker may delay the answer that there are no more records. */
  readonly fetchWaitMs?: number
  readonly onClose?: (cursor: KafkaCursor) => void
  readonly onFailure?: (error: unknown) => void
}

export class KafkaCursor implements Cursor {
  readonly #consumer: NativeConsumer
  readonly #tp: TopicPartition
  readonly #wireTopic: string
  readonly #log: Log | undefined
  readonly #waits: Waits
  readonly #options: CursorOptions
  #waiting: NativeMessage[] = []
  #next = 0
  #position: number
  #end = -1
  /** Length of the next wait; grows each time nothing arrived. */
  #waitMs = 1
  #answered = false
  #bytesMean = 64 * 1024
  #closed = false
  /** True while the partition is unassigned, so nothing is fetched. */
  #isParked = false
  #filling: Promise<unknown> = Promise.resolve()

  private constructor(
    context: KafkaContext,
    consumer: NativeConsumer,
    tp: TopicPartition,
    offset: number,
    options: CursorOptions,
  ) {
    this.#consumer = consumer
    this.#tp = tp
    this.#wireTopic = context.wire(tp.topic)
    this.#log = context.options.log
    this.#waits = context.waits
    this.#position = offset
    this.#options = options
    consumer.on('partition.eof', (eof) => {
      this.#end = eof.offset
      this.#answered = true
    })
    // Broker failures show as reads without records; librdkafka reconnects by itself.
    consumer.on('event.error', () => undefined)
  }

  static async open(
    context: KafkaContext,
    tp: TopicPartition,
    offset: number,
    options: CursorOptions = {},
  ): Promise<KafkaCursor> {
    const settings = {
      ...consumerSettings(context.options, context.wire('svc.cursor')),
      'enable.partition.eof': true,
      'fetch.wait.max.ms': options.fetchWaitMs ?? 500,
      'fetch.message.max.bytes': 4 * 1024 * 1024,
      'queued.max.messages.kbytes': QUEUE_KB,
      'queued.min.messages': 20_000,
      // librdkafka pauses a partition for this long when its queue is full; its default of 500 ms starves a fast
      // reader.
      'fetch.error.backoff.ms': 20,
    }
    const consumer = new context.rdkafka.KafkaConsumer(settings, { 'auto.offset.reset': 'error' })
    await connect(consumer, `a cursor of ${tp.topic}/${tp.partition}`)
    const cursor = new KafkaCursor(context, consumer, tp, offset, options)
    cursor.#assign(offset)
    return cursor
  }

  async read(bytesMax: number, waitMs: number, want?: Want): Promise<LogRecord[]> {
    this.#unpark()
    const started = Date.now()
    while (this.#next >= this.#waiting.length) {
      if (this.#closed) return []
      await this.#fillOrFail(this.#countFor(bytesMax), 0)
      const leftMs = started + (this.#answered ? waitMs : Math.max(waitMs, FIRST_ANSWER_MS_MAX)) - Date.now()
      if (this.#next < this.#waiting.length) break
      if (leftMs <= 0) return []
      const ms = Math.min(this.#waitMs, leftMs)
      this.#waitMs = Math.min(this.#waitMs * 2, WAIT_MS_MAX)
      await this.#waits.within(ms, async () => {
        await this.#fillOrFail(1, ms)
        return this.#next < this.#waiting.length
      })
    }
    return this.#nextRecords(bytesMax, want)
  }

  /** Skips transaction markers when nothing else is left, so that the position can reach the end. */
  position(): number {
    return this.#next >= this.#waiting.length ? Math.max(this.#position, this.#end) : this.#position
  }

  async pass(isWanted: () => boolean): Promise<void> {
    if (!this.#isParked) {
      this.#isParked = true
      this.#consumer.unassign()
      this.#waiting = []
      this.#next = 0
    }
    const end = await this.#watermarks().then(
      ({ highOffset }) => highOffset,
      () => this.#position, // while the broker is unavailable; the next call tries again
    )
    if (!isWanted()) this.#position = Math.max(this.#position, end)
  }

  #unpark(): void {
    if (!this.#isParked) return
    this.#isParked = false
    this.#assign(this.#position)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#filling
    await disconnect(this.#consumer)
    this.#options.onClose?.(this)
  }

  #nextRecords(bytesMax: number, want: Want | undefined): LogRecord[] {
    const records: LogRecord[] = []
    let bytes = 0
    while (this.#next < this.#waiting.length) {
      const message = this.#waiting[this.#next] as NativeMessage
      bytes += message.value?.length ?? 0
      if (records.length > 0 && bytes > bytesMax) break
      records.push(recordOf(message, this.#tp, want))
      this.#next++
      this.#position = message.offset + 1
    }
    return records
  }

  #countFor(bytesMax: number): number {
    return this.#answered ? Math.min(Math.max(Math.ceil(bytesMax / this.#bytesMean), 1), TAKE_MAX) : TAKE_FIRST
  }

  async #fillOrFail(count: number, waitMs: number): Promise<void> {
    try {
      await this.#fill(count, waitMs)
    } catch (error) {
      this.#options.onFailure?.(error)
      throw error
    }
  }

  /** Waits for one record only: the client starts a new wait after each record. */
  async #fill(count: number, waitMs: number): Promise<void> {
    this.#consumer.setDefaultConsumeTimeout(waitMs)
    const taking = native<NativeMessage[]>((done) => this.#consumer.consume(count, done))
    this.#filling = taking.catch(() => undefined)
    try {
      this.#filled(await taking)
    } catch (error) {
      if (this.#closed || isTransient(error)) return
      if (codeOf(error) !== CODE.autoOffsetReset) throw unavailable(`reading ${this.#wireTopic}`, error)
      await this.#startAtFirst()
    }
  }

  #filled(messages: NativeMessage[]): void {
    if (messages.length === 0) return
    this.#waitMs = 1
    // When records at the target were deleted meanwhile, a seek may deliver from further on, but never from before.
    this.#waiting = messages.filter((message) => message.offset >= this.#position)
    this.#next = 0
    this.#answered = true
    const bytes = messages.reduce((sum, message) => sum + (message.value?.length ?? 0), 0)
    this.#bytesMean = Math.max((this.#bytesMean + bytes / messages.length) / 2, 64)
  }

  /**
   * Records below the first kept offset were removed by retention: continue from there. A position past the end means
   * that data was lost.
   */
  async #startAtFirst(): Promise<void> {
    const { topic, partition } = { topic: this.#wireTopic, partition: this.#tp.partition }
    const { lowOffset } = await this.#watermarks()
    if (this.#position >= lowOffset) {
      throw new AppError(
        'gone',
        `offset ${this.#position} of ${topic}/${partition} is past the end: the broker lost data`,
      )
    }
    const missing = { topic, partition, from: this.#position, to: lowOffset }
    // For a new group older records are simply gone. A group with a position has lost records.
    this.#log?.[this.#position === 0 ? 'info' : 'error'](
      missing,
      'records were dropped by retention before they were read',
    )
    this.#position = lowOffset
    this.#assign(lowOffset)
  }

  #assign(offset: number): void {
    this.#consumer.assign([{ topic: this.#wireTopic, partition: this.#tp.partition, offset }])
  }

  /** The first record's offset, and the first offset that is not committed. */
  #watermarks(): Promise<{ lowOffset: number; highOffset: number }> {
    return native<{ lowOffset: number; highOffset: number }>((done) =>
      this.#consumer.queryWatermarkOffsets(this.#wireTopic, this.#tp.partition, QUERY_MS, done),
    ).catch((error: unknown) => Promise.reject(unavailable(`bounds of ${this.#wireTopic}`, error)))
  }
}

function recordOf(message: NativeMessage, tp: TopicPartition, want: Want | undefined): LogRecord {
  const key = message.key?.toString() ?? ''
  const wanted = want === undefined || want({ key, offset: message.offset })
  const value = wanted && message.value !== null ? message.value : EMPTY
  return {
    topic: tp.topic,
    partition: tp.partition,
    offset: message.offset,
    timestampMs: message.timestamp ?? 0,
    key,
    value,
  }
}
