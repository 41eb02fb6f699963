/**
 * The state of a store is a compacted changelog topic: a slot's last record is its payload, and an empty record removes
 * the slot.
 */
import { Fenced, type TopicPartition } from '../driver.ts'
import { type KafkaContext, notWhole } from './context.ts'
import type { CursorOptions, KafkaCursor } from './cursor.ts'

type Ports = {
  readonly context: KafkaContext
  openCursor(tp: TopicPartition, offset: number, options: CursorOptions): Promise<KafkaCursor>
  bounds(tp: TopicPartition): Promise<{ first: number; end: number }>
}

const READ_BYTES = 16 * 1024 * 1024
/** Short, because the end offset is known and shows the end without a record. */
const READ_MS = 10

/**
 * Restores the live slots, in the order of their last write. Reads to the log's end at the time of the call, including
 * transactions that are still open then: the former owner's last commit may be decided but not yet marked here. Memory:
 * the live slots of this one partition. Throws `bad_config` when retention by age or size dropped records.
 */
export async function restoreSlots(
  ports: Ports,
  tp: TopicPartition,
  lost: AbortSignal,
): Promise<{ slot: string; payload: Buffer }[]> {
  const { first, end } = await ports.bounds(tp)
  if (first > 0) throw notWhole(ports.context.wire(tp.topic), tp.partition, first)
  const slots = new Map<string, Buffer>()
  if (first >= end) return []
  // The end is known, so the broker need not wait before it reports that there is nothing more.
  const cursor = await ports.openCursor(tp, first, { fetchWaitMs: 10 })
  try {
    while (cursor.position() < end) {
      if (lost.aborted) throw new Fenced('the partitions were lost while state was restored')
      for (const { key, value } of await cursor.read(READ_BYTES, READ_MS)) {
        slots.delete(key)
        if (value.length > 0) slots.set(key, value)
      }
    }
  } finally {
    await cursor.close()
  }
  return Array.from(slots, ([slot, payload]) => ({ slot, payload }))
}
