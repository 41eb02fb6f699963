/** First and end offset of a partition, from the broker that leads it. */
import { type KafkaContext, metadata } from './context.ts'
import { unavailable } from './errors.ts'
import { type NativeClient, native } from './rdkafka.ts'

const QUERY_MS = 5_000

export class Bounds {
  readonly #context: KafkaContext
  readonly #client: NativeClient
  #learning: Promise<unknown> | undefined

  constructor(context: KafkaContext, client: NativeClient) {
    this.#context = context
    this.#client = client
  }

  /**
   * Tries twice: a client that consumes no topic learns of a new leader only when it reads the metadata, and would
   * otherwise ask the former leader for a quarter of an hour. Throws `unavailable` when the partition has no leader;
   * newer clients report that as an unknown partition, but the start has checked that it exists.
   */
  async of(topic: string, partition: number): Promise<{ first: number; end: number }> {
    const wireTopic = this.#context.wire(topic)
    try {
      return await this.#ask(wireTopic, partition)
    } catch {
      await this.#learnLeaders()
    }
    try {
      return await this.#ask(wireTopic, partition)
    } catch (error) {
      throw unavailable(`bounds of ${wireTopic}`, error)
    }
  }

  async #ask(topic: string, partition: number): Promise<{ first: number; end: number }> {
    const { lowOffset, highOffset } = await native<{ lowOffset: number; highOffset: number }>((done) =>
      this.#client.queryWatermarkOffsets(topic, partition, QUERY_MS, done),
    )
    return { first: lowOffset, end: highOffset }
  }

  /** Concurrent callers share one metadata request. */
  #learnLeaders(): Promise<unknown> {
    this.#learning ??= metadata(this.#client).finally(() => {
      this.#learning = undefined
    })
    return this.#learning
  }
}
