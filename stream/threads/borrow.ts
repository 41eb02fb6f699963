/** The borrowing thread's side: works on partitions that another thread of the process owns; see `lend.ts`. */
import { SpareMemory } from '../../platform/buffer-pool.ts'
import { type Commit, type Driver, Fenced, type Ownership, type TopicPartition } from '../driver.ts'
import type { LentCommit, LentQuestion, LentSlot } from './lend.ts'
import { packCommit } from './packed-commit.ts'

export type Lender = {
  readonly partitions: readonly TopicPartition[]
  readonly lost: AbortSignal
  ask(question: LentQuestion, moved?: readonly ArrayBuffer[]): Promise<unknown>
}

/** Bound of the reusable memory that commits are copied into. */
const SPARES_BYTES_MAX = 8 * 2 ** 20

/**
 * `reader` must read the same backbone from this thread. `returned` gets the memory that was transferred with a
 * commit's outputs, once the commit has settled.
 */
export function borrowOwnership(
  lender: Lender,
  reader: Pick<Driver, 'reader'>,
  returned: (memory: ArrayBuffer) => void,
): Ownership {
  const spares = new SpareMemory(SPARES_BYTES_MAX)
  return {
    partitions: lender.partitions,
    lost: lender.lost,
    committed: async (tp) => (await lender.ask({ kind: 'committed', tp })) as number,
    cursor: (tp, offset) => reader.reader(tp, offset),
    restore: (store, partition) => restore(lender, store, partition),
    async commit(commit: Commit) {
      const packed = packCommit(commit, (bytes) => spares.allocate(bytes))
      const { memory, fenced } = (await lender.ask({ kind: 'commit', commit: packed }, packed.memory)) as LentCommit
      const [copied, ...moved] = memory
      if (copied) spares.give(copied)
      for (const one of moved) returned(one)
      if (fenced !== null) throw new Fenced(fenced)
    },
  }
}

async function* restore(lender: Lender, store: string, partition: number) {
  const slots = (await lender.ask({ kind: 'restore', store, partition })) as LentSlot[]
  for (const { slot, payload } of slots) {
    yield { slot, payload: Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength) }
  }
}
