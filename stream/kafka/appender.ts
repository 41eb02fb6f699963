/**
 * Appends outside of any group: one idempotent producer; each append awaits the delivery report of each of its records.
 * The unacknowledged bytes are bounded; beyond the bound an append is refused at once and never waits.
 */
import { AppError } from '../../platform/errors.ts'
import type { Output } from '../driver.ts'
import { connect, disconnect, type KafkaContext } from './context.ts'
import { CODE, codeOf, unavailable } from './errors.ts'
import { producerSettings } from './options.ts'
import type { NativeError, NativeProducer } from './rdkafka.ts'
import { bytesOf, produce, type WireRecord, wireRecord } from './wire-record.ts'

const DELIVERY_MS_MAX = 30_000
const POLL_MS = 2

/**
 * An append in progress. It settles only when every record has its report, so that no report arrives for a finished
 * append.
 */
type Pending = { left: number; failed: unknown; readonly settle: () => void }

export class Appender {
  readonly #context: KafkaContext
  #opening: Promise<NativeProducer> | undefined
  #bytes = 0
  #open = 0
  #poll: NodeJS.Timeout | undefined
  #idle = Promise.withResolvers<void>()

  constructor(context: KafkaContext) {
    this.#context = context
  }

  async append(outputs: readonly Output[]): Promise<void> {
    const records = outputs.map((output) => wireRecord(this.#context, output))
    if (records.length === 0) return
    const bytes = bytesOf(records)
    this.#admit(bytes)
    this.#bytes += bytes
    try {
      await this.#send(await this.#producer(), records)
    } finally {
      this.#bytes -= bytes
    }
  }

  /** Waits for the accepted appends, then closes. */
  async close(): Promise<void> {
    const producer = await this.#opening?.catch(() => undefined)
    if (this.#open > 0) await this.#idle.promise
    if (producer !== undefined) await disconnect(producer)
    this.#opening = undefined
  }

  #admit(bytes: number): void {
    const { appendBytesMax } = this.#context.options
    // A single large append passes an idle appender even when it exceeds the bound.
    if (this.#bytes === 0 || this.#bytes + bytes <= appendBytesMax) return
    const detail = `${this.#bytes} bytes wait for the broker already, at most ${appendBytesMax} may`
    throw new AppError('unavailable', detail, { retryAfterSeconds: 1 })
  }

  #producer(): Promise<NativeProducer> {
    this.#opening ??= this.#connect().catch((error: unknown) => {
      this.#opening = undefined
      throw error
    })
    return this.#opening
  }

  async #connect(): Promise<NativeProducer> {
    const settings = {
      ...producerSettings(this.#context.options),
      'message.timeout.ms': DELIVERY_MS_MAX,
      dr_cb: true,
    }
    const producer = new this.#context.rdkafka.Producer(settings, {})
    producer.on('delivery-report', (error, report) => settleOne(report.opaque as Pending, error))
    producer.on('event.error', (error) =>
      this.#context.options.log?.debug({ error: error.message }, 'kafka append client'),
    )
    await connect(producer, 'the appending producer')
    return producer
  }

  async #send(producer: NativeProducer, records: readonly WireRecord[]): Promise<void> {
    const done = Promise.withResolvers<void>()
    const pending: Pending = { left: records.length, failed: undefined, settle: done.resolve }
    this.#began(producer)
    try {
      this.#produceAll(producer, records, pending)
      if (pending.left > 0) await done.promise
    } finally {
      this.#ended()
    }
    if (pending.failed !== undefined) throw this.#refusal(producer, pending.failed)
  }

  /** A record that the client refuses ends the loop; those before it still get their reports. */
  #produceAll(producer: NativeProducer, records: readonly WireRecord[], pending: Pending): void {
    for (const record of records) {
      try {
        produce(producer, record, pending)
      } catch (error) {
        pending.failed ??= error
        const unsent = records.length - records.indexOf(record)
        pending.left -= unsent
        return
      }
    }
  }

  #refusal(producer: NativeProducer, cause: unknown): AppError {
    const code = codeOf(cause)
    if (code === CODE.tooLarge)
      return new AppError('too_large', 'Kafka: the broker refuses a record of this size', { cause })
    // After a fatal error the producer accepts nothing any more; the next append opens a new one.
    if (code === CODE.fatal || (cause as NativeError).isFatal === true) this.#discard(producer)
    return unavailable('appending', cause)
  }

  #discard(producer: NativeProducer): void {
    this.#opening = undefined
    void disconnect(producer)
  }

  /** Polls for delivery reports, which arrive only on a poll; the poll does not block. */
  #began(producer: NativeProducer): void {
    if (this.#open++ === 0) this.#idle = Promise.withResolvers<void>()
    this.#poll ??= setInterval(() => producer.isConnected() && producer.poll(), POLL_MS)
  }

  #ended(): void {
    if (--this.#open > 0) return
    clearInterval(this.#poll)
    this.#poll = undefined
    this.#idle.resolve()
  }
}

function settleOne(pending: Pending, error: NativeError | null): void {
  if (error) pending.failed ??= error
  if (--pending.left === 0) pending.settle()
}
