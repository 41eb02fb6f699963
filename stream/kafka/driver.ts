/**
 * The backbone on Kafka: implements `stream/driver.ts` with librdkafka. `session.ts` describes what happens in a group.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '../../platform/assert.ts'
import { AppError } from '../../platform/errors.ts'
import type { Cursor, Driver, GroupSpec, Output, TopicPartition, Work } from '../driver.ts'
import { Appender } from './appender.ts'
import { Bounds } from './bounds.ts'
import { connect, disconnect, KafkaContext, notWhole, spoken } from './context.ts'
import { type CursorOptions, KafkaCursor } from './cursor.ts'
import { isOfNewerOwner } from './errors.ts'
import { hintOf } from './hint.ts'
import { consumerSettings, type KafkaOptions, resolveOptions } from './options.ts'
import { Positions } from './positions.ts'
import { loadRdkafka, type NativeClient } from './rdkafka.ts'
import { Session } from './session.ts'

/**
 * Longest wait at the start for a broker that is down or busy. Waiting is faster than a restart of the process on a
 * busy machine, and the client keeps trying meanwhile. Two drivers may start one after the other within the minute that
 * the supervisor allows a process.
 * @bound waiting for a Kafka broker at the start -> the process ends and is started again
 */
const OPEN_MS_MAX = 25_000
const BACKOFF_MS_MIN = 100
const BACKOFF_MS_MAX = 10_000
const SAME_NAME = 'when this goes on, another process runs under the same SVC_INSTANCE'

/** Connects and creates missing topics; rejects with `unavailable` when no broker answers. */
export async function openKafkaDriver(options: KafkaOptions): Promise<Driver> {
  const context = new KafkaContext(resolveOptions(options), loadRdkafka())
  // Reads uncommitted offsets, so that bounds include open transactions and restoring state waits for them; the end of
  // a committed reader would not.
  const settings = {
    ...consumerSettings(context.options, context.wire('svc.admin')),
    'isolation.level': 'read_uncommitted',
  }
  const client = new context.rdkafka.KafkaConsumer(settings, {})
  client.on('event.error', (error) => context.options.log?.debug({ error: error.message }, 'kafka client'))
  await connect(client, `brokers ${options.brokers}`, OPEN_MS_MAX).catch((error: Error) => {
    const hint = hintOf(error.message, context.options.client, context.rdkafka.librdkafkaVersion)
    throw hint === null ? error : new AppError('unavailable', `${error.message}. Most likely: ${hint}`)
  })
  // This one client logs for all clients, for example a broker that is down or a password that is no longer accepted.
  client.on('event.log', ({ message }) => context.options.log?.warn({ reason: spoken(message) }, 'kafka client'))
  const driver = new KafkaDriver(context, client)
  try {
    await context.ensureTopics(client, context.options.topics)
    await requireWhole(driver, context)
  } catch (error) {
    await disconnect(client)
    throw error
  }
  return driver
}

/** Throws `bad_config` when a compacted topic, which must be read from its beginning, has lost its first records. */
async function requireWhole(driver: Driver, context: KafkaContext): Promise<void> {
  for (const { name: topic } of context.options.topics.filter(({ compacted }) => compacted))
    for (let partition = 0; partition < driver.partitions(topic); partition++) {
      const { first } = await driver.bounds({ topic, partition })
      if (first > 0) throw notWhole(context.wire(topic), partition, first)
    }
}

class KafkaDriver implements Driver {
  readonly name = 'kafka'
  readonly #context: KafkaContext
  readonly #client: NativeClient
  readonly #bounds: Bounds
  readonly #appender: Appender
  readonly #positions: Positions
  readonly #cursors = new Set<KafkaCursor>()
  readonly #joins = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  /** Numbers of the members of each group in this driver: a number belongs to one transactional id at a time. */
  readonly #members = new Map<string, Set<number>>()

  constructor(context: KafkaContext, client: NativeClient) {
    this.#context = context
    this.#client = client
    this.#bounds = new Bounds(context, client)
    this.#appender = new Appender(context)
    this.#positions = new Positions(context, (tp, offset) => this.#openCursor(tp, offset, { fetchWaitMs: 10 }))
  }

  partitions(topic: string): number {
    return this.#context.partitions(topic)
  }

  append(outputs: readonly Output[]): Promise<void> {
    return this.#appender.append(outputs)
  }

  reader(tp: TopicPartition, offset: number): Promise<Cursor> {
    return this.#openCursor(tp, offset)
  }

  bounds(tp: TopicPartition): Promise<{ first: number; end: number }> {
    return this.#bounds.of(tp.topic, tp.partition)
  }

