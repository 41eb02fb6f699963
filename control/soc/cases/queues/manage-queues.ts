import { assert } from '../../../../platform/assert.ts'
import { AppError, noSuch } from '../../../../platform/errors.ts'
import { invalid } from '../../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { checkedTags } from '../../alerts/index.ts'
import { lockPolicy } from '../clocks/policy-store.ts'
import {
  deleteQueueRow,
  insertQueue,
  isQueueNameFree,
  lockQueue,
  type Queue,
  type QueueInput,
  queueById,
  updateQueue,
} from './queue-store.ts'

const NAME_IN_USE = 'a queue of this name is there'

/** Throws `conflict` for a name in use, 422 for an unknown policy. */
export async function createQueue(tx: TenantTx, input: QueueInput): Promise<Queue> {
  const made = await insertQueue(tx, await checkedQueue(tx, input))
  if (made === null) throw new AppError('conflict', NAME_IN_USE)
  return made
}

/** Applies to cases that are opened from now on. Also throws `not_found`. */
export async function changeQueue(tx: TenantTx, id: string, patch: Partial<QueueInput>): Promise<Queue> {
  const present = foundQueue(id, await lockQueue(tx, id))
  const input = await checkedQueue(tx, { ...present, ...patch })
  if (!(await isQueueNameFree(tx, id, input.name))) throw new AppError('conflict', NAME_IN_USE)
  const changed = await updateQueue(tx, id, input)
  assert(changed !== null, 'a locked queue is there to be changed')
  return changed
}

/** Its cases stay without a queue. Throws `not_found`. */
export async function removeQueue(tx: TenantTx, id: string): Promise<void> {
  foundQueue(id, (await deleteQueueRow(tx, id)) ? id : null)
}

/** Throws 422 for an unknown queue. */
export async function requireQueue(tx: TenantTx, id: string): Promise<Queue> {
  const queue = await queueById(tx, id)
  if (queue === null) throw invalid('queue_id', 'is no queue of this tenant', 'reference')
  return queue
}

function foundQueue<T>(id: string, queue: T | null): T {
  if (queue === null) throw noSuch('queue', id)
  return queue
}

async function checkedQueue(tx: TenantTx, input: QueueInput): Promise<QueueInput> {
  if (input.slaPolicyId !== null && (await lockPolicy(tx, input.slaPolicyId)) === null)
    throw invalid('sla_policy_id', 'is no SLA policy of this tenant')
  return { ...input, matchTags: checkedTags(input.matchTags) }
}
