import { AppError } from '../../platform/errors.ts'
import type { Sender } from './authenticate.ts'
import { connectorIdOf } from './batch-fields.ts'
import { type Context, header } from './context.ts'
import { bodyAnswer, graphAnswer, oktaAnswer } from './handshake.ts'
import { inboxBatch, judgeDocument } from './inbox-batch.ts'
import { mailOfFields, mailOfMime, mailOfParts } from './mail-form.ts'
import { bodyKind } from './media-type.ts'
import { type PushDeps, type ReceiveOptions, receive } from './receive.ts'
import { counts, json, type Reply } from './reply.ts'
import { SIGNATURE_HEADERS } from './signature-headers.ts'
import { isTried, tried } from './try-body.ts'
import { type Judged, judgeLines } from './validate-batch.ts'

export const CEF_TEMPLATE = 'cef-syslog'
const ZOOM_TEMPLATE = 'webhook-zoom'

/** POST /v1/inbox/{token}: the token's template defines the vendor's format. */
export async function inbox(ingest: PushDeps, context: Context, token: string): Promise<Reply> {
  const sender = await ingest.authenticator.inbox(context, token)
  const answer = graphAnswer(context)
  if (answer) return answer
  const kind = bodyKind(context)
  if (isTried(context)) return tried(ingest, context, sender, (body) => (kind === 'form' ? formPayload(body) : body))
  let fields: Readonly<Record<string, string>> = {}
  const judge = (received: Buffer) => {
    const body = kind === 'form' ? formPayload(received) : received
    fields = bodyAnswer(body, sender.templateId === ZOOM_TEMPLATE ? sender.hmacSecret : null)
    return inboxBatch(kind, body, sender.sourceFormat, ingest.limits)
  }
  return await receiveInbox(ingest, context, sender, judge, () => fields)
}

/** GET /v1/inbox/{token}: tells a vendor that is about to post to an inbox whether the inbox exists. */
export async function answerInbox(ingest: PushDeps, context: Context, token: string): Promise<Reply> {
  await ingest.authenticator.inbox(context, token)
  const answer = oktaAnswer(context)
  if (answer) return answer
  throw new AppError('bad_request', 'events are sent with POST; a GET carries X-Okta-Verification-Challenge')
}

const FORM_PAYLOAD = Buffer.from('payload=')

/**
 * The JSON inside a form, as GitHub and Slack can send it; any other body unchanged. Further fields are ignored,
 * because Node parses a form with many fields in more than linear time.
 */
export function formPayload(body: Buffer): Buffer {
  if (!body.subarray(0, FORM_PAYLOAD.length).equals(FORM_PAYLOAD)) return body
  const end = body.indexOf('&')
  const field = body.toString('utf8', 0, end === -1 ? body.length : end)
  return Buffer.from(new URLSearchParams(field).get('payload') ?? '')
}

/** POST /v1/inbox/email/{token}: one mail from a relay, as JSON or a form, with its attachments. */
export async function email(ingest: PushDeps, context: Context, token: string): Promise<Reply> {
  const sender = await ingest.authenticator.inbox(context, token)
  const { limits } = ingest
  const mail = mailReader(context)
  return await receiveInbox(ingest, context, sender, (received) => {
    const body = mail(received)
    // A form becomes larger as JSON.
    const bytesMax = body === received ? limits.inboxBytesMax : limits.decodedBytesMax
    return judgeDocument(body, 'email', limits, bytesMax)
  })
}

/** Returns a function that converts the received mail to JSON. */
function mailReader(context: Context): (body: Buffer) => Buffer {
  const kind = bodyKind(context)
  if (kind === 'json') return (body) => body
  if (kind === 'form') return mailOfFields
  if (kind === 'parts') return (body) => mailOfParts(body, header(context.request, 'content-type') ?? '')
  if (kind === 'mail') return mailOfMime
  throw new AppError(
    'unsupported_media',
    'a relayed mail is application/json, message/rfc822, or a form as relays post it',
  )
}

/** POST /v1/inbox/cef: one event per line of CEF. */
export async function cef(ingest: PushDeps, context: Context): Promise<Reply> {
  const sender = await ingest.authenticator.inboxFor(context, CEF_TEMPLATE, ['bearer'])
  return await receiveInbox(ingest, context, sender, (body) => judgeLines(body, 'cef', ingest.limits))
}

async function receiveInbox(
  ingest: PushDeps,
  context: Context,
  sender: Sender,
  judge: (body: Buffer) => Judged,
  members: () => Readonly<Record<string, string>> = () => ({}),
): Promise<Reply> {
  const outcome = await receive(ingest, context, sender, inboxOptions(ingest, sender, judge))
  const answer = counts(outcome?.accepted ?? 0, outcome?.rejected ?? 0, context, outcome?.errors ?? [])
  return json(200, { ...answer, template_id: sender.templateId, label: sender.label, ...members() })
}

/** The token's label names the source, so that two webhooks of one vendor are separate in the ledger. */
export function inboxOptions(ingest: PushDeps, sender: Sender, judge: (body: Buffer) => Judged): ReceiveOptions {
  const connectorId = connectorIdOf(sender.label) ?? sender.templateId
  return {
    wireBytesMax: ingest.limits.inboxBytesMax,
    decodedBytesMax: ingest.limits.inboxBytesMax,
    signatureHeaders: SIGNATURE_HEADERS,
    judge: (body) => {
      const judged = judge(body)
      return { fields: { connectorId, connectorType: sender.templateId, sourceFormat: judged.sourceFormat }, judged }
    },
  }
}
