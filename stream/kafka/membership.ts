/**
 * The group's consumer, used for membership only: it learns which partitions are assigned to this member and never
 * fetches a record (cursors do). The group subscribes to all its topics, so the broker keeps their positions, but only
 * the topic with the most partitions decides: partition p of every other topic goes with its partition p. Kafka's own
 * range assignment does that only where all counts are equal (with 4 and 2 partitions, two members would get 0-1 and
 * 2-3 of one topic but 0 and 1 of the other).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { GroupSpec, TopicPartition } from '../driver.ts'
import { connect, disconnect, type KafkaContext } from './context.ts'
import { CODE, codeOf, isTransient, unavailable } from './errors.ts'
import { consumerSettings } from './options.ts'
import { type NativeConsumer, type NativeError, type NativeOffset, native } from './rdkafka.ts'

export type MembershipEvents = {
  assigned(partitions: readonly TopicPartition[]): void
  revoked(): void
}

const COMMITTED_EVERY_MS = 50
/** Longest wait of one call: the group can be left only when the last wait has ended. */
const WAIT_MS = 100
const HEARTBEAT_MS = 1_000
const COMMITTED_CALL_MS = 2_000
/** Kafka removes a member from the group when its work does not end within this time after a revocation. */
const REBALANCE_MS_MAX = 120_000

export class Membership {
  readonly consumer: NativeConsumer
  readonly #context: KafkaContext
  readonly #spec: GroupSpec
  #closing = false

  private constructor(consumer: NativeConsumer, context: KafkaContext, spec: GroupSpec) {
    this.consumer = consumer
    this.#context = context
    this.#spec = spec
  }

  static async open(context: KafkaContext, spec: GroupSpec, events: MembershipEvents): Promise<Membership> {
    const { sessionMs } = context.options
    const onRebalance = (error: NativeError, partitions: readonly NativeOffset[]): void => {
      membership.#rebalance(error, partitions, events)
    }
    const settings = {
      ...consumerSettings(context.options, context.wire(spec.group)),
      'partition.assignment.strategy': 'range',
      'session.timeout.ms': sessionMs,
      'heartbeat.interval.ms': Math.min(HEARTBEAT_MS, Math.floor(sessionMs / 3)),
      'max.poll.interval.ms': Math.max(REBALANCE_MS_MAX, sessionMs),
      rebalance_cb: onRebalance,
    }
    const consumer = new context.rdkafka.KafkaConsumer(settings, { 'auto.offset.reset': 'error' })
    consumer.on('event.error', (error) => context.options.log?.debug({ error: error.message }, 'kafka group client'))
    const membership = new Membership(consumer, context, spec)
    await connect(consumer, `group ${spec.group}`)
    return membership
  }

  /** Takes part until `until` aborts. The client delivers rebalances during these calls. */
  async serve(until: AbortSignal): Promise<void> {
    this.consumer.subscribe(this.#spec.topics.map((topic) => this.#context.wire(topic)))
    while (!until.aborted) {
      await this.#serveFor(0)
      await this.#context.waits.within(WAIT_MS, async (ms) => {
        await this.#serveFor(ms)
        return false
      })
    }
  }

  async #serveFor(ms: number): Promise<void> {
    this.consumer.setDefaultConsumeTimeout(ms)
    await native((done) => this.consumer.consume(1, done)).catch((error: unknown) => {
      if (!isTransient(error)) throw unavailable(`group ${this.#spec.group}`, error)
    })
  }

  /** Gives up the partitions: the next owner may start. */
  release(): void {
    if (!this.#closing) this.consumer.unassign()
  }

  /**
   * Positions of the group. Waits for undecided transactions, so that the former owner's last commit is either included
   * or will never take effect.
   */
  async committed(partitions: readonly TopicPartition[], until: AbortSignal): Promise<Map<string, number>> {
    const wanted = partitions.map(({ topic, partition }) => ({ topic: this.#context.wire(topic), partition }))
    for (;;) {
      until.throwIfAborted()
      const found = await this.#askCommitted(wanted)
      if (found !== undefined) {
        return new Map(partitions.map((tp, i) => [`${tp.topic}/${tp.partition}`, Math.max(found[i]?.offset ?? 0, 0)]))
      }
    }
  }

  async close(): Promise<void> {
    this.#closing = true
    await disconnect(this.consumer)
  }

  async #askCommitted(wanted: readonly NativeOffset[]): Promise<NativeOffset[] | undefined> {
    try {
      const found = await native<(NativeOffset | Error)[]>((done) =>
        this.consumer.committed(wanted, COMMITTED_CALL_MS, done),
      )
      const failed = found.find((each) => each instanceof Error)
      if (failed === undefined) return found as NativeOffset[]
    } catch (error) {
      if (!isTransient(error)) throw unavailable(`positions of ${this.#spec.group}`, error)
    }
    await sleep(COMMITTED_EVERY_MS)
    return undefined
  }

  #rebalance(error: NativeError, partitions: readonly NativeOffset[], events: MembershipEvents): void {
    const code = codeOf(error)
    if (this.#closing) {
      // Leaving the group waits for this answer; the session has already ended its work.
      if (code !== CODE.assignPartitions) this.#unassignIfThere()
      return
    }
    if (code === CODE.assignPartitions) {
      this.consumer.assign([])
      events.assigned(this.#owned(partitions))
    } else events.revoked()
  }

  /**
   * Ignores a revocation that arrives after the client has left: answering it would throw inside the client's callback.
   */
  #unassignIfThere(): void {
    try {
      this.consumer.unassign()
    } catch (error) {
      this.#context.options.log?.debug({ error: String(error) }, 'kafka group client')
    }
  }

  #owned(assigned: readonly NativeOffset[]): TopicPartition[] {
    const { topics } = this.#spec
    const count = (topic: string): number => this.#context.partitions(topic)
    const lead = topics.reduce((most, topic) => (count(topic) > count(most) ? topic : most))
    const numbers = assigned.filter((tp) => tp.topic === this.#context.wire(lead)).map((tp) => tp.partition)
    return topics.flatMap((topic) =>
      numbers.filter((partition) => partition < count(topic)).map((partition) => ({ topic, partition })),
    )
  }
}
