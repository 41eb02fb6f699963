/** From which offset to which a partition holds records, asked of the broker that leads it. */
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
   * Asked twice: a client that reads no topic itself hears of a new leader when it reads the metadata, and else goes on
   * asking the former one for a quarter of an hour. Throws `unavailable` when nobody leads the partition, which newer
   * clients tell as one that is unknown: that it is there was found out at the start.
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

  /** Once for all that ask meanwhile. */
  #learnLeaders(): Promise<unknown> {
    this.#learning ??= metadata(this.#client).finally(() => {
      this.#learning = undefined
    })
    return this.#learning
  }
}
