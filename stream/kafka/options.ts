import type { Log } from '../../platform/log.ts'
import { TOPICS } from '../../schemas/topics.ts'

export type KafkaOptions = {
  /** host:port, several separated by commas. */
  readonly brokers: string
  /** Topics with the partition counts and cleanup policy of a new installation; by default those of the product. */
  readonly topics?: readonly { readonly name: string; readonly partitions: number; readonly compacted: boolean }[]
  /** Prefix of every topic, group and transaction name, so that several installations can share a cluster. */
  readonly namespace?: string
  /**
   * Names this process among its replicas. With a name that survives restarts, the open transaction of a killed
   * predecessor is aborted at once instead of after `transactionMs`. Two running processes with the same name fence
   * each other for ever. Random when absent.
   */
  readonly instance?: string
  readonly compression?: 'none' | 'lz4' | 'zstd'
  /** Replication factor of topics that the driver creates; the broker's default when absent. */
  readonly replicas?: number
  /**
   * The broker drops a partition's oldest records beyond this, read or not; applies only to topics that the driver
   * creates.
   */
  readonly retentionBytes?: number
  /**
   * A member that is silent for this long loses its partitions. The broker limits the value, by default to 6 s to 30
   * min.
   */
  readonly sessionMs?: number
  /** An abandoned transaction blocks committed readers of its partitions for this long. */
  readonly transactionMs?: number
  /**
   * Largest number of bytes that were passed to `append` and not yet acknowledged; beyond it `append` is refused with
   * `unavailable`.
   */
  readonly appendBytesMax?: number
  /**
   * Calls that may block while they wait for records, each in a thread of libuv's pool (`waits.ts`); none when absent.
   */
  readonly waitsMax?: number
  /** Further librdkafka settings (TLS, SASL) for every client. */
  readonly client?: Readonly<Record<string, string | number | boolean>>
  readonly log?: Log
}

export type Resolved = Required<Omit<KafkaOptions, 'log'>> & { readonly log: Log | undefined }

const MB = 1024 * 1024

/** A body of 16 MB with its envelope; the broker must allow as much (`message.max.bytes`). */
export const RECORD_BYTES_MAX = 17 * MB

/** `retention.bytes` of each partition of an uncompacted topic that svc creates. */
export const RETENTION_BYTES = 16 * 1024 * MB

/** @bound bytes not yet acknowledged by Kafka -> 503 */
const APPEND_BYTES_MAX = 64 * MB

export function resolveOptions(options: KafkaOptions): Resolved {
  return {
    brokers: options.brokers,
    topics: options.topics ?? Object.values(TOPICS),
    namespace: options.namespace ?? '',
    instance: options.instance ?? crypto.randomUUID(),
    compression: options.compression ?? 'lz4',
    replicas: options.replicas ?? -1,
    retentionBytes: options.retentionBytes ?? RETENTION_BYTES,
    sessionMs: options.sessionMs ?? 10_000,
    transactionMs: options.transactionMs ?? 30_000,
    appendBytesMax: options.appendBytesMax ?? APPEND_BYTES_MAX,
    waitsMax: options.waitsMax ?? 0,
    client: options.client ?? {},
    log: options.log,
  }
}

export function clientSettings(options: Resolved): Record<string, unknown> {
  return {
    'bootstrap.servers': options.brokers,
    'client.id': `svc-${options.instance}`,
    'socket.keepalive.enable': true,
    'socket.nagle.disable': true,
    'reconnect.backoff.ms': 100,
    'reconnect.backoff.max.ms': 2_000,
    // Level 3 is errors, which arrive as events. Warnings would go to stderr before a listener exists and break
    // structured logs.
    log_level: 3,
    ...options.client,
  }
}

export function producerSettings(options: Resolved): Record<string, unknown> {
  return {
    ...clientSettings(options),
    'enable.idempotence': true,
    acks: 'all',
    'compression.codec': options.compression,
    'message.max.bytes': RECORD_BYTES_MAX,
    'batch.size': 4 * MB,
    'linger.ms': 1,
    'queue.buffering.max.messages': 1_000_000,
    'queue.buffering.max.kbytes': 256 * 1024,
  }
}

export function consumerSettings(options: Resolved, groupId: string): Record<string, unknown> {
  return {
    ...clientSettings(options),
    'group.id': groupId,
    'isolation.level': 'read_committed',
    'enable.auto.commit': false,
    'enable.auto.offset.store': false,
  }
}
