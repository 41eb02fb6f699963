/** State of a store is its compacted changelog: the last record of a slot is its payload, an empty one removes it. */
import { Fenced, type TopicPartition } from '../driver.ts'
import { type KafkaContext, notWhole } from './context.ts'
import type { CursorOptions, KafkaCursor } from './cursor.ts'

type Ports = {
  readonly context: KafkaContext
  openCursor(tp: TopicPartition, offset: number, options: CursorOptions): Promise<KafkaCursor>
  bounds(tp: TopicPartition): Promise<{ first: number; end: number }>
}

const READ_BYTES = 16 * 1024 * 1024
/** Short: whether the end is reached is known without a record. */
const READ_MS = 10

/**
 * The live slots, in the order of their last write. Reads to where the log ended when it was called, transactions
 * included that are still open then: the last commit of the former owner may be decided but not yet marked here.
 * Memory: the live slots of this one partition. Throws `bad_config` when records were dropped by age or size.
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
  // The end is known, so the broker need not wait for more before it says that nothing more is there.
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
