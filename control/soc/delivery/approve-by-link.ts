/**
 * Decides an approval by the link of a mail. The link only names the message: its receiver signs in, and decides under
 * the same rules as everywhere. It works once, for a short time, and for the question as it was mailed.
 */
import { AppError } from '../../../platform/errors.ts'
import type { Sealer } from '../../../platform/seal.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { isFreshSession, usersByIds } from '../../identity/accounts/index.ts'
import type { Actor } from '../../platform/acting/index.ts'
import {
  type Approval,
  actionTypeOf,
  approvalById,
  boundOf,
  type Decided,
  type Decision,
  decide,
  type EvidenceFacts,
  evidenceFacts,
} from '../../respond/response/index.ts'
import { markReceiptsSeen, openAnswerToken, settleAnswered } from '../notify/index.ts'
import { type DeliveredQuestion, questionOfDelivery } from './answer.ts'

/** Lifetime of the link. The approval itself is open for longer, in the console. */
export const APPROVAL_LINK_MS = 3_600_000
/** Longest age of the sign-in that decides. */
const FRESH_MS = 15 * 60_000

export type ByLink = { readonly sealer: Sealer; readonly token: string; readonly nowMs: number }

export type LinkedApproval = {
  readonly approval: Approval
  readonly expiresAt: Date
  readonly isUsed: boolean
  readonly isChanged: boolean
  readonly requestedBy: string
  readonly blastRadius: string | null
  readonly evidence: EvidenceFacts
}

/** Throws `not_found` for an unknown link, `gone`, `forbidden` for another user than its receiver or an old sign-in. */
export async function lookAtApproval(tx: TenantTx, actor: Actor, by: ByLink): Promise<LinkedApproval> {
  const { link, approval, expiresAt } = await opened(tx, actor, by)
  await markReceiptsSeen(tx, { ids: [link.deliveryId], userId: null }, by.nowMs)
  const { requestedBy, requestedByPerson, requestedByKind, action } = approval
  const person =
    requestedByPerson === null ? undefined : (await usersByIds(tx, [requestedByPerson])).get(requestedByPerson)
  return {
    ...{ approval, expiresAt, isUsed: link.isAnswered, isChanged: link.bound !== boundOf(approval) },
    requestedBy: person?.email ?? `${requestedByKind} ${requestedBy}`,
    blastRadius: action === null ? null : (actionTypeOf(action.action_type)?.blastRadius ?? null),
    evidence: await evidenceFacts(tx, approval),
  }
}

/** Throws as `decide` does, `gone` for a used link, `conflict` when the question has changed. */
export async function decideByLink(tx: TenantTx, actor: Actor, by: ByLink, decision: Decision): Promise<Decided> {
  const { link, approval } = await opened(tx, actor, by)
  if (link.isAnswered) throw new AppError('gone', 'this link was used')
  if (link.bound !== boundOf(approval))
    throw new AppError('conflict', 'the request has changed since the mail was sent: it will be sent again')
  const decided = await decide(tx, actor, approval.id, decision, by.nowMs)
  await settleAnswered(tx, { kind: 'approval', id: approval.id, answer: 'approve' }, link.deliveryId, by.nowMs)
  return decided
}

/** The approval of a link, for its receiver. */
export async function approvalOfLink(tx: TenantTx, actor: Actor, by: ByLink): Promise<string> {
  return (await opened(tx, actor, by)).approval.id
}

type Opened = { readonly link: DeliveredQuestion; readonly approval: Approval; readonly expiresAt: Date }

async function opened(tx: TenantTx, actor: Actor, { sealer, token, nowMs }: ByLink): Promise<Opened> {
  const { tenant, deliveryId, expiresAtMs } = openAnswerToken(sealer, token, nowMs)
  if (tenant !== tx.tenantId) throw noLink()
  // The second of two presses at once waits, and finds the link used.
  await tx.run(/* sql */ `SELECT FROM notification_deliveries WHERE id = $1 FOR UPDATE`, [deliveryId])
  const question = await questionOfDelivery(tx, deliveryId)
  if (question.answer !== 'approve' || question.aboutId === null || question.user === null) throw noLink()
  if (actor.kind !== 'user' || actor.delegationId !== null || actor.id !== question.user.id)
    throw new AppError('forbidden', 'this link was sent to another person: sign in as that person')
  const { sessionId = null } = actor
  if (sessionId === null || !(await isFreshSession(tx, sessionId, FRESH_MS)))
    throw new AppError('forbidden', 'sign in anew to decide by this link: your sign-in is older than 15 minutes')
  const approval = await approvalById(tx, question.aboutId)
  if (approval === null) throw noLink()
  return { link: question, approval, expiresAt: new Date(expiresAtMs) }
}

const noLink = () => new AppError('not_found', 'this link is not valid')
