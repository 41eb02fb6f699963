/**
 * State that all parts of one driver share: options, the native module, wire names, and topics with their real counts.
 */
import { assert } from '../../platform/assert.ts'
import { AppError } from '../../platform/errors.ts'
import { CODE, codeOf, unavailable } from './errors.ts'
import { clientSettings, RECORD_BYTES_MAX, type Resolved } from './options.ts'
import { type NativeClient, type NativeMetadata, native, type Rdkafka } from './rdkafka.ts'
import { topicSettings } from './topic-settings.ts'
import { Waits } from './waits.ts'

export type TopicToHave = { readonly name: string; readonly partitions: number; readonly compacted: boolean }

const CALL_MS = 10_000
const CREATED_MS_MAX = 60_000
const DISCONNECT_MS_MAX = 15_000

export class KafkaContext {
  readonly options: Resolved
  readonly rdkafka: Rdkafka
  readonly waits: Waits
  readonly #counts = new Map<string, number>()

  constructor(options: Resolved, rdkafka: Rdkafka) {
    this.options = options
    this.rdkafka = rdkafka
    this.waits = new Waits(options.waitsMax)
  }

  wire(name: string): string {
    return this.options.namespace + name
  }

  changelog(group: string, store: string): string {
    return `svc.${group}.${store}.changelog`
  }

  partitions(topic: string): number {
    const count = this.#counts.get(topic)
    assert(count !== undefined, `topic ${topic} is configured`)
    return count
  }

  /**
   * Creates missing topics. An existing topic keeps its partition count, because keys must stay in their partitions.
   */
  async ensureTopics(client: NativeClient, topics: readonly TopicToHave[]): Promise<void> {
    const deadline = Date.now() + CREATED_MS_MAX
    let missing = this.#learn(await metadata(client), topics)
    if (missing.length > 0) await this.#create(missing)
    while (missing.length > 0) {
      if (Date.now() > deadline) throw unavailable('creating topics', `${missing.map((t) => t.name)} did not appear`)
      await new Promise((next) => setTimeout(next, 50))
      missing = this.#learn(await metadata(client), topics)
    }
  }

  #learn(found: NativeMetadata, topics: readonly TopicToHave[]): TopicToHave[] {
    const counts = new Map(found.topics.map((topic) => [topic.name, topic.partitions.length]))
    const missing = topics.filter((topic) => (counts.get(this.wire(topic.name)) ?? 0) === 0)
    for (const { name } of topics) {
      const count = counts.get(this.wire(name)) ?? 0
      if (count > 0) this.#counts.set(name, count)
    }
    return missing
  }

  async #create(topics: readonly TopicToHave[]): Promise<void> {
    const admin = this.rdkafka.AdminClient.create(clientSettings(this.options))
    try {
      for (const topic of topics) {
        await native<void>((done) => admin.createTopic(this.#newTopic(topic), CALL_MS, done)).catch(
          (error: unknown) => {
            // A second replica that starts at the same time may create the same topics.
            if (codeOf(error) === CODE.topicExists) return
            throw codeOf(error) === CODE.topicRefused
              ? mayNot(this.wire(topic.name))
              : unavailable(`creating topic ${this.wire(topic.name)}`, error)
          },
        )
      }
    } finally {
      admin.disconnect()
    }
  }

  #newTopic({ name, partitions, compacted }: TopicToHave) {
    const config = topicSettings(compacted, this.options.retentionBytes)
    return { topic: this.wire(name), num_partitions: partitions, replication_factor: this.options.replicas, config }
  }
}

/**
 * Rejects with `unavailable` when no broker answers in time, and as soon as one refuses the password; the client is
 * then unusable. The call itself only reports a timeout: the cause, such as an unknown certificate authority, is in the
 * client's own log lines.
 */
export async function connect(client: NativeClient, name: string, timeoutMs = CALL_MS): Promise<void> {
  let reason: string | undefined
  const refused = new Promise<never>((_, refuse) => {
    client.on('event.log', ({ message }) => {
      // One unavailable broker of several says nothing about the settings.
      if (reason === undefined || !/Connection refused/.test(message)) reason = spoken(message)
      if (SIGN_IN_REFUSED.test(message)) refuse(reason)
    })
  })
  try {
    await Promise.race([native<NativeMetadata>((done) => client.connect({ timeout: timeoutMs }, done)), refused])
  } catch (error) {
    throw unavailable(`connecting ${name}`, reason ?? error)
  }
}

const SIGN_IN_REFUSED = /SASL (?:authentication error|\S+ mechanism handshake failed)/

/** A line of the client without the name of its thread. */
export function spoken(line: string): string {
  return line.replace(/^\[thrd:[^\]]*\]: /, '')
}

/** Resolves when the client has disconnected, or gives up waiting: a client without a broker may never finish. */
export async function disconnect(client: NativeClient): Promise<void> {
  if (!client.isConnected()) return
  let timer: NodeJS.Timeout | undefined
  const gone = new Promise<void>((done) => client.disconnect(() => done()))
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, DISCONNECT_MS_MAX)
  })
  await Promise.race([gone, late])
  clearTimeout(timer)
}

/** Reads metadata of every topic, so that the client learns the leaders of their partitions. Throws `unavailable`. */
export async function metadata(client: NativeClient): Promise<NativeMetadata> {
  try {
    return await native<NativeMetadata>((done) => client.getMetadata({ timeout: CALL_MS, allTopics: true }, done))
  } catch (error) {
    throw unavailable('reading topics', error)
  }
}

/** Brokers hide topics that a user may not describe. */
function mayNot(wireTopic: string): AppError {
  const remedy = 'Make it before, and let the user describe, read and write it'
  return new AppError(
    'unavailable',
    `Kafka: the user may neither describe nor create the topic ${wireTopic}. ${remedy}`,
  )
}

export function tooLarge(topic: string, bytes: number): AppError {
  return new AppError('too_large', `a record of ${bytes} bytes for ${topic} is above ${RECORD_BYTES_MAX}`)
}

/** Compaction keeps the first offset: a changelog that begins later has lost state that exists nowhere else. */
export function notWhole(wireTopic: string, partition: number, first: number): AppError {
  const remedy = 'Set its cleanup.policy to compact and nothing else; deleted, it begins anew'
  return new AppError(
    'bad_config',
    `Kafka: ${wireTopic}/${partition} has lost the records before ${first} to retention. ${remedy}`,
  )
}
