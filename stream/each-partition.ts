import { eitherSignal } from '../platform/either-signal.ts'
import type { Ownership, TopicPartition } from './driver.ts'

/**
 * Runs every partition that is owned, each at its own pace, until it is lost. One that fails stops its neighbours, and
 * all resume from their commits; rejects with the reason of the first.
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