  /** The broker compacts by record key: the topic has `cleanup.policy=compact`. */
  async compact(): Promise<number> {
    return 0
  }

  async groupPosition(group: string, tp: TopicPartition): Promise<number> {
    return this.#positions.of(group, tp, (await this.bounds(tp)).end)
  }

  async join(group: GroupSpec, work: Work, stop: AbortSignal): Promise<void> {
    assert(group.topics.length > 0, `group ${group.group} reads a topic`)
    const joined = this.#stay(group, work, AbortSignal.any([stop, this.#closing.signal]))
    const ended = joined.catch(() => undefined)
    this.#joins.add(ended)
    try {
      await joined
    } finally {
      this.#joins.delete(ended)
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#joins)
    await Promise.all([...this.#cursors].map((cursor) => cursor.close()))
    await Promise.all([this.#appender.close(), this.#positions.close()])
    await disconnect(this.#client)
  }

  /**
   * Runs one session after another, with growing pauses while they commit nothing, until `stop` aborts or the work
   * fails.
   */
  async #stay(spec: GroupSpec, work: Work, stop: AbortSignal): Promise<void> {
    const { log, instance } = this.#context.options
    const number = this.#enter(spec.group)
    const transactionalId = this.#context.wire(`svc.${spec.group}.${instance}.${number}`)
    let pauseMs = BACKOFF_MS_MIN
    try {
      while (!stop.aborted) {
        const { failure, hadEffect } = await this.#session(spec, work, transactionalId, stop)
        if (stop.aborted) return
        pauseMs = hadEffect ? BACKOFF_MS_MIN : Math.min(pauseMs * 2, BACKOFF_MS_MAX)
        const hint = isOfNewerOwner(failure) ? { instance, hint: SAME_NAME } : {}
        log?.warn({ group: spec.group, pauseMs, error: String(failure), ...hint }, 'kafka session ended, joining again')
        await sleep(pauseMs, undefined, { signal: stop }).catch(() => undefined)
      }
    } finally {
      this.#members.get(spec.group)?.delete(number)
    }
  }

  async #session(spec: GroupSpec, work: Work, transactionalId: string, stop: AbortSignal) {
    try {
      await this.#ensureChangelogs(spec)
    } catch (failure) {
      if (failure instanceof AppError && failure.code === 'bad_config') throw failure
      return { failure, hadEffect: false }
    }
    const ports = {
      bounds: (tp: TopicPartition) => this.bounds(tp),
      openCursor: (tp: TopicPartition, offset: number, options: CursorOptions) => this.#openCursor(tp, offset, options),
    }
    return new Session(this.#context, ports, spec, work).run(transactionalId, stop)
  }

  /**
   * State belongs to the input partition with the same number, so a changelog has as many partitions as the widest
   * input. Throws `bad_config` when an input has got more partitions: keys then no longer match the partition of their
   * state.
   */
  async #ensureChangelogs(spec: GroupSpec): Promise<void> {
    if (spec.stores.length === 0) return
    const partitions = Math.max(...spec.topics.map((topic) => this.partitions(topic)))
    const topics = spec.stores.map((store) => ({
      name: this.#context.changelog(spec.group, store),
      partitions,
      compacted: true,
    }))
    await this.#context.ensureTopics(this.#client, topics)
    for (const { name } of topics) {
      const has = this.#context.partitions(name)
      if (has !== partitions) throw this.#otherCount(name, has, spec, partitions)
    }
  }

  #otherCount(changelog: string, has: number, { group, topics }: GroupSpec, partitions: number): AppError {
    const inputs = topics.map((topic) => this.#context.wire(topic)).join(', ')
    const found = `${this.#context.wire(changelog)} has ${has} partitions, and what ${group} reads (${inputs}) ${partitions}`
    const remedy =
      'Keep the count of partitions; or let all be taken in, and delete the changelog, which then begins anew'
    return new AppError('bad_config', `Kafka: ${found}: keys are no longer where they are remembered. ${remedy}`)
  }

  #enter(group: string): number {
    const ownPartitions = this.#members.get(group) ?? new Set<number>()
    this.#members.set(group, ownPartitions)
    let number = 0
    while (ownPartitions.has(number)) number++
    ownPartitions.add(number)
    return number
  }

  async #openCursor(tp: TopicPartition, offset: number, options: CursorOptions = {}): Promise<KafkaCursor> {
    const cursor = await KafkaCursor.open(this.#context, tp, offset, {
      ...options,
      onClose: (closed) => {
        this.#cursors.delete(closed)
        options.onClose?.(closed)
      },
    })
    this.#cursors.add(cursor)
    return cursor
  }
}
