import { AppError, noSuch } from '../../../../platform/errors.ts'
import { invalid } from '../../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { requireQueue } from '../queues/manage-queues.ts'
import { checkTarget } from './notify-step.ts'
import {
  deleteEscalationPolicy,
  type EscalationInput,
  type EscalationPolicy,
  insertEscalationPolicy,
} from './policy-store.ts'

/**
 * Applies to cases that enter the queue from now on. Throws `conflict` for a name in use, 422 for an unknown queue and
 * a ladder whose steps go back in time.
 */
export async function createEscalationPolicy(tx: TenantTx, input: EscalationInput): Promise<EscalationPolicy> {
  await requireQueue(tx, input.queueId)
  for (const { notify } of input.ladder) checkTarget(notify)
  const goesBack = input.ladder.some(
    ({ after_minutes }, i) => after_minutes < (input.ladder[i - 1]?.after_minutes ?? 0),
  )
  if (goesBack) throw invalid('ladder', 'is in the order of after_minutes')
  const made = await insertEscalationPolicy(tx, input)
  if (made === null) throw new AppError('conflict', 'an escalation policy of this name is there')
  return made
}

/** Deletes a policy. Cases keep the escalation that they already have. Throws `not_found`. */
export async function removeEscalationPolicy(tx: TenantTx, id: string): Promise<void> {
  if (!(await deleteEscalationPolicy(tx, id))) throw noSuch('escalation policy', id)
}
