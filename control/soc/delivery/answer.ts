/** Follows a link of a message: the page behind it shows the subject, and its button answers. */
import { AppError } from '../../../platform/errors.ts'
import { orNull, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { acknowledgeCase, type CaseActor, getCase } from '../cases/index.ts'
import { isDirectChat, markReceiptsSeen } from '../notify/index.ts'

export type DeliveredQuestion = {
  readonly deliveryId: string
  readonly receiver: string
  readonly channel: string
  readonly user: { readonly id: string; readonly email: string } | null
  readonly title: string
  readonly path: string
  readonly answer: 'acknowledge' | 'approve' | null
  readonly aboutKind: string | null
  readonly aboutId: string | null
  readonly bound: string | null
  readonly isAnswered: boolean
}

/** Throws `not_found` when the receipt is gone, and when its user may not sign in any more. */
export async function questionOfDelivery(tx: TenantTx, deliveryId: string): Promise<DeliveredQuestion> {
  const sql = /* sql */ `
    SELECT d.receiver, d.channel, d.user_id, u.email, coalesce(u.is_active, true) AS is_active, d.answered_at IS NOT NULL AS is_answered,
      n.title, n.path, n.answer, n.about_kind, n.about_id, n.bound
    FROM notification_deliveries d JOIN notifications n ON n.id = d.notification_id LEFT JOIN users u ON u.id = d.user_id
    WHERE d.id = $1`
  const toQuestion = (row: Row) => {
    const [id, email] = [orNull(text, row, 'user_id'), orNull(text, row, 'email')]
    return {
      channel: text(row, 'channel'),
      ...{ deliveryId, receiver: text(row, 'receiver'), user: id === null || email === null ? null : { id, email } },
      ...{ title: text(row, 'title'), path: text(row, 'path'), answer: row.answer as DeliveredQuestion['answer'] },
      ...{ aboutKind: orNull(text, row, 'about_kind'), aboutId: orNull(text, row, 'about_id') },
      bound: orNull(text, row, 'bound'),
      ...{ isAnswered: row.is_answered === true, isActive: row.is_active === true },
    }
  }
  const found = await tx.maybeOne(toQuestion, sql, [deliveryId])
  if (found === null || !found.isActive) throw new AppError('not_found', 'this link is not valid')
  const { isActive: _, ...delivery } = found
  return delivery
}

/** Data of the page. Opening it is recorded on the receipt; a mail scanner opens it too, so opening does not answer. */
export async function lookAtAnswer(tx: TenantTx, deliveryId: string, nowMs: number): Promise<DeliveredQuestion> {
  const question = await questionOfDelivery(tx, deliveryId)
  // Approvals are shown after a sign-in, at another address.
  if (question.answer === 'approve') throw new AppError('not_found', 'this link is not valid')
  await markReceiptsSeen(tx, { ids: [deliveryId], userId: null }, nowMs)
  return question
}

/**
 * Acknowledges the case of a message in a chat, as the person who pressed its button there. Throws `not_found` for what is no
 * such message of this tenant.
 */
export async function answerInChat(tx: TenantTx, actor: CaseActor, by: string, deliveryId: string, nowMs: number) {
  const { channel, answer, aboutId, isAnswered } = await questionOfDelivery(tx, deliveryId)
  if ((channel !== 'chat' && !isDirectChat(channel)) || answer !== 'acknowledge' || aboutId === null)
    throw new AppError('not_found', 'this button is not valid')
  const how = { by: `${by}, in a chat`, deliveryId: isAnswered ? null : deliveryId }
  return acknowledgeCase(tx, actor, aboutId, how, nowMs)
}

/** Acknowledges the case. Throws `gone` for a link that was used, `conflict` for one that asks for something else. */
export async function answerByLink(tx: TenantTx, deliveryId: string, nowMs: number, how = 'by the link in a message') {
  const request = await questionOfDelivery(tx, deliveryId)
  if (request.isAnswered) throw new AppError('gone', 'this link was used')
  if (request.answer !== 'acknowledge' || request.aboutKind !== 'case' || request.aboutId === null)
    throw new AppError('conflict', 'this link acknowledges nothing')
  const { user, receiver } = request
  const actor: CaseActor = { id: user?.id ?? receiver, kind: 'human', ownId: user?.id ?? null }
  await getCase(tx, request.aboutId) // not_found for one that was deleted
  const by = `${user?.email ?? receiver}, ${how}`
  const done = await acknowledgeCase(tx, actor, request.aboutId, { by, deliveryId }, nowMs)
  return { delivery: request, ...done }
}
