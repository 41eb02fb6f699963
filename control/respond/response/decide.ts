/** Decides an approval once; the decision covers exactly the requested action. */
import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { isDeputyOf } from '../../identity/deputies/index.ts'
import { type Actor, isAllowed, publishChanges, requesterOf, requireSecondPerson } from '../../platform/acting/index.ts'
import { requireReferences } from '../../platform/references/index.ts'
import { settleAnswered } from '../../soc/notify/index.ts'
import { digestOf, type Parameters } from './action.ts'
import { changeAction, endTriesOfRun, lockAction, openActionsOfRun } from './action-store.ts'
import type { Approval, RiskLevel } from './approval.ts'
import {
  askAgain,
  decideApproval,
  insertApproval,
  lockApproval,
  pendingOfRun,
  remindOfApproval,
  vote,
} from './approval-store.ts'
import { actionTypeOf, permissionFor } from './catalogue.ts'
import { evidenceDigest } from './evidence.ts'
import { RESPONSE_LIMITS } from './limits.ts'
import { publishAction } from './request-action.ts'

export type ApprovalRequest = {
  readonly title: string
  readonly summary: string
  readonly riskLevel: RiskLevel
  readonly action: { readonly actionType: string; readonly target: string; readonly parameters: Parameters } | null
  readonly requiredUserId?: string | null
  readonly quorum?: number
  readonly runId?: string | null
  readonly caseId?: string | null
  readonly alertId?: string | null
  readonly expiresAt: Date
}

/** Asks people to agree to something that the requester then does itself. Throws 422 for a time that has passed. */
export async function requestApproval(
  tx: TenantTx,
  actor: Actor,
  request: ApprovalRequest,
  nowMs: number,
): Promise<Approval> {
  const { title, summary, riskLevel, action, expiresAt } = request
  const leftMs = expiresAt.getTime() - nowMs
  if (leftMs <= 0 || leftMs > RESPONSE_LIMITS.approvalMsMax)
    throw invalid('expires_at', 'is within the next seven days')
  const { actionType = title, target = '', parameters = {} } = action ?? {}
  const { caseId = null, alertId = null, requiredUserId = null } = request
  if (request.runId == null)
    await requireReferences(tx, [
      { member: 'case_id', kind: 'case', ids: [caseId] },
      { member: 'alert_id', kind: 'alert', ids: [alertId] },
      { member: 'required_user_id', kind: 'user', ids: [requiredUserId] },
    ])
  const requester = requesterOf(actor)
  if (requiredUserId !== null && requiredUserId === requester.person)
    throw invalid('required_user_id', 'is who asks: nobody could agree to it')
  if (requiredUserId !== null && (request.quorum ?? 1) > 1)
    throw invalid('quorum', 'is 1 where one person is named: nobody else may agree')
  const approval = await insertApproval(
    tx,
    {
      ...{ title, summary, riskLevel, caseId, alertId, expiresAt, actionId: null },
      digest: digestOf({ actionType, target, parameters, caseId, alertId }),
      action: action === null ? null : { action_type: actionType, target, parameters },
      ...{ requestedBy: requester.by, requestedByKind: actor.kind, requestedByPerson: requester.person },
      ...{ requiredUserId, quorum: request.quorum ?? 1, runId: request.runId ?? null },
    },
    nowMs,
  )
  await publishApproval(tx, approval)
  return approval
}

export type Decision = { readonly verdict: 'approved' | 'denied'; readonly comment: string | null }

/** `isNew` is false for a decision that changed nothing: the same one was made before. */
export type Decided = { readonly approval: Approval; readonly isNew: boolean }

/**
 * The same decision again changes nothing, and is not recorded in the audit log again. Throws `not_found`; `forbidden` for an actor who may not decide: programs,
 * the requester (who may deny), another user than the required one, one without the permission of the tier; `conflict`
 * for the opposite of a decision, and when the action or its evidence has changed since it was asked.
 */
export async function decide(
  tx: TenantTx,
  actor: Actor,
  id: string,
  { verdict, comment }: Decision,
  nowMs: number,
): Promise<Decided> {
  const approval = requireFound(await lockApproval(tx, id), 'approval')
  const onBehalfOf = await requireMayDecide(tx, actor, approval, verdict, nowMs)
  if (approval.status === verdict) return { approval, isNew: false }
  if (approval.status !== 'pending') throw new AppError('conflict', `this is ${approval.status} already`)
  if (approval.expiresAt.getTime() <= nowMs) throw new AppError('gone', 'the time to decide this has passed')
  if (verdict === 'approved' && (await changedSince(tx, approval)) !== null) throw changed()
  const by = actor.id as string
  if (verdict === 'approved') {
    const { votes, isNew } = await vote(tx, approval, onBehalfOf ?? by)
    if (votes < approval.quorum) {
      const waiting = requireFound(await lockApproval(tx, id), 'approval')
      if (isNew) await publishApproval(tx, waiting)
      return { approval: waiting, isNew }
    }
  }
  const decided = await decideApproval(tx, id, verdict, by, comment, onBehalfOf)
  await settleAnswered(tx, { kind: 'approval', id, answer: 'approve' }, null, nowMs)
  const deadline = verdict === 'approved' ? new Date(nowMs + RESPONSE_LIMITS.doneWithinMs) : null
  if (decided.actionId !== null) await settleAction(tx, decided, deadline)
  await publishApproval(tx, decided)
  return { approval: decided, isNew: true }
}

const changed = () =>
  new AppError('conflict', 'the action or its evidence has changed since the request: approval is requested again')

