/**
 * The part of `node-rdkafka` that the driver uses. Declared here because the package is installed only where Kafka is
 * used (`npm run kafka:client`): the rest of the program type-checks and runs without it.
 */
import { createRequire } from 'node:module'
import { AppError } from '../../platform/errors.ts'

export type NativeError = Error & {
  readonly code?: number
  readonly isFatal?: boolean
  readonly isRetriable?: boolean
  readonly isTxnRequiresAbort?: boolean
}

type Callback<T> = (error: NativeError | null | undefined, result: T) => void
export type NativeOffset = { topic: string; partition: number; offset?: number }
export type NativeMessage = {
  readonly topic: string
  readonly partition: number
  readonly offset: number
  readonly timestamp?: number
  readonly key?: Buffer | null
  readonly value: Buffer | null
}
export type NativeReport = { readonly opaque?: unknown }
export type NativeMetadata = { readonly topics: readonly { name: string; partitions: readonly unknown[] }[] }

export interface NativeClient {
  connect(options: { timeout: number }, done: Callback<NativeMetadata>): void
  disconnect(done: (error: unknown) => void): void
  isConnected(): boolean
  getMetadata(options: { timeout: number; allTopics?: boolean }, done: Callback<NativeMetadata>): void
  queryWatermarkOffsets(
    topic: string,
    partition: number,
    timeoutMs: number,
    done: Callback<{ lowOffset: number; highOffset: number }>,
  ): void
  on(event: 'event.error', listener: (error: NativeError) => void): this
  on(event: 'event.log', listener: (line: { readonly message: string }) => void): this
}

export interface NativeConsumer extends NativeClient {
  assign(offsets: readonly NativeOffset[]): void
  unassign(): void
  subscribe(topics: readonly string[]): void
  setDefaultConsumeTimeout(timeoutMs: number): void
  consume(count: number, done: Callback<NativeMessage[]>): void
  committed(partitions: readonly NativeOffset[], timeoutMs: number, done: Callback<(NativeOffset | Error)[]>): void
  on(event: 'event.error', listener: (error: NativeError) => void): this
  on(event: 'event.log', listener: (line: { readonly message: string }) => void): this
  on(event: 'partition.eof', listener: (eof: { offset: number }) => void): this
}

export interface NativeProducer extends NativeClient {
  produce(
    topic: string,
    partition: number,
    value: Buffer | null,
    key: Buffer,
    timestampMs: number,
    opaque?: unknown,
  ): unknown
  poll(): void
  flush(timeoutMs: number, done: (error?: NativeError | null) => void): void
  initTransactions(timeoutMs: number, done: Callback<void>): void
  beginTransaction(done: Callback<void>): void
  sendOffsetsToTransaction(
    offsets: readonly NativeOffset[],
    consumer: NativeConsumer,
    timeoutMs: number,
    done: Callback<void>,
  ): void
  commitTransaction(timeoutMs: number, done: Callback<void>): void
  abortTransaction(timeoutMs: number, done: Callback<void>): void
  on(event: 'event.error', listener: (error: NativeError) => void): this
  on(event: 'event.log', listener: (line: { readonly message: string }) => void): this
  on(event: 'delivery-report', listener: (error: NativeError | null, report: NativeReport) => void): this
}

export interface NativeAdmin {
  createTopic(
    topic: {
      topic: string
      num_partitions: number
      replication_factor: number
      config: Readonly<Record<string, string>>
    },
    timeoutMs: number,
    done: (error?: NativeError) => void,
  ): void
  disconnect(): void
}

export type Settings = Record<string, unknown>

export type Rdkafka = {
  readonly KafkaConsumer: new (settings: Settings, topicSettings: Settings) => NativeConsumer
  readonly Producer: new (settings: Settings, topicSettings: Settings) => NativeProducer
  readonly AdminClient: { create(settings: Settings): NativeAdmin }
  readonly librdkafkaVersion: string
}

const requireHere = createRequire(import.meta.url)

/** Returns null when the native client is installed and loads under this Node, otherwise the reason. */
export function kafkaClientAvailable(): string | null {
  try {
    loadRdkafka()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Throws `bad_config` when the client is not installed or was built for another Node. */
export function loadRdkafka(): Rdkafka {
  try {
    return requireHere('node-rdkafka') as Rdkafka
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    throw new AppError('bad_config', `the Kafka client does not load, run npm run kafka:client: ${reason}`, { cause })
  }
}

/** Turns one call of the callback API into a promise. */
export function native<T>(call: (done: Callback<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => call((error, result) => (error ? reject(error) : resolve(result))))
}
