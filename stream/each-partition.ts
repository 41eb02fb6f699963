import { eitherSignal } from '../platform/either-signal.ts'
import type { Ownership, TopicPartition } from './driver.ts'

/**
 * Runs `act` for every owned partition, independently, until the partition is lost. A failure stops the others, and all
 * resume from their last commits; rejects with the reason of the first failure.
 */
export async function eachPartition(
  ownership: Ownership,
  run: (tp: TopicPartition, lost: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController()
  const lost = eitherSignal(ownership.lost, failed.signal)
  const loops = ownership.partitions.map((tp) =>
    run(tp, lost).catch((error) => {
      failed.abort()
      throw error
    }),
  )
  for (const end of await Promise.allSettled(loops)) if (end.status === 'rejected') throw end.reason
}