/** Returns the current target, parameters and evidence. Null when they are unchanged since the request. */
async function changedSince(tx: TenantTx, approval: Approval) {
  const action = approval.actionId === null ? null : await lockAction(tx, approval.actionId)
  const digest = action === null ? approval.digest : digestOf(action)
  const evidence = approval.evidenceDigest === null ? null : await evidenceDigest(tx, approval)
  const isSame = digest.equals(approval.digest) && (approval.evidenceDigest?.equals(evidence ?? NOTHING) ?? true)
  if (isSame) return null
  const { actionType: action_type = '', target = '', parameters = {} } = action ?? {}
  return { digest, evidence, action: action === null ? approval.action : { action_type, target, parameters } }
}

const NOTHING = Buffer.alloc(0)

/**
 * Called by the sweeper and before a decision: voids votes that were given before a change. Returns null when nothing
 * changed.
 */
export async function askAgainIfChanged(tx: TenantTx, id: string, nowMs: number): Promise<Approval | null> {
  const approval = await lockApproval(tx, id)
  if (approval?.status !== 'pending' || approval.expiresAt.getTime() <= nowMs) return null
  const now = await changedSince(tx, approval)
  if (now === null) return null
  const renewed = await askAgain(tx, approval, now, nowMs)
  await publishApproval(tx, renewed)
  return renewed
}

/** Approves the action that waited, to be done until `deadline`; without a deadline the action is rejected. */
async function settleAction(tx: TenantTx, approval: Approval, deadline: Date | null): Promise<void> {
  const action = await lockAction(tx, approval.actionId as string)
  if (action === null || action.status !== 'awaiting_approval') return
  const change =
    deadline !== null
      ? { status: 'approved' as const, deadline }
      : { ...rejected(approval.status), detail: approval.decisionComment ?? `the approval is ${approval.status}` }
  const changed = await changeAction(tx, action.id, change)
  if (changed) await publishAction(tx, changed)
}

function rejected(status: Approval['status']) {
  const reason = status === 'expired' || status === 'cancelled' ? status : 'denied'
  return { status: 'rejected', reason } as const
}

/**
 * The run that made the request has ended: open approvals are withdrawn, and approved actions that have not started are
 * not executed. A running try cannot be stopped, and is not repeated.
 */
export async function withdrawOfRun(tx: TenantTx, runId: string): Promise<void> {
  for (const { id } of await pendingOfRun(tx, runId)) {
    const cancelled = await decideApproval(tx, id, 'cancelled', null, null)
    if (cancelled.actionId !== null) await settleAction(tx, cancelled, null)
    await publishApproval(tx, cancelled)
  }
  for (const { id, attempts } of await openActionsOfRun(tx, runId)) {
    const detail = attempts === 0 ? 'the run that asked for it has ended' : `withdrawn after ${attempts} tries`
    const status = attempts === 0 ? 'rejected' : 'failed'
    const changed = await changeAction(tx, id, { status, reason: 'cancelled', detail })
    if (changed) await publishAction(tx, changed)
  }
  await endTriesOfRun(tx, runId)
}

/** Called by the sweeper when the time for a decision is over. */
export async function expireApproval(tx: TenantTx, id: string, nowMs: number): Promise<void> {
  const approval = await lockApproval(tx, id)
  if (approval?.status !== 'pending' || approval.expiresAt.getTime() > nowMs) return
  const expired = await decideApproval(tx, id, 'expired', null, null)
  if (expired.actionId !== null) await settleAction(tx, expired, null)
  await publishApproval(tx, expired)
}

/** Called by the sweeper when half of the time has passed. */
export async function remind(tx: TenantTx, id: string, nowMs: number): Promise<void> {
  const reminded = await remindOfApproval(tx, id, nowMs)
  if (reminded !== null) await publishApproval(tx, reminded)
}

/** Returns the person for whom a deputy decides; null for an own decision. */
async function requireMayDecide(
  tx: TenantTx,
  actor: Actor,
  approval: Approval,
  verdict: Decision['verdict'],
  nowMs: number,
): Promise<string | null> {
  if (actor.kind !== 'user' || actor.id === null)
    throw new AppError('forbidden', 'people decide this, signed in as themselves')
  const { requiredUserId, requestedByPerson: requestedBy } = approval
  const isNamed = requiredUserId === null || requiredUserId === actor.id
  const standsIn = { deputyId: actor.id, userId: requiredUserId ?? '', requestedBy }
  const isDeputy = !isNamed && actor.delegationId === null && (await isDeputyOf(tx, standsIn, new Date(nowMs)))
  if (!isNamed && !isDeputy) throw new AppError('forbidden', 'this approval is requested from another person')
  const onBehalfOf = isDeputy ? requiredUserId : null
  if (verdict === 'denied') return onBehalfOf
  const requester = { by: approval.requestedBy, person: approval.requestedByPerson }
  requireSecondPerson(actor, requester, 'whoever asked for it may not agree to it, by whatever credential they asked')
  const type = approval.action && actionTypeOf(approval.action.action_type)
  const needed = type ? permissionFor(type) : 'actions:execute:low'
  if (!isAllowed(actor, needed)) throw new AppError('forbidden', `to agree to this needs the permission ${needed}`)
  return onBehalfOf
}

function publishApproval(tx: TenantTx, approval: Approval): Promise<void> {
  const { id, title, status, riskLevel, actionId, runId, caseId, alertId, votes, quorum, expiresAt, remindedAt } =
    approval
  const refs = { action_id: actionId, run_id: runId, case_id: caseId, alert_id: alertId }
  const times = { expires_at: expiresAt.toISOString(), reminded_at: remindedAt?.toISOString() ?? null }
  const rest = { risk_level: riskLevel, votes, quorum, ...times, ...refs }
  return publishChanges(tx, 'approval_changed', [{ id, title, status, ...rest }])
}
