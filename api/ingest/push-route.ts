import type { Context } from './context.ts'
import { bodyKind } from './media-type.ts'
import { pushBatch } from './push-batch.ts'
import { type Door, receive } from './receive.ts'
import { counts, json, type Reply } from './reply.ts'

/** POST /v1/ingest and /v1/ingest/batch. */
export async function push(door: Door, context: Context): Promise<Reply> {
  const sender = await door.authenticator.push(context)
  const kind = bodyKind(context)
  const taken = await receive(door, context, sender, {
    wireBytesMax: door.limits.bodyBytesMax,
    decodedBytesMax: door.limits.decodedBytesMax,
    signatureHeaders: ['x-signature'],
    judge: (body) => pushBatch(context, kind, body, sender, door.limits),
  })
  return json(202, counts(taken?.accepted ?? 0, taken?.rejected ?? 0, context, taken?.errors ?? []))
}
