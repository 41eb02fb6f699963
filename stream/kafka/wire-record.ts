/**
 * A record in the client's format: the key as bytes, because a string key would end at its first NUL, and the value as
 * one buffer.
 */
import { assert } from '../../platform/assert.ts'
import type { Output } from '../driver.ts'
import { type KafkaContext, tooLarge } from './context.ts'
import { RECORD_BYTES_MAX } from './options.ts'
import type { NativeProducer } from './rdkafka.ts'

export type WireRecord = {
  readonly topic: string
  readonly partition: number
  /** An empty list of bytes is Kafka's empty value, which removes the key on a compacted topic. */
  readonly pieces: readonly Buffer[]
  readonly bytes: number
  readonly key: Buffer
  readonly timestampMs: number
}

/** Throws `too_large`, because a record that the broker refuses would fail the whole transaction. */
export function wireRecord(context: KafkaContext, output: Output): WireRecord {
  const bytes = output.value.reduce((sum, piece) => sum + piece.length, 0)
  const key = Buffer.from(output.key)
  // The envelope of a batch of one record is below 200 bytes.
  if (bytes + key.length + 200 > RECORD_BYTES_MAX) throw tooLarge(output.topic, bytes)
  const { partition, timestampMs } = output
  return { topic: context.wire(output.topic), partition, pieces: output.value, bytes, key, timestampMs }
}

export function bytesOf(records: readonly WireRecord[]): number {
  return records.reduce((sum, record) => sum + record.bytes + record.key.length, 0)
}

/** The caller may change the pieces afterwards: the client copies them. */
export function produce(producer: NativeProducer, record: WireRecord, opaque?: unknown): void {
  producer.produce(record.topic, record.partition, oneBuffer(record), record.key, record.timestampMs, opaque)
}

/** Grows to the largest record and is reused, because large short-lived buffers make V8 collect the whole heap. */
let joined = Buffer.alloc(0)

function oneBuffer({ pieces, bytes }: WireRecord): Buffer | null {
  const now = pieces.reduce((sum, piece) => sum + piece.length, 0)
  assert(now === bytes, 'the memory of a record is given back after it was sent')
  if (bytes === 0) return null
  if (pieces.length === 1) return pieces[0] ?? null
  if (joined.length < bytes) joined = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(bytes)))
  let at = 0
  for (const piece of pieces) at += piece.copy(joined, at)
  return joined.subarray(0, bytes)
}
