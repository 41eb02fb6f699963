/** Positions of groups, read from outside: one client per group, which never joins it. */
import type { TopicPartition } from '../driver.ts'
import { connect, disconnect, type KafkaContext } from './context.ts'
import type { KafkaCursor } from './cursor.ts'
import { unavailable } from './errors.ts'
import { consumerSettings } from './options.ts'
import { type NativeConsumer, type NativeOffset, native } from './rdkafka.ts'

const CALL_MS = 5_000
/** Clients that are kept open; beyond it the least recently used one is closed. */
const GROUPS_MAX = 16
/** With at most this many offsets between a position and the end, the code checks whether any of them is a record. */
const LOOK_AHEAD_MAX = 200

type Looked = { readonly position: number; readonly end: number; readonly found: number }

export class Positions {
  readonly #context: KafkaContext
  /**
   * The last result for each requested group and partition. It is valid while position and end stay the same, because
   * the end of a transaction always writes a marker. Without it, each repeated call would open a client.
   */
  readonly #looked = new Map<string, Looked>()
  readonly #openCursor: (tp: TopicPartition, offset: number) => Promise<KafkaCursor>
  readonly #clients = new Map<string, Promise<NativeConsumer>>()

  constructor(context: KafkaContext, openCursor: (tp: TopicPartition, offset: number) => Promise<KafkaCursor>) {
    this.#context = context
    this.#openCursor = openCursor
  }

  /**
   * The first unprocessed offset. Transactions leave markers behind their records, which have offsets but no content: a
   * position followed only by markers counts as the end, otherwise lag would never reach 0.
   */
  async of(group: string, tp: TopicPartition, end: number): Promise<number> {
    const position = await this.#committed(group, tp)
    if (position === 0 || position >= end || end - position > LOOK_AHEAD_MAX) return position
    const key = `${group}/${tp.topic}/${tp.partition}`
    const last = this.#looked.get(key)
    if (last?.position === position && last.end === end) return last.found
    const found = await this.#lookFrom(tp, position)
    this.#looked.set(key, { position, end, found })
    return found
  }

  async #lookFrom(tp: TopicPartition, position: number): Promise<number> {
    const cursor = await this.#openCursor(tp, position)
    try {
      const [record] = await cursor.read(1, 0)
      return record?.offset ?? cursor.position()
    } finally {
      await cursor.close()
    }
  }

  async close(): Promise<void> {
    const clients = await Promise.allSettled(this.#clients.values())
    this.#clients.clear()
    await Promise.all(clients.map((client) => (client.status === 'fulfilled' ? disconnect(client.value) : undefined)))
  }

  async #committed(group: string, tp: TopicPartition): Promise<number> {
    const client = await this.#client(group)
    const wanted = [{ topic: this.#context.wire(tp.topic), partition: tp.partition }]
    try {
      const [found] = await native<(NativeOffset | Error)[]>((done) => client.committed(wanted, CALL_MS, done))
      if (found instanceof Error) throw found
      return Math.max(found?.offset ?? 0, 0)
    } catch (error) {
      throw unavailable(`position of ${group}`, error)
    }
  }

  #client(group: string): Promise<NativeConsumer> {
    const known = this.#clients.get(group)
    this.#clients.delete(group)
    const client = known ?? this.#connect(group)
    this.#clients.set(group, client)
    if (this.#clients.size > GROUPS_MAX) this.#closeOldest()
    return client
  }

  async #connect(group: string): Promise<NativeConsumer> {
    // Returns the last settled commit within milliseconds. A committed reader would be told to retry while a
    // transaction is open, and under load one always is, so an answer would take seconds.
    const settings = {
      ...consumerSettings(this.#context.options, this.#context.wire(group)),
      'isolation.level': 'read_uncommitted',
    }
    const client = new this.#context.rdkafka.KafkaConsumer(settings, {})
    client.on('event.error', () => undefined)
    try {
      await connect(client, `positions of ${group}`)
    } catch (error) {
      this.#clients.delete(group)
      throw error
    }
    return client
  }

  #closeOldest(): void {
    const [oldest] = this.#clients
    if (oldest === undefined) return
    this.#clients.delete(oldest[0])
    void oldest[1].then(disconnect, () => undefined)
  }
}
