import type { Context } from './context.ts'
import { firehoseBatch, firehoseId, firehoseProblem, firehoseReply } from './firehose.ts'
import { bodyKind } from './media-type.ts'
import { pushBatch } from './push-batch.ts'
import { type PushDeps, receive } from './receive.ts'
import { counts, json, problem, type Reply } from './reply.ts'

/** POST /v1/ingest and /v1/ingest/batch. */
export async function push(ingest: PushDeps, context: Context): Promise<Reply> {
  const { limits } = ingest
  const sender = await ingest.authenticator.push(context)
  const kind = bodyKind(context)
  const firehose = firehoseId(context)
  const outcome = await receive(ingest, context, sender, {
    wireBytesMax: limits.bodyBytesMax,
    decodedBytesMax: limits.decodedBytesMax,
    signatureHeaders: ['x-signature'],
    judge: (body) =>
      firehose === null ? pushBatch(context, kind, body, sender, limits) : firehoseBatch(context, body, sender, limits),
  })
  if (firehose !== null) return firehoseReply(context, firehose)
  return json(202, counts(outcome?.accepted ?? 0, outcome?.rejected ?? 0, context, outcome?.errors ?? []))
}

export function pushProblem(error: unknown, context: Context): Reply {
  const firehose = firehoseId(context)
  return firehose === null ? problem(error, context) : firehoseProblem(error, context, firehose)
}
