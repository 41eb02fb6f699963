/** A record as the client wants it: one buffer, a key as bytes (a string key would end at its first NUL). */
import type { Output } from '../driver.ts'
import { type KafkaContext, tooLarge } from './context.ts'
import { RECORD_BYTES_MAX } from './options.ts'
import type { NativeProducer } from './rdkafka.ts'

export type WireRecord = {
  readonly topic: string
  readonly partition: number
  /** Null is Kafka's empty value; on a compacted topic it removes the key. */
  readonly value: Buffer | null
  readonly key: Buffer
  readonly timestampMs: number
}

/** Throws `too_large`: one byte more than the broker takes would fail a whole transaction. */
export function wireRecord(context: KafkaContext, output: Output): WireRecord {
  const bytes = output.value.reduce((sum, piece) => sum + piece.length, 0)
  const key = Buffer.from(output.key)
  // The envelope of a batch of one record is below 200 bytes.
  if (bytes + key.length + 200 > RECORD_BYTES_MAX) throw tooLarge(output.topic, bytes)
  const value = output.value.length === 1 ? (output.value[0] ?? null) : Buffer.concat(output.value, bytes)
  const { partition, timestampMs } = output
  return { topic: context.wire(output.topic), partition, value: bytes === 0 ? null : value, key, timestampMs }
}

export function bytesOf(records: readonly WireRecord[]): number {
  return records.reduce((sum, record) => sum + (record.value?.length ?? 0) + record.key.length, 0)
}

export function produce(producer: NativeProducer, record: WireRecord, opaque?: unknown): void {
  producer.produce(record.topic, record.partition, record.value, record.key, record.timestampMs, opaque)
}
