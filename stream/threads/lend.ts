/**
 * The owning thread's side: lends its partitions to another thread of the process, which reads by itself and sends
 * everything else here. The process stays one group member and one writer.
 */
import type { Answer } from '../../platform/port-rpc.ts'
import { Fenced, type Ownership, type TopicPartition } from '../driver.ts'
import { type PackedCommit, unpackCommit } from './packed-commit.ts'

export type LentQuestion =
  | { readonly kind: 'committed'; readonly tp: TopicPartition }
  | { readonly kind: 'restore'; readonly store: string; readonly partition: number }
  | { readonly kind: 'commit'; readonly commit: PackedCommit }

export type LentSlot = { readonly slot: string; readonly payload: Uint8Array }
/** The commit's memory, returned to its sender; and, for a commit that was refused as late, the reason. */
export type LentCommit = { readonly memory: readonly ArrayBuffer[]; readonly fenced: string | null }

/** Forwards commits in the order in which they were requested. */
export async function answerLent(ownership: Ownership, question: LentQuestion): Promise<Answer> {
  if (question.kind === 'commit') return commit(ownership, question.commit)
  if (question.kind === 'committed') return { value: await ownership.committed(question.tp) }
  const slots: LentSlot[] = []
  const moved: ArrayBuffer[] = []
  for await (const { slot, payload } of ownership.restore(question.store, question.partition)) {
    const own = new Uint8Array(payload) // a copy: the payload may lie in shared memory
    slots.push({ slot, payload: own })
    moved.push(own.buffer)
  }
  return { value: slots, moved }
}

async function commit(ownership: Ownership, packed: PackedCommit): Promise<Answer> {
  const { memory } = packed
  try {
    await ownership.commit(unpackCommit(packed))
    return { value: { memory, fenced: null } satisfies LentCommit, moved: memory }
  } catch (error) {
    if (!(error instanceof Fenced)) throw error
    return { value: { memory, fenced: error.message } satisfies LentCommit, moved: memory }
  }
}
