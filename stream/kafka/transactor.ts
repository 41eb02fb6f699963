/** One transactional producer: outputs, state changes and positions become visible together or not at all. */
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, disconnect, type KafkaContext } from './context.ts'
import { CODE, codeOf, isRetriable, unavailable } from './errors.ts'
import { producerSettings } from './options.ts'
import { type NativeConsumer, type NativeOffset, type NativeProducer, native } from './rdkafka.ts'
import { produce, type WireRecord } from './wire-record.ts'

/** Each native call blocks a thread of the pool, so calls are short and repeated. */
const CALL_MS = 5_000
const RETRY_MS = 100

export class Transactor {
  readonly #producer: NativeProducer
  readonly #patienceMs: number

  private constructor(producer: NativeProducer, patienceMs: number) {
    this.#producer = producer
    this.#patienceMs = patienceMs
  }

  /** Fences every older producer of the same id and waits until its open transaction has ended. */
  static async open(context: KafkaContext, transactionalId: string): Promise<Transactor> {
    const { transactionMs } = context.options
    const settings = {
      ...producerSettings(context.options),
      'transactional.id': transactionalId,
      'transaction.timeout.ms': transactionMs,
      'message.timeout.ms': transactionMs,
      // For a few milliseconds the broker refuses the next transaction while it still marks the last one; with the
      // default of 100 ms every commit took that long.
      'retry.backoff.ms': 5,
    }
    const producer = new context.rdkafka.Producer(settings, {})
    producer.on('event.error', (error) =>
      context.options.log?.debug({ error: error.message }, 'kafka transaction client'),
    )
    await connect(producer, 'the transactional producer')
    const transactor = new Transactor(producer, transactionMs)
    try {
      await transactor.#insist((done) => producer.initTransactions(CALL_MS, done))
    } catch (error) {
      await disconnect(producer)
      throw unavailable('opening transactions', error)
    }
    return transactor
  }

  /**
   * Resolves when the transaction is committed. When it rejects, nothing took effect, except when the commit request
   * itself got no answer in time: then the next `open` with the same id settles it, before positions are read again.
   */
  async run(records: readonly WireRecord[], offsets: readonly NativeOffset[], consumer: NativeConsumer): Promise<void> {
    const producer = this.#producer
    await this.#insist((done) => producer.beginTransaction(done))
    try {
      for (const record of records) await this.#produce(record)
      await this.#insist((done) => producer.sendOffsetsToTransaction(offsets, consumer, CALL_MS, done))
      await this.#insist((done) => producer.commitTransaction(CALL_MS, done))
    } catch (error) {
      // The session ends after any failure. When this call gets no answer, the broker aborts at the transaction's
      // timeout.
      await native<void>((done) => producer.abortTransaction(CALL_MS, done)).catch(() => undefined)
      throw error
    }
  }

  close(): Promise<void> {
    return disconnect(this.#producer)
  }

  async #produce(record: WireRecord): Promise<void> {
    const deadline = Date.now() + this.#patienceMs
    for (;;) {
      try {
        return produce(this.#producer, record)
      } catch (error) {
        if (codeOf(error) !== CODE.queueFull || Date.now() > deadline) throw error
        await new Promise<void>((done) => this.#producer.flush(CALL_MS, () => done()))
      }
    }
  }

  /** Repeats a call that timed out: librdkafka continues the operation that it had begun. */
  async #insist(call: Parameters<typeof native<void>>[0]): Promise<void> {
    const deadline = Date.now() + this.#patienceMs
    for (;;) {
      try {
        return await native<void>(call)
      } catch (error) {
        if (!isRetriable(error) || Date.now() > deadline) throw error
        await sleep(RETRY_MS)
      }
    }
  }
}
