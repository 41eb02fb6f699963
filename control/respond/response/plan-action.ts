/** A dry run, and the way back of an action that was done. */
import { AppError, requireFound } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Actor, idOf } from '../../platform/acting/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { noteUndone } from '../autonomy/index.ts'
import type { ResponseAction } from './action.ts'
import { changeAction, lockAction, recentRequests } from './action-store.ts'
import { actionTypeOf, MESSAGE_TYPES, permissionFor } from './catalogue.ts'
import { executorFor } from './executors/choose.ts'
import { RESPONSE_LIMITS } from './limits.ts'
import { type ActionRequest, judge, publishAction } from './request-action.ts'
import type { VerifySettings } from './verify-settings.ts'

export type ActionPlan = {
  readonly target: string
  readonly blastRadius: string
  readonly permission: string
  /** Why another person must approve; null when no approval is needed. */
  readonly approvalBecause: string | null
  /** Null: no connected executor can do it. */
  readonly executor: string | null
  readonly isSimulated: boolean
  readonly isReversible: boolean
  /** Requests of this kind on this target within the hour (of messages: of this kind), of as many. */
  readonly recent: number
  readonly recentMax: number
  readonly checked: readonly string[]
  readonly notChecked: readonly string[]
}

/** Writes nothing and calls no executor. Throws like `requestAction`. */
export async function planAction(
  tx: TenantTx,
  actor: Actor,
  vault: Vault,
  request: ActionRequest,
  nowMs: number,
  verify: VerifySettings | null = null,
): Promise<ActionPlan> {
  const { type, target, heldBecause } = await judge(tx, actor, request, nowMs)
  const nobody = async () => {
    throw new AppError('unavailable', 'a dry run sends no requests')
  }
  const executor = await executorFor(
    tx,
    vault,
    { egress: nobody, findPlace: nobody, inTenant: nobody, nowMs: () => nowMs, verify },
    { actionType: type.name },
  )
  const { alike, kind } = await recentRequests(tx, type.name, target, false)
  const isMessage = MESSAGE_TYPES.includes(type.name)
  return {
    target,
    blastRadius: type.blastRadius,
    permission: permissionFor(type),
    approvalBecause: heldBecause,
    executor: executor?.name ?? null,
    isSimulated: executor?.isSimulated ?? false,
    isReversible: type.isReversible && (executor === null || executor.undo !== null),
    recent: isMessage ? kind : alike,
    recentMax: isMessage ? RESPONSE_LIMITS.messagesPerHour : RESPONSE_LIMITS.perTargetHour,
    checked: ['form of the target and the parameters', 'lists of targets', 'approval', 'executor', 'bounds of rate'],
    notChecked: ['whether the executor answers', 'whether it knows the target', 'whether the effect is there already'],
  }
}

/** Throws `not_found`, `conflict` for an action that was not done or cannot be rolled back. */
export async function undoAction(tx: TenantTx, id: string, by: Actor, nowMs: number): Promise<ResponseAction> {
  const action = requireFound(await lockAction(tx, id), 'action')
  if (action.status === 'rolling_back' || action.status === 'rolled_back') return action
  if (action.status !== 'completed')
    throw new AppError('conflict', `an action that is ${action.status} cannot be rolled back`)
  if (actionTypeOf(action.actionType)?.isReversible !== true)
    throw new AppError('conflict', `${action.actionType} cannot be rolled back`)
  const deadline = new Date(nowMs + RESPONSE_LIMITS.doneWithinMs)
  const changed = (await changeAction(tx, id, { status: 'rolling_back', deadline })) as ResponseAction
  if (by.kind === 'user' || by.kind === 'api_key') await noteUndone(tx, id, idOf(by))
  await publishAction(tx, changed)
  return changed
}
