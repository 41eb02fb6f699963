import { AppError } from '../../platform/errors.ts'
import type { Sender } from './authenticate.ts'
import { connectorIdOf } from './batch-fields.ts'
import type { Context } from './context.ts'
import { inboxBatch, judgeDocument } from './inbox-batch.ts'
import { type Judged, judgeLines } from './judge.ts'
import { bodyKind } from './media-type.ts'
import { type Door, type ReceiveOptions, receive } from './receive.ts'
import { counts, json, type Reply } from './reply.ts'

export const CEF_TEMPLATE = 'cef-syslog'

/** POST /v1/inbox/{token}: the template says what the vendor sends. */
export async function inbox(door: Door, context: Context, token: string): Promise<Reply> {
  const sender = await door.authenticator.inbox(context, token)
  const kind = bodyKind(context)
  return await receiveInbox(door, context, sender, (body) => inboxBatch(kind, body, sender.sourceFormat, door.limits))
}

/** POST /v1/inbox/email/{token}: the JSON a mail relay makes of one mail, attachments inside. */
export async function email(door: Door, context: Context, token: string): Promise<Reply> {
  const sender = await door.authenticator.inbox(context, token)
  if (bodyKind(context) !== 'json') throw new AppError('unsupported_media', 'a relayed mail is application/json')
  const { limits } = door
  return await receiveInbox(door, context, sender, (body) => judgeDocument(body, 'email', limits, limits.inboxBytesMax))
}

/** POST /v1/inbox/cef: a line of CEF an event. */
export async function cef(door: Door, context: Context): Promise<Reply> {
  const sender = await door.authenticator.inboxFor(context, CEF_TEMPLATE, ['bearer'])
  bodyKind(context)
  return await receiveInbox(door, context, sender, (body) => judgeLines(body, 'cef', door.limits))
}

async function receiveInbox(
  door: Door,
  context: Context,
  sender: Sender,
  judge: (body: Buffer) => Judged,
): Promise<Reply> {
  const taken = await receive(door, context, sender, inboxOptions(door, sender, judge))
  const answer = counts(taken?.accepted ?? 0, taken?.rejected ?? 0, context, taken?.errors ?? [])
  return json(200, { ...answer, template_id: sender.templateId, label: sender.label })
}

/** A source is known by its token's label, so that two webhooks of one vendor stay apart in the ledger. */
export function inboxOptions(door: Door, sender: Sender, judge: (body: Buffer) => Judged): ReceiveOptions {
  const connectorId = connectorIdOf(sender.label) ?? sender.templateId
  return {
    wireBytesMax: door.limits.inboxBytesMax,
    decodedBytesMax: door.limits.inboxBytesMax,
    signatureHeaders: ['x-signature', 'x-hub-signature-256'],
    judge: (body) => {
      const judged = judge(body)
      return { fields: { connectorId, connectorType: sender.templateId, sourceFormat: judged.sourceFormat }, judged }
    },
  }
}
